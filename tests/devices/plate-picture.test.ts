import { afterEach, beforeEach, expect, test } from 'vitest'
import { plateFault } from '../../devices/plate-picture.ts'
import { writeSetting } from '../../devices/store.ts'
import { readRoi } from '../../workers/images/read-roi.ts'
import { type BenchDevice, benchDevice } from './bench-device.ts'
import { makeOrder } from './orders.ts'

let bench: BenchDevice
beforeEach(() => {
  bench = benchDevice('Wells16')
})
afterEach(() => bench.remove())

function takePicture(channel: 'FAM' | 'VIC') {
  const answer = bench.order({ name: 'TAKE_PICTURE', channel })
  if (answer.state !== 'done' || answer.data?.of !== 'picture') throw new Error('no picture')
  return { channel, bytes: Uint8Array.from(Buffer.from(answer.data.image, 'base64')) }
}

const look = { rows: 4, columns: 4, wells: 'bright' } as const
const read = () =>
  readRoi([takePicture('FAM'), takePicture('VIC')], look, { placed: null, last: null })

test('[SCREEN-041] a device takes a picture of each channel, on which every well is found', () => {
  const { regions, findings } = read()
  expect(findings).toEqual([])
  expect(regions.map(({ well }) => well)).toHaveLength(16)
  writeSetting(bench.store, plateFault, JSON.stringify({ missing: [6] }))
  expect(read().findings[0]).toMatchObject({ limit: 'unseen', well: 'B3' })
})

test('a device takes no picture during a run, with an open lid or in a channel that it has not', () => {
  expect(bench.order({ name: 'TAKE_PICTURE', channel: 'QUASAR705' })).toMatchObject({
    reason: 'channel_missing',
  })
  bench.device.toggleLid()
  expect(bench.order({ name: 'TAKE_PICTURE', channel: 'FAM' })).toMatchObject({
    reason: 'lid_open',
  })
  bench.device.toggleLid()
  bench.order({ name: 'LOAD_RECIPE', order: makeOrder() })
  expect(bench.order({ name: 'TAKE_PICTURE', channel: 'FAM' })).toMatchObject({ reason: 'busy' })
})
