import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  createWatchedFolder,
  stillMs,
  type WatchedFolder,
} from '../../desktop/watched/watched-folder.ts'
import { bridgeCalls } from '../../domain/desktop-bridge.ts'
import type { FileQuestion } from '../../domain/rules/waiting-file.ts'

const empty = { question: null, cause: null, analysis_uuid: null, analysis_name: null }
let home: string
let folder: string
let watched: WatchedFolder
let now = Date.parse('2026-11-27T08:00:00.000Z')
const clock = { now: () => now, every: () => () => undefined }

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'bapp-orders-'))
  folder = join(home, 'share')
  mkdirSync(folder)
  watched = createWatchedFolder({ data: join(home, 'data'), tell: () => undefined, clock })
  await watched.choose({ folder, company_uuid: crypto.randomUUID(), company_name: 'Aurora' })
})
afterEach(async () => {
  await watched.stop()
  rmSync(home, { recursive: true, force: true })
})

/** Look until what is there has been still for long enough. */
async function settle(): Promise<void> {
  await watched.look()
  now += stillMs
  await watched.look()
}
const waiting = () => watched.state().files.filter(({ state }) => state === 'waiting')

const run = crypto.randomUUID()
const question: FileQuestion = { reason: 'orders', run: '', serial: '', plans: [], runs: 1 }
const answer = (text: string, name = 'orders-20261127T080000.hl7') => ({
  analysis_uuid: run,
  signed_at: '2026-11-27T08:00:00.000Z',
  files: [{ name, content: Buffer.from(text).toString('base64') }],
})
const answers = () => join(folder, 'bApp answers')
async function takeOrders(): Promise<string> {
  writeFileSync(join(folder, 'orders.hl7'), 'MSH|^~\\&|LIS')
  await settle()
  const { hash } = waiting()[0]!
  watched.settle({ ...empty, hash, state: 'asks', question })
  return hash
}

test('issue 20: a plan of them is listed until its signature is answered, by a file that is not taken in again', async () => {
  const hash = await takeOrders()
  watched.plan(hash, run)
  watched.plan(hash, run)
  watched.settle({ ...empty, hash, state: 'imported', question, analysis_uuid: run })
  expect(watched.state().files).toMatchObject([
    { state: 'imported', plans: [{ analysis_uuid: run, answered: null }] },
  ])
  await watched.answer({ hash, ...answer('ORU') })
  expect(readFileSync(join(answers(), 'orders-20261127T080000.hl7'), 'utf8')).toBe('ORU')
  expect(watched.state().files[0]?.plans).toEqual([
    { analysis_uuid: run, answered: '2026-11-27T08:00:00.000Z' },
  ])
  await settle()
  expect(watched.state().files).toHaveLength(1)
  await watched.answer({ hash, ...answer('ORU again') })
  expect(readdirSync(answers())).toEqual(['orders-20261127T080000.hl7'])
  expect(readFileSync(join(answers(), 'orders-20261127T080000.hl7'), 'utf8')).toBe('ORU again')
})

test('issue 20: what owes an answer is listed before what is over', async () => {
  const hash = await takeOrders()
  watched.plan(hash, run)
  watched.settle({ ...empty, hash, state: 'imported', question, analysis_uuid: run })
  writeFileSync(join(folder, 'run.csv'), 'run')
  await settle()
  watched.settle({ ...empty, hash: waiting()[0]!.hash, state: 'imported' })
  expect(watched.state().files.map(({ name }) => name)).toEqual(['orders.hl7', 'run.csv'])
})

test('issue 20: no answer is written for a plan that is unknown, of another company, or through a link', async () => {
  const hash = await takeOrders()
  await expect(watched.answer({ hash, ...answer('ORU') })).rejects.toThrow(/No such plan/)
  watched.plan(hash, run)
  symlinkSync(home, answers())
  await expect(watched.answer({ hash, ...answer('ORU') })).rejects.toThrow(/cannot be written/)
  expect(watched.state().files[0]?.plans[0]?.answered).toBeNull()
  rmSync(answers())
  mkdirSync(answers())
  const outside = join(home, 'outside')
  writeFileSync(outside, 'kept')
  symlinkSync(outside, join(answers(), 'orders-20261127T080000.hl7'))
  await watched.answer({ hash, ...answer('ORU') })
  expect(readFileSync(outside, 'utf8')).toBe('kept')
  await watched.choose({ folder, company_uuid: crypto.randomUUID(), company_name: 'Borealis' })
  await expect(watched.answer({ hash, ...answer('ORU') })).rejects.toThrow(/No such plan/)
  expect(() => watched.plan(hash, run)).toThrow(/No such file/)
})

test('issue 20: the page can name no path for an answer', () => {
  const { params } = bridgeCalls.watchAnswer
  const told = { hash: 'a'.repeat(64), ...answer('ORU') }
  expect(v.is(params, told)).toBe(true)
  const bad = ['../x', 'a/b', 'a\\b', '.hidden', 'run.exe', 'CON', '']
  for (const name of bad.flatMap((one) => [one, `${one}.hl7`, `${one}-20261127T080000.exe`])) {
    expect(v.is(params, { ...told, ...answer('ORU', name) }), name).toBe(false)
  }
})
