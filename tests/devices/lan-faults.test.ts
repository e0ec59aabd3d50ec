import { randomUUID } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Fault } from '../../domain/fault.ts'
import { lanCalls } from '../../domain/lan/lan-calls.ts'
import {
  type LanDevice,
  type LanEdge,
  makeHolder,
  reasonOf,
  startLanDevice,
  startLanEdge,
} from './lan-bench.ts'
import { makeOrder, uuidOf } from './orders.ts'

let edge: LanEdge
let device: LanDevice

beforeAll(async () => {
  edge = await startLanEdge()
})
afterAll(() => edge.close())
beforeEach(async () => {
  edge.down = false
  device = await startLanDevice(edge, await makeHolder(edge), { speed: 2_000 })
  edge.down = true
})
afterEach(() => device.remove())

const order = makeOrder({ cycles: 20 })
const analysis_uuid = order.analysis_uuid
const runs = async () => (await device.call(lanCalls.runs, {})).runs
const set = (faults: object) => device.control({ faults })

describe('faults on demand', () => {
  test('a slow device is waited for, and given up without a guess at what it did', async () => {
    await set({ slow_ms: 300 })
    const began = performance.now()
    await device.call(lanCalls.status, {})
    expect(performance.now() - began).toBeGreaterThan(290)
    const impatient = { ...lanCalls.flash, timeout: 100 }
    expect(await reasonOf(device.call(impatient, {}))).toBe('lan_timeout')
  })

  test('a line that drops answers: the same order under its id acts once, and is answered in the end', async () => {
    await device.call(lanCalls.loadRecipe, { order: makeOrder({ cycles: 400 }) })
    await device.until(async () => (await runs())[0]?.status === 'RUNNING')
    await set({ drop: 0.4, drop_answer: 0.4 })
    const opId = randomUUID()
    let lost = 0
    for (let answered = false; !answered;) {
      await device.call(lanCalls.extend, { analysis_uuid, cycles: 5 }, { opId }).then(
        () => (answered = true),
        (error: Fault) => {
          expect(error.first.reason).toBe('lan_no_host')
          lost += 1
        },
      )
    }
    await set({ drop: 0, drop_answer: 0 })
    expect((await device.call(lanCalls.status, {})).status.run?.cycles).toBe(405)
    expect(lost).toBeGreaterThanOrEqual(0)
  })

  test('a full disk takes no new run and lets the one that goes on come to its end', async () => {
    await device.call(lanCalls.loadRecipe, { order })
    await set({ full_disk: true })
    expect((await device.call(lanCalls.status, {})).status.health.data_disk).toBe(100)
    await device.until(async () => (await runs())[0]?.status === 'COMPLETE')
    expect((await runs())[0]?.measured.AMP).toBe(20)
    const next = { order: makeOrder({ analysis: uuidOf(2) }) }
    expect(await reasonOf(device.call(lanCalls.loadRecipe, next))).toBe('storage_full')
    await set({ full_disk: false })
    expect(await device.call(lanCalls.loadRecipe, next)).toMatchObject({ state: 'accepted' })
  })

  test('an open lid is reported and keeps a run from beginning; a run locks it', async () => {
    await device.control({ hand: 'lid' })
    expect((await device.call(lanCalls.status, {})).status.lid).toBe('open')
    expect(await reasonOf(device.call(lanCalls.loadRecipe, { order }))).toBe('lid_open')
    await device.control({ hand: 'lid' })
    await device.call(lanCalls.loadRecipe, { order })
    await device.control({ hand: 'lid' })
    expect((await device.call(lanCalls.status, {})).status.lid).toBe('closed')
  })

  test('a pulled plug in mid-run: it goes on by itself, and the page reads on where it was', async () => {
    const long = makeOrder({ cycles: 60 })
    await device.call(lanCalls.loadRecipe, { order: long })
    await device.until(async () => ((await runs())[0]?.measured.AMP ?? 0) >= 5)
    const first = await device.call(lanCalls.run, { analysis_uuid })
    await device.control({ hand: 'reboot' })
    await device.until(() => device.output().split('local network: port').length > 2)
    await device.until(async () => (await runs())[0]?.status === 'COMPLETE')
    const after = { AMP: first.readings.length, VAL: 0 }
    const rest = await device.call(lanCalls.run, { analysis_uuid, after })
    const indices = [...first.readings, ...rest.readings].map(({ index }) => index)
    expect(indices).toEqual(Array.from({ length: 60 }, (_, at) => at + 1))
  }, 30_000)

  test('the wall clock can be wrong without the run noticing', async () => {
    await device.call(lanCalls.loadRecipe, { order })
    await set({ clock_ms: -86_400_000 })
    const { time } = await device.call(lanCalls.greet, {})
    expect(Date.now() - Date.parse(time)).toBeGreaterThan(86_000_000)
    await device.until(async () => (await runs())[0]?.status === 'COMPLETE')
  })
})

describe('the control of faults', () => {
  test('takes the word of its own folder only, and is not in the device’s API', async () => {
    const path = join(device.state, 'device.json')
    expect(statSync(path).mode & 0o777).toBe(0o600)
    const { control_port, lan_port } = JSON.parse(readFileSync(path, 'utf8')) as Record<
      string,
      number
    >
    expect(control_port).not.toBe(lan_port)
    const body = JSON.stringify({ hand: 'lid' })
    const url = `http://127.0.0.1:${control_port}`
    for (const headers of [{}, { Control: 'x' }, { Control: 'x'.repeat(22) }] as Record<
      string,
      string
    >[]) {
      expect((await fetch(url, { method: 'POST', body, headers })).status).toBe(403)
    }
    expect((await device.control({ hand: 'axe' })).status).toBe(422)
    expect((await device.control({ faults: { drop: 2 } })).status).toBe(422)
    expect((await device.call(lanCalls.status, {})).status.lid).toBe('closed')
  })
})
