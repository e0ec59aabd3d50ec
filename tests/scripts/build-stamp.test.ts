import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { buildUnlessStamped } from '../../scripts/build.ts'

test('faults R9: a build that was killed half-way is made again, also for the sources of the one before it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'bapp-stamp-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, '.stamp')
  let built: string[] = []
  const build = (stamp: string, end: () => void = () => {}) =>
    buildUnlessStamped(path, stamp, async () => {
      built.push(stamp)
      end()
    })
  expect([await build('old'), await build('old')]).toEqual([true, false])
  const killed = () => {
    throw new Error('killed')
  }
  await expect(build('new', killed)).rejects.toThrow('killed')
  built = []
  expect([await build('old'), await build('old')]).toEqual([true, false])
  expect(built).toEqual(['old'])
})
