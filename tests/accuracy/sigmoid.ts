import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { findSigmoidCq, type SigmoidCq } from '../../workers/sigmoid/sigmoid-cq.ts'
import { fitSigmoid, type SigmoidFit } from '../../workers/sigmoid/sigmoid-fit.ts'
import { quantile, type Figure } from '../support/curve-accuracy.ts'
import { hasReference, readReference } from '../support/vendor-csv.ts'

const data = fileURLToPath(new URL('../../../shared/data/', import.meta.url))
const references = 'reference-qpcR'
const ending = '_qpcR_l5_l4.csv'
const places = ['qpcR', 'chipPCR', 'PCRedux']

/** A set of published curves: one column of readings a curve, by name. */
export interface CurveSet {
  firstCycle: number
  curves: Map<string, Float64Array>
}

/** Read the curves of a set, its first column the cycles; null where the data is missing. */
export function readCurveSet(name: string): CurveSet | null {
  const path = places
    .flatMap((place) => [`${place}/${name}.csv`, `${place}/${name}.csv.gz`])
    .find(hasReference)
  if (path === undefined) return null
  const bytes = readFileSync(`${data}${path}`)
  const text = (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString()
  const [head = [], ...rows] = text
    .trim()
    .split(/\r?\n/)
    .map((line) => line.replaceAll('"', '').split(','))
  const curves = head.slice(1).map((curve, k): [string, Float64Array] => {
    const values = rows.map((row) => (row[k + 1] === '' ? Number.NaN : Number(row[k + 1])))
    return [curve, Float64Array.from(values)]
  })
  return { firstCycle: Number(rows[0]?.[0] ?? 1), curves: new Map(curves) }
}

/** One curve that qpcR fitted: its numbers and ours. */
export interface FittedPair {
  set: string
  curve: string
  theirs: Record<string, number>
  fit: SigmoidFit
  cq: SigmoidCq
}

/** Fit every curve that qpcR has a five-parameter fit of; none without the data. */
export function fitReferenceCurves(): FittedPair[] {
  if (!hasReference(references)) return []
  const files = readdirSync(`${data}${references}`).filter((file) => file.endsWith(ending))
  return files.toSorted().flatMap((file) => {
    const set = file.slice(0, -ending.length)
    const readings = readCurveSet(set)
    if (readings === null) return []
    return readReference(`${references}/${file}`).flatMap(({ curve = '', ...numbers }) => {
      const values = readings.curves.get(curve)
      if (values === undefined || numbers['l5_b'] === 'NA') return []
      const theirs = Object.fromEntries(Object.entries(numbers).map(([k, v]) => [k, Number(v)]))
      const fit = fitSigmoid(values, { firstCycle: readings.firstCycle })
      return [{ set, curve, theirs, fit, cq: findSigmoidCq(fit) }]
    })
  })
}

/**
 * Figures of ours that are compared with qpcR's. qpcR searches maxima on a grid of .01 cycles that includes the first
 * and the last cycle: there we have no Cq, but a figure that equals its result.
 */
export const compared = [
  ['cpD2', 'cpD2', 'sharpestCycle'],
  ['cpD1', 'cpD1', 'steepestCycle'],
  ['Cy0', 'Cy0_asymptote', 'cy0'],
] as const

/** Return the differences of one Cq in cycles; Infinity where qpcR has a number and we have none. */
export function compareWithQpcr(
  pairs: readonly FittedPair[],
  [, theirs, ours]: (typeof compared)[number],
): number[] {
  return pairs
    .filter((pair) => Number.isFinite(pair.theirs[theirs]))
    .map((pair) => Math.abs(pair.cq[ours] - pair.theirs[theirs]!))
    .map((size) => (Number.isNaN(size) ? Number.POSITIVE_INFINITY : size))
}

/** Return true if our residual sum of squares is clearly above qpcR's (its R2 has seven digits). */
export function isWorseFit({ fit, theirs }: FittedPair): boolean {
  const left = 1 - theirs['l5_R2']!
  return !(1 - fit.r2 <= left * 1.001 + 1e-7)
}

/** Compare sigmoid fits and their Cqs with qpcR's, over every available set. */
export function measureSigmoid(): Figure[] {
  const pairs = fitReferenceCurves()
  if (pairs.length === 0) return []
  const figure = (name: string, value: number, unit: string, most: number | null): Figure => ({
    name: `sigmoid fits: ${name}`,
    value,
    unit,
    bar: most === null ? '' : `<= ${most}`,
    ok: most === null ? null : value <= most,
  })
  const rising = pairs.filter(({ theirs }) => theirs['l5_R2']! > 0.95)
  return [
    figure('curves qpcR fits', pairs.length, 'curves', null),
    figure('curves lost', pairs.filter(({ fit }) => !Number.isFinite(fit.b)).length, 'curves', 0),
    ...compared.flatMap((one) => {
      const sizes = compareWithQpcr(pairs, one)
      return [
        figure(`${one[0]} against qpcR, median |d|`, quantile(sizes, 0.5), 'cycles', 0.01),
        figure(`${one[0]} against qpcR, p95 |d|`, quantile(sizes, 0.95), 'cycles', 0.05),
        figure(
          `${one[0]} against qpcR, max |d| where R2 > 0.95`,
          quantile(compareWithQpcr(rising, one), 1),
          'cycles',
          null,
        ),
      ]
    }),
    figure('larger residuals than qpcR', pairs.filter(isWorseFit).length, 'curves', null),
    figure(
      'without cpD2 (maximum before the first or after the last cycle, or falling)',
      pairs.filter(({ cq }) => Number.isNaN(cq.cpD2)).length,
      'curves',
      null,
    ),
    figure('576 curves of 45 cycles, five parameters', timeFits(), 'ms', 45),
  ]
}

/** Return the shortest time of ten runs over 576 curves, ms. */
function timeFits(): number {
  const set = readCurveSet('dil4reps94')
  if (set === null) return Number.NaN
  const curves = [...set.curves.values()]
  const times = Array.from({ length: 10 }, () => {
    const start = performance.now()
    for (let i = 0; i < 576; i++) fitSigmoid(curves[i % curves.length]!)
    return performance.now() - start
  })
  return Math.min(...times)
}
