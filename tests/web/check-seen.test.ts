import { expect, test } from 'vitest'
import { cartridges } from '../../domain/catalog/cartridges.ts'
import type { Analysis } from '../../domain/entities/analysis.ts'
import type { Reading } from '../../domain/live/event.ts'
import { checkSeen } from '../../web/screens/analyses/offline/follow-seen.ts'
import type { SeenRun } from '../../web/local/seen-device.ts'
import { makeOrder } from '../devices/orders.ts'

const order = makeOrder()
const { process, cartridge_type, analysis_uuid: uuid } = order
const record = { uuid, cartridge_type, method: { process } } as unknown as Analysis

const { rows, columns } = cartridges[cartridge_type]
const plate = rows * columns

const reading = (index: number, change: Partial<Reading> = {}): Reading => ({
  phase: 'AMP',
  index,
  temperature: 60,
  elapsed: index,
  values: process.channels.map(() => Array.from({ length: plate }, () => 100)),
  ...change,
})

const progress = {
  analysis_uuid: uuid,
  position: 1,
  steps: 2,
  cycle: 1,
  cycles: 2,
  phase: 'AMP',
  temperature: 60,
  elapsed: 1,
  remaining: 1,
  state: 'running',
} as const

const held = (readings: Reading[], change: object = {}) =>
  ({
    run: { analysis_uuid: uuid, measured: { AMP: 4000, VAL: 4000 } },
    order,
    progress: { ...progress, ...change },
    readings,
  }) as unknown as SeenRun

const wells = (count: number) => ({
  values: process.channels.map(() => Array.from({ length: count }, () => 100)),
})

test('attack L5: a run read over the local network is held against its plan, as the service does', () => {
  const good = [reading(1), reading(2)]
  expect(checkSeen(held(good), record)).toMatchObject({ readings: good, progress, refused: 0 })
  const bent = [
    reading(3, wells(plate + 1)),
    reading(3, { values: [] }),
    reading(9999),
    reading(3, { temperature: 4000 }),
  ]
  const found = checkSeen(held([...good, ...bent]), record)
  expect(found).toMatchObject({ readings: good, refused: 4 })
})

test('attack L5: points that a device only claims are not counted, nor progress that no run can have', () => {
  const found = checkSeen(held([reading(1)], { cycle: 9, cycles: 2 }), record)
  expect(found.run.measured).toEqual({ AMP: 1, VAL: 0 })
  expect(found.progress).toBeNull()
})
