import { readFileSync } from 'node:fs'
import { readRecordings, type Recording } from '../../devices/recording.ts'
import { fitLine, subtractLine } from '../../workers/curves/baseline.ts'
import { chooseWindow } from '../../workers/curves/baseline-window.ts'
import { divideByReference } from '../../workers/curves/passive-reference.ts'
import { createReadings, curveOf, type Readings } from '../../workers/curves/readings.ts'
import { importFile } from '../../workers/files/import.ts'
import type { ImportedRun } from '../../workers/files/imported-run.ts'
import type { Point } from './chart.ts'

export function readJson<T>(path: string): T {
  return JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8')) as T
}

/** One well of the RNase P standards (fixtures/README.md); quantity 0 is an NTC. */
export interface StandardWell {
  well: string
  quantity: number
  vendorCq: number | null
  rn: Float64Array
}

export function readStandards(): StandardWell[] {
  const wells = readJson<
    { well: string; quantity: number; vendorCq: number | null; FAM: number[]; ROX: number[] }[]
  >('./fixtures/rnasep-standards.json')
  return wells.map(({ well, quantity, vendorCq, FAM, ROX }) => ({
    well,
    quantity,
    vendorCq,
    rn: divideByReference(
      Float64Array.from(FAM),
      Float64Array.from(ROX),
      new Float64Array(FAM.length),
    ),
  }))
}

/** Read the amplification of a recorded run. */
export function readRecorded(name: string): { recording: Recording; readings: Readings } {
  const recording = readRecordings().find((one) => one.name === name)
  if (!recording) throw new Error(`There is no recording ${name}`)
  const { channels, wells, phases } = recording
  const readings = createReadings(channels, wells, phases.AMP.points)
  for (const [channel, curves] of phases.AMP.values.entries()) {
    for (const [well, curve] of curves.entries()) curveOf(readings, channel, well).set(curve)
  }
  return { recording, readings }
}

/** Read a run of one of the files in tests/fixtures/files, as the product does. */
export async function readRun(name: string): Promise<ImportedRun> {
  const url = new URL(`../../tests/fixtures/files/${name}`, import.meta.url)
  const { runs } = await importFile(name, new Uint8Array(readFileSync(url)))
  const [run] = runs
  if (!run) throw new Error(`${name} holds no run`)
  return run
}

/** Subtract the line of its automatic baseline window from a curve. */
export function correct(curve: Float64Array): Float64Array {
  const window = chooseWindow(curve, new Float64Array(2 * curve.length))
  return subtractLine(curve, fitLine(curve, window), new Float64Array(curve.length))
}

/** Return a curve as points over its cycles, from 1. */
export function overCycles(curve: ArrayLike<number>): Point[] {
  return Array.from(curve, (value, i) => [i + 1, value] as const)
}

/** Return points of a function over a range. */
export function sample(from: number, to: number, count: number, f: (x: number) => number): Point[] {
  return Array.from({ length: count + 1 }, (_, i) => {
    const x = from + ((to - from) * i) / count
    return [x, f(x)] as const
  })
}

/** Write a number with a fixed count of decimals and a true minus. */
export function fixed(value: number, digits: number): string {
  if (!Number.isFinite(value)) return 'none'
  const text = value.toFixed(digits)
  // Write no sign for a value that rounds to zero.
  return Number(text) === 0 ? text.replace('-', '') : text.replace('-', '\u2212')
}

/** Return the standard deviation (n - 1) of the values that are numbers. */
export function findDeviation(values: readonly number[]): number {
  const known = values.filter(Number.isFinite)
  const mean = known.reduce((sum, value) => sum + value, 0) / known.length
  const squares = known.reduce((sum, value) => sum + (value - mean) * (value - mean), 0)
  return Math.sqrt(squares / (known.length - 1))
}
