import { acceptance } from '../../../domain/catalog/calibration.ts'
import { measured, type ReportRow } from '../../../scripts/report-table.ts'
import { fitThermal } from '../../../workers/calibration/fit-thermal.ts'
import { createRandom, type Random } from '../../support/seeded-random.ts'
import { lightFaults, meltFaults, readLight, readMelt } from './chain.ts'
import { measureDrift } from './drift.ts'
import { dyeFaults, readDyes } from './dyes.ts'
import { faultNames, findsFault, readSound } from './plates.ts'

interface Measured {
  rows: ReportRow[]
  failed: string[]
}

/** Things that are judged, each by itself: `count` of each kind, drawn from the seed. */
const subjects: Readonly<Record<string, (seed: number, count: number) => Measured[]>> = {
  regions: (seed, count) => [
    measureSound(seed, count),
    ...faultNames.map((name, at) => measureFault(name, seed + 1_000_000 * (at + 1), count)),
  ],
  thermal: (seed, count) => [measureThermal(seed, count)],
  light: (seed, count) => measureChain('flat fields', seed, count, lightFaults, readLight),
  melt: (seed, count) =>
    measureChain('melt maps', seed, count, meltFaults, (random, _seed, fault) =>
      readMelt(random, fault),
    ),
  drift: (seed, count) => [measureDrift(seed, count)],
  dyes: (seed, count) => measureChain('plates of pure dyes', seed, count, dyeFaults, readDyes),
}

/**
 * Judge synthetic plates and cartridges, `count` of each kind, drawn from the seed; of one subject alone where it is named.
 *
 * @throws Error for a name that is no subject
 */
export function measureCalibration(seed: number, count: number, only?: string): Measured {
  const wanted = only === undefined ? Object.keys(subjects) : [only]
  const parts = wanted.flatMap((name) => {
    const measure = subjects[name]
    if (!measure) throw new Error(`--only: one of ${Object.keys(subjects).join(', ')}`)
    return measure(seed, count)
  })
  return {
    rows: parts.flatMap(({ rows }) => rows),
    failed: parts.flatMap(({ failed }) => failed),
  }
}

const never = (name: string, value: number): ReportRow => ({
  name,
  value,
  unit: '',
  bar: '= 0',
  ok: value === 0,
})

function measureSound(seed: number, count: number) {
  const errors: number[] = []
  const failed: string[] = []
  for (let at = 0; at < count; at += 1) {
    const { reading, errors: found } = readSound(seed + at)
    errors.push(...found)
    if (reading.findings.length === 0) continue
    failed.push(`sound plate ${seed + at}: ${JSON.stringify(reading.findings[0])}`)
  }
  const sorted = errors.toSorted((a, b) => a - b)
  const p99 = sorted[Math.floor(0.99 * sorted.length)] ?? 0
  const share = (100 * failed.length) / count
  return {
    rows: [
      measured('sound plates', count),
      {
        name: '  error of centres, p99',
        value: Number(p99.toFixed(3)),
        unit: 'px',
        bar: '<= 0.5',
        ok: p99 <= 0.5,
      },
      {
        name: '  refused without a fault',
        value: Number(share.toFixed(2)),
        unit: '%',
        bar: '<= 1',
        ok: share <= 1,
      },
    ],
    // Allow one in a hundred, and report more.
    failed: share <= 1 ? [] : failed,
  }
}

function measureFault(name: string, seed: number, count: number) {
  const failed: string[] = []
  for (let at = 0; at < count; at += 1) {
    if (!findsFault(name, seed + at)) failed.push(`${name} ${seed + at}: accepted`)
  }
  return {
    rows: [
      measured(`plates with a ${name}`, count),
      never(`  accepted in spite of a ${name}`, failed.length),
    ],
    failed,
  }
}

/** Judge sound evidence of a kind, and such with each of the faults. */
function measureChain(
  kind: string,
  seed: number,
  count: number,
  planted: Readonly<Record<string, { limit: string | null }>>,
  read: (random: Random, seed: string, fault: string | null) => { limit: string }[],
) {
  const refused: string[] = []
  for (let at = 0; at < count; at += 1) {
    const [worst] = read(createRandom(seed + at), `${seed + at}`, null)
    if (worst) refused.push(`${kind} ${seed + at}: ${JSON.stringify(worst)}`)
  }
  const share = (100 * refused.length) / count
  const sound = {
    rows: [
      measured(kind, count),
      {
        name: `  ${kind} refused without a fault`,
        value: Number(share.toFixed(2)),
        unit: '%',
        bar: '<= 1',
        ok: share <= 1,
      },
    ],
    failed: share <= 1 ? [] : refused,
  }
  const faulty = Object.entries(planted).map(([name, { limit }], order) => {
    const failed: string[] = []
    for (let at = 0; at < count; at += 1) {
      const own = seed + 1_000_000 * (order + 20) + at
      const found = read(createRandom(own), `${own}`, name)
      const isFound = found.some((one) => limit === null || one.limit === limit)
      if (!isFound) failed.push(`${kind}, ${name} ${own}: accepted`)
    }
    return { rows: [never(`  ${kind} accepted in spite of: ${name}`, failed.length)], failed }
  })
  return [sound, ...faulty]
}

/** Draw a cartridge of a sound block: some offset and gain, probes close together, noise of two hundredths. */
function drawReadings(random: Random) {
  const between = (from: number, to: number) => from + (to - from) * random.next()
  const [offset, gain] = [between(-0.4, 0.4), between(0.99, 1.01)]
  const apart = between(-0.2, 0.2)
  return [35, 50, 60, 72, 85, 95].map((truth) => {
    const noise = () => between(-0.02, 0.02)
    return {
      device_sensor: (truth - offset) / gain + noise(),
      probes: [truth + apart / 2 + noise(), truth - apart / 2 + noise()] as [number, number],
    }
  })
}

type Readings = ReturnType<typeof drawReadings>
type Probes = Readings[number]['probes']

const { residual, uniformity, correction } = acceptance.thermal
const thermalFaults: Readonly<Record<string, (readings: Readings, random: Random) => Readings>> = {
  'a jump of the sensor': (readings, random) => {
    const jumping = 1 + random.below(4)
    return readings.map((one, at) => {
      const jump = at === jumping ? 2 * residual.value : 0
      return { ...one, device_sensor: one.device_sensor + jump }
    })
  },
  'an uneven block': (readings) =>
    readings.map((one) => {
      const truth = (one.probes[0] + one.probes[1]) / 2
      const probes: Probes = [truth + 0.6 * uniformity.value, truth - 0.6 * uniformity.value]
      return { ...one, probes }
    }),
  'a wrong gain': (readings) =>
    readings.map((one) => ({ ...one, device_sensor: one.device_sensor / 1.05 })),
  'a sensor that is far off': (readings) =>
    readings.map((one) => ({
      ...one,
      device_sensor: one.device_sensor - 1.8 * correction.value,
    })),
}

function measureThermal(seed: number, count: number) {
  const random = createRandom(seed)
  const failed: string[] = []
  let refused = 0
  for (let at = 0; at < count; at += 1) {
    const readings = drawReadings(random)
    if (!fitThermal({ readings }).passed) refused += 1
    for (const [name, plant] of Object.entries(thermalFaults)) {
      const spoilt = plant(readings, random)
      if (fitThermal({ readings: spoilt }).passed) failed.push(`${name}: accepted`)
    }
  }
  const share = (100 * refused) / count
  return {
    rows: [
      measured('thermal cartridges', count),
      {
        name: '  cartridges refused without a fault',
        value: Number(share.toFixed(2)),
        unit: '%',
        bar: '<= 1',
        ok: share <= 1,
      },
      never('  cartridges accepted in spite of a fault', failed.length),
    ],
    failed,
  }
}
