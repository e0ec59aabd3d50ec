import { expect, test } from 'vitest'
import type { FoundDevice } from '../../domain/desktop-bridge.ts'
import { inDesktop, pageSizeHere } from '../../web/host/host.ts'
import { placeFound } from '../../web/lan/place-found.ts'
import { uuidOf } from '../devices/orders.ts'

const found = (digit: number, hostname: string): FoundDevice => ({
  uuid: uuidOf(digit),
  hostname,
  deviceType: 'bcube',
  seen_at: '2026-01-01T00:00:00.000Z',
})
const record = (digit: number, hostname: string) => ({
  uuid: uuidOf(digit),
  hostname,
  name: 'Bench',
})

test('[MODE-009] a device is met under the name it was found by, and one without a record is there as well', () => {
  const known = [record(1, 'cube-1'), record(2, 'Cube-2'), record(3, 'cube-3')]
  const placed = placeFound(known, [found(1, 'cube-7'), found(2, 'cube-2'), found(9, 'cube-9')])
  expect(placed.known).toEqual([record(1, 'cube-7'), record(2, 'Cube-2'), record(3, 'cube-3')])
  expect(placed.known[2], 'as it was').toBe(known[2])
  expect(placed.others).toEqual([found(9, 'cube-9')])
})

test('[CONST-039] [CACHE-009] a refresh has pages of 100 in the shell, which marks its page, and of 500 in a browser', () => {
  expect([inDesktop(), pageSizeHere()]).toEqual([false, 500])
  const marked = { querySelector: (text: string) => (text === 'meta[name=desktop]' ? {} : null) }
  Object.assign(globalThis, { document: marked })
  try {
    expect([inDesktop(), pageSizeHere()]).toEqual([true, 100])
  } finally {
    Reflect.deleteProperty(globalThis, 'document')
  }
})
