import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkState } from '../../scripts/check-state.ts'
import { keepPrivate } from '../../scripts/make-folder.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bapp-check-'))
})
afterEach(() => {
  chmodSync(folder, 0o700)
  rmSync(folder, { recursive: true })
})

test('a state directory that can be used is made, and nothing is left in it', () => {
  const state = join(folder, 'state', 'eu')
  checkState(state)
  expect(readdirSync(state)).toEqual([])
})

test('faults R5: a state directory that cannot be written to is named, with the reason', () => {
  const file = join(folder, 'file')
  writeFileSync(file, '')
  expect(() => checkState(file)).toThrow(/state directory .*file cannot be written: it is a file/)
  const below = join(file, 'state')
  expect(() => checkState(below)).toThrow(/cannot be written: a part of its path is a file/)
})

// Root may write anywhere.
test.skipIf(process.platform === 'win32' || process.getuid?.() === 0)(
  'faults R5: a state directory of others is named, with the reason',
  () => {
    chmodSync(folder, 0o500)
    const state = join(folder, 'state')
    expect(() => checkState(state)).toThrow(`The state directory ${state} cannot be written`)
  },
)

test('faults R5: a disk without room is named, with how much there is and how much is needed', () => {
  expect(() => checkState(folder, 2 ** 62)).toThrow(
    /The disk of the state directory .* is full: \d+ MB are free, \d+ MB are needed/,
  )
})

test.skipIf(process.platform !== 'linux')(
  'attack B5: where no directory can be made the start says so, and does not try for ever',
  () => {
    expect(() => checkState('/proc/bapp/state')).toThrow(
      'The state directory /proc/bapp/state cannot be written: no directory can be made there',
    )
  },
)

test.skipIf(process.platform === 'win32')(
  'A20-2: no other user of the machine reads records, password hashes or keys of devices in a state directory',
  () => {
    mkdirSync(join(folder, 'v3'))
    chmodSync(join(folder, 'v3'), 0o755)
    chmodSync(folder, 0o755)
    keepPrivate(folder)
    const modeOf = (path: string) => statSync(path).mode & 0o777
    expect(['v3', 'devices'].map((name) => modeOf(join(folder, name)))).toEqual([0o700, 0o700])
    // Let others use the directory itself.
    expect(modeOf(folder)).toBe(0o755)
  },
)
