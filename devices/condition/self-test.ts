import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { cartridges } from '../../domain/catalog/cartridges.ts'
import { AutoTest } from '../../domain/entities/auto-test.ts'
import { judgeNumber } from '../../domain/rules/device-health.ts'
import type { DeviceFacts } from '../facts.ts'
import type { Faults } from '../faults.ts'
import { uniform } from '../random.ts'
import { readSetting, removeSetting, type Store, writeSetting } from '../store.ts'
import { writePng } from '../write-png.ts'
import { measureWear } from './wear.ts'

const SelfTest = v.pick(AutoTest, [
  'uuid',
  'name',
  'outcome',
  'ran_at',
  'bkernel_version',
  'values',
])
export type SelfTest = v.InferOutput<typeof SelfTest>

const kept = { last: 'self_test.last', waiting: 'self_test.waiting' } as const

/** Most often that a device tests itself at its start: one that restarts again and again fills no trail. */
const startMs = 60 * 60_000
/** Interval of the tests of a device that is on. */
const everyMs = 24 * 60 * 60_000

/** Test optics, block, lid and fan, and keep the result until the service has it; only the last one waits. */
export function runSelfTest(
  { facts, store, faults }: { facts: DeviceFacts; store: Store; faults: Faults },
  now: number,
): SelfTest {
  const { heating, lid, fan, optics } = measureWear(facts, store, faults)
  const share = ({ now: is, first }: { now: number; first: number }) => (100 * is) / first
  const light = Object.entries(optics)
  const isBad =
    judgeNumber('heating', share(heating)) === 'bad' ||
    judgeNumber('lid', share(lid)) === 'bad' ||
    judgeNumber('fan', fan) === 'bad' ||
    light.some(([, percent]) => judgeNumber('optics', percent) === 'bad')
  const test: SelfTest = {
    uuid: randomUUID(),
    name: 'Self-test',
    outcome: isBad ? 'failed' : 'passed',
    ran_at: new Date(now).toISOString(),
    bkernel_version: facts.bkernelVersion,
    values: {
      'heating (°C/s)': heating.now,
      'lid (s)': lid.now,
      'fan (1/min)': fan,
      ...Object.fromEntries(light.map(([channel, percent]) => [`${channel} (%)`, percent])),
    },
  }
  writeSetting(store, kept.last, JSON.stringify(test))
  writeSetting(store, kept.waiting, 'Y')
  return test
}

/** Return true when a test is due: at the start of the device, and once a day. */
export function isTestDue(store: Store, now: number, isStart: boolean): boolean {
  const last = readLast(store)
  const age = last ? now - Date.parse(last.ran_at) : Number.POSITIVE_INFINITY
  // Test also after a clock was put back, which must not make it wait for years.
  return age < 0 || age > (isStart ? startMs : everyMs)
}

/** Return outcome and time of the last test, for the report about the device. */
export function lastSelfTest(store: Store): Pick<SelfTest, 'outcome' | 'ran_at'> | null {
  const last = readLast(store)
  return last && { outcome: last.outcome, ran_at: last.ran_at }
}

/** Return the test that the service does not have yet, with a picture of the reference in each channel. */
export function waitingSelfTest(facts: DeviceFacts, store: Store) {
  const last = readSetting(store, kept.waiting) === null ? null : readLast(store)
  return last && { fields: last, pictures: picturesOf(facts, last) }
}

/** Note that the service has a test, unless a newer one waits. */
export function acknowledgeSelfTest(store: Store, { uuid }: SelfTest): void {
  if (readLast(store)?.uuid === uuid) removeSetting(store, kept.waiting)
}

function readLast(store: Store): SelfTest | null {
  const text = readSetting(store, kept.last)
  const read = text === null ? null : v.safeParse(SelfTest, JSON.parse(text))
  return read?.success ? read.output : null
}

/** Points from one well to the next. */
const pitch = 24

/** Draw what the camera sees of a plate of reference dye: as bright as the light that was measured. */
function picturesOf(facts: DeviceFacts, { uuid, values }: SelfTest): File[] {
  const { rows, columns } = cartridges[facts.cartridge]
  return facts.wavelengths.map((channel) => {
    const light = Number(values[`${channel} (%)`] ?? 0) / 100
    const lightAt = (x: number, y: number) => {
      const away = Math.hypot((x % pitch) - pitch / 2, (y % pitch) - pitch / 2)
      const noise = 0.03 * uniform(`${uuid}|${channel}|${x}|${y}`)
      return noise + (away < pitch / 3 ? 0.75 * light * (1 - away / pitch) : 0.02)
    }
    const [width, height] = [columns * pitch, rows * pitch]
    const pixels = Uint8Array.from({ length: width * height }, (_, at) =>
      Math.round(255 * Math.min(1, Math.max(0, lightAt(at % width, Math.floor(at / width))))),
    )
    return new File([writePng({ width, height, pixels })], `${channel}.png`, { type: 'image/png' })
  })
}
