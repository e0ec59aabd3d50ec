import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkState } from '../../scripts/check-state.ts'
import { DiskReserve, freeBytes, reserveName } from '../../scripts/disk-reserve.ts'

const reserve = 3 * 2 ** 20

let state = ''
let said: string[]
beforeEach(() => {
  state = mkdtempSync(join(tmpdir(), 'bapp-reserve-'))
  said = []
})
afterEach(() => rmSync(state, { recursive: true }))

const path = () => join(state, reserveName)
const say = (text: string) => void said.push(text)
/** Return more than is free: nothing here may fill a disk, and one that has less than this free counts as full. */
const more = () => freeBytes(state) * 2

test('faults R4: a reserve is held while there is room, without a word', () => {
  const disk = new DiskReserve(state, say, { reserve, low: 1 })
  expect([disk.look(), disk.look()]).toEqual([false, false])
  expect(statSync(path()).size).toBe(reserve)
  expect(said).toEqual([])
})

test('faults R4: a full disk gets the reserve back and says so once; with room it is taken again', () => {
  const sizes = { reserve, low: 1 }
  const disk = new DiskReserve(state, say, sizes)
  disk.look()
  sizes.low = more()
  expect([disk.look(), disk.look()]).toEqual([true, true])
  expect(existsSync(path())).toBe(false)
  expect(said).toHaveLength(2)
  expect(said[0]).toMatch(/The disk of .* is full \(\d+ MB left\): its reserve of 3 MB is released/)
  expect(said[1]).toMatch(/people can sign in, read and abort runs/)
  sizes.low = 1
  expect(disk.look()).toBe(false)
  expect(statSync(path()).size).toBe(reserve)
  expect(said[2]).toContain('There is room again')
})

test('faults R4: no reserve is taken that would itself fill the disk', () => {
  const disk = new DiskReserve(state, say, { reserve: more(), low: 1 })
  expect(disk.look()).toBe(false)
  expect(existsSync(path())).toBe(false)
})

test('faults R4: a start on a full disk has the reserve of the last one', () => {
  new DiskReserve(state, say, { reserve, low: 1 }).look()
  expect(() => checkState(state, more())).toThrow('is full')
  expect(existsSync(path())).toBe(false)
})
