import { beforeAll, expect, it, vi } from 'vitest'
import { analysisCalls } from '../../domain/calls/analysis.ts'
import { deviceLinkCalls } from '../../domain/calls/device-link.ts'
import { deviceCalls } from '../../domain/calls/devices.ts'
import type { DeviceMessage } from '../../domain/entities/device-report.ts'
import type { Reading, RunProgress } from '../../domain/live/event.ts'
import { LiveHub } from '../../edge/live/LiveHub.ts'
import { foundLab, type Lab, must, type Sender } from './lab.ts'
import { makeDevice, startRun } from './material-bodies.ts'
import { connectDevice, create, cycle, planFor, progressAt } from './plan.ts'

let lab: Lab
let operator: Sender
let uuid: string
beforeAll(async () => {
  lab = await foundLab('checked')
  operator = await lab.as('Operator')
  await connectDevice(lab)
  uuid = (await create(operator, planFor(lab))).uuid
  await must(operator(analysisCalls.launch, { params: { id: uuid } }))
  const waiting = (await must(lab.asDevice(deviceLinkCalls.commands))).data
  const command_uuid = waiting[0]?.command_uuid
  await must(lab.asDevice(deviceLinkCalls.answer, { body: { command_uuid, state: 'accepted' } }))
  await must(
    lab.asDevice(deviceLinkCalls.started, {
      params: { id: uuid },
      body: { at: new Date().toISOString() },
    }),
  )
})

const bring = (readings: Reading[], progress: RunProgress = progressAt(uuid, 1)) =>
  lab.asDevice(deviceLinkCalls.readings, { params: { id: uuid }, body: { readings, progress } })

async function messages(code: string): Promise<DeviceMessage[]> {
  const admin = await lab.as('Administrator')
  const found = await must(
    admin(deviceCalls.messages, { query: { page: '1', limit: '100' }, body: {} }),
  )
  return found.data.data.filter((one) => one.code === code)
}

async function kept(): Promise<Reading[]> {
  const query = { amp: '0', val: '0' }
  const found = await must(operator(analysisCalls.readings, { params: { id: uuid }, query }))
  return found.data.readings
}

/** Make a first cycle with a change that is impossible on this plate. */
function bent(change: (reading: Reading) => void): Reading {
  // Give each channel a list of its own: those of `cycle` share one.
  const reading = { ...cycle(1), values: cycle(1).values.map((row) => [...row]) }
  change(reading)
  return reading
}

const wrong: [string, (reading: Reading) => void, string][] = [
  ['one channel of five', (one) => void one.values.splice(1), 'values'],
  ['a channel more', (one) => void one.values.push(one.values[0] ?? []), 'values'],
  ['no channel', (one) => void one.values.splice(0), 'values'],
  [
    '100,000 wells',
    (one) => void (one.values[0] = Array.from({ length: 100_000 }, () => 1)),
    'values.0',
  ],
  ['a well less', (one) => void one.values[4]?.pop(), 'values.4'],
  ['1e308', (one) => void one.values[2]?.splice(7, 1, 1e308), 'values.2.7'],
  ['-1e12', (one) => void one.values[0]?.splice(0, 1, -1e12), 'values.0.0'],
  ['a time before the start', (one) => void (one.elapsed = -5), 'elapsed'],
  ['a time after a year', (one) => void (one.elapsed = 4e7), 'elapsed'],
  ['a block hotter than any', (one) => void (one.temperature = 1000), 'temperature'],
  ['cycle 5,000 of 40', (one) => void (one.index = 5000), 'index'],
  ['cycle 91 of 40', (one) => void (one.index = 91), 'index'],
  ['a melt that the method has not', (one) => void (one.phase = 'VAL'), 'phase'],
]

it.each(wrong)(
  'attack L5: %s is refused with its place, and nothing is kept',
  async (_, change, field) => {
    const answer = await bring([cycle(2), bent(change)])
    expect(answer.status).toBe(422)
    expect(answer.errors[0]).toMatchObject({
      code: 'invalid',
      reason: 'reading_impossible',
      field: `readings.1.${field}`,
    })
    expect(await kept()).toEqual([])
  },
)

it.each([
  ['of another analysis', { analysis_uuid: crypto.randomUUID() }, 'analysis_uuid'],
  ['before the start', { elapsed: -1 }, 'elapsed'],
  ['with nothing possible left', { remaining: 1e300 }, 'remaining'],
  ['at no speed', { speed: 0 }, 'speed'],
  ['at no step', { position: -3 }, 'position'],
  ['at half a step', { position: 0.5 }, 'position'],
  ['after its last step', { position: 82 }, 'position'],
  ['in 99,999 cycles', { cycles: 99_999 }, 'cycles'],
  ['in 120 of 40 cycles', { cycles: 120 }, 'cycles'],
  ['in part of a cycle', { cycle: 3.7 }, 'cycle'],
  ['beyond its cycles', { cycle: 41 }, 'cycle'],
  ['over, in the midst of its steps', { state: 'finished' as const }, 'state'],
])('attack L5: progress %s is refused', async (_, change, field) => {
  const answer = await bring([cycle(1)], { ...progressAt(uuid, 1), ...change })
  expect(answer.status).toBe(422)
  expect(answer.errors[0]?.field).toBe(`progress.${field}`)
  expect(await kept()).toEqual([])
})

it('attack L5: a refused reading is a message of the device, once however often it comes', async () => {
  const before = (await messages('readings_refused')).length
  expect(before).toBeGreaterThan(0)
  for (let time = 0; time < 3; time++) await bring([bent((one) => void (one.elapsed = -77))])
  const after = await messages('readings_refused')
  expect(after.filter(({ text }) => text.endsWith(': readings.0.elapsed'))).toHaveLength(1)
  expect(after[0]).toMatchObject({ device_uuid: lab.device, level: 'error' })
})

it('attack L5: a kept point that comes with other values is a message, and the first stays', async () => {
  await must(bring([cycle(1)]))
  // Bring the same again, which is no news.
  await must(bring([cycle(1)]))
  expect(await messages('reading_differs')).toEqual([])
  const other = bent((one) => void one.values[0]?.splice(0, 1, 4711))
  for (let time = 0; time < 2; time++) await must(bring([other]))
  expect(await messages('reading_differs')).toHaveLength(1)
  expect((await messages('reading_differs'))[0]?.text).toContain('AMP 1')
  expect(await kept()).toEqual([cycle(1)])
})

it('attack L5: a null for a well that could not be read, and a value below zero, are measurements', async () => {
  const reading = { ...cycle(2), elapsed: 120 }
  reading.values = reading.values.map((row, channel) =>
    channel ? row : row.with(3, null).with(4, -12),
  )
  await must(bring([reading]))
  expect((await kept()).at(-1)).toEqual(reading)
})

it('attack B1: a cycle beyond the orders and a time that runs back are kept, and said once', async () => {
  await must(bring([{ ...cycle(4), elapsed: 240 }]))
  await must(bring([{ ...cycle(5), elapsed: 0 }]))
  await must(bring([cycle(41)]))
  await must(bring([cycle(42)]))
  const texts = (await messages('reading_odd')).map(({ text }) => text)
  expect(texts).toHaveLength(2)
  expect(texts.some((text) => text.includes('AMP 5 ') && text.includes('has a time'))).toBe(true)
  expect(texts.some((text) => text.includes('AMP 41 ') && text.includes('ordered'))).toBe(true)
})

it('attack L5: a point that differs after the end of its run is a message too, also one that the file has not', async () => {
  const last = { ...cycle(2), values: cycle(2).values.map((row) => [...row]) }
  const body = { outcome: 'aborted', reason: 'enough', at: new Date().toISOString() }
  const measured = { AMP: 2, VAL: 0 }
  await must(
    lab.asDevice(deviceLinkCalls.finished, { params: { id: uuid }, body: { ...body, measured } }),
  )
  const late = async () =>
    (await messages('reading_differs')).filter(({ text }) => text.includes('after its end'))
  const again = await must(bring([cycle(1)]))
  expect(again.data).toEqual(measured)
  expect(await late()).toEqual([])
  last.values[1]?.splice(5, 1, 4712)
  for (let time = 0; time < 2; time++) {
    const answer = await must(bring([last, { ...cycle(3), elapsed: 180 }]))
    expect(answer.data).toEqual(measured)
  }
  const points = (await late()).map(({ text }) => /AMP \d/.exec(text)?.[0])
  expect(new Set(points)).toEqual(new Set(['AMP 2', 'AMP 3']))
  expect(points).toHaveLength(2)
})

it('A19-12: readings are acknowledged while the live bus does not answer', async () => {
  const device = await makeDevice(lab.company, { name: 'Second gate', swarms: [lab.swarm] })
  const params = { id: await startRun(lab, operator, device) }
  await must(
    device.sender(deviceLinkCalls.started, { params, body: { at: new Date().toISOString() } }),
  )
  let answer = () => {}
  const silent = new Promise<null>((resolve) => {
    answer = () => resolve(null)
  })
  const asked = vi.spyOn(LiveHub.prototype, 'publish').mockImplementation(() => silent)
  try {
    const body = { readings: [cycle(1)], progress: progressAt(params.id, 1) }
    await must(device.sender(deviceLinkCalls.readings, { params, body }))
    await vi.waitFor(() => expect(asked).toHaveBeenCalled())
  } finally {
    answer()
    asked.mockRestore()
  }
})
