import { readFileSync } from 'node:fs'
import { findMeltPeaks } from '../../workers/melt/peaks.ts'
import { sensitiveMeltRule } from '../../workers/melt/melt-rule.ts'
import { findVertex } from '../../workers/melt/vertex.ts'
import { quantile, type Figure } from '../support/curve-accuracy.ts'
import {
  readRdmlMelts,
  readReplicateMelts,
  readVendorMelts,
  type VendorMelt,
} from '../support/melt-reference.ts'
import { drawMelt, drawPair, makeGrid } from '../support/drawn-melts.ts'

/** Measure the melt analysis: against a vendor, against rdmlpython, on drawn curves, and its time. */
export function measureMelt(): Figure[] {
  return [
    ...measureVendor(),
    ...measureRdml('test_mca_1', 'test_mca_2', 'two lines'),
    ...measureRdml('test_mca_1', 'test_mca_3', 'decay and two lines'),
    ...measureReplicates(),
    ...measureDrawn(),
    ...measureBlanks(),
    measureTime(),
  ]
}

function figure(name: string, value: number, unit: string, bar = ''): Figure {
  const limit = Number(bar.slice(3))
  const ok = bar === '' ? null : bar.startsWith('<=') ? value <= limit : value >= limit
  return { name: `melt: ${name}`, value, unit, bar, ok }
}

function sizes(differences: readonly number[]): number[] {
  return differences.map(Math.abs)
}

/**
 * Compare Tm with the vendor's, whose derivative trails its own fluorescence: a difference of two readings is written
 * at the upper one, half a reading above the middle where it belongs, and its smoothing adds a little. Tm is therefore
 * compared half a reading higher, which needs no constant; and, as a check, by the lag read off the derivative of one
 * half of the wells and tried on the Tm of the other half. The vendor's Tm is itself rounded to half readings.
 */
function measureVendor(): Figure[] {
  const melts = readVendorMelts()
  if (melts.length === 0) return []
  const own = ({ temperatures, values }: VendorMelt) =>
    findMeltPeaks(temperatures, values)[0]?.tm ?? Number.NaN
  const isLearning = (_: VendorMelt, i: number) => i % 2 === 0
  const lags = melts.filter(isLearning).map((melt) => topOfDerivative(melt) - own(melt))
  const lag = quantile(lags, 0.5)
  const tried = melts.filter((melt, i) => !isLearning(melt, i))
  const plain = melts.map((melt) => own(melt) - melt.tm)
  const upper = melts.map((melt, i) => plain[i]! + halfReading(melt))
  const rest = tried.map((melt) => own(melt) + lag - melt.tm)
  const rounding = melts.map((melt) => topOfDerivative(melt) - melt.tm)
  const degrees = (name: string, value: number, bar = '') => figure(name, value, 'deg C', bar)
  return [
    degrees("Tm less the vendor's, median of 96 wells", quantile(plain, 0.5)),
    degrees("rounding of the vendor's Tm, max |d|", quantile(sizes(rounding), 1)),
    degrees(
      'Tm at the upper reading, 96 wells, median |d|',
      quantile(sizes(upper), 0.5),
      '<= 0.05',
    ),
    degrees('Tm at the upper reading, 96 wells, max |d|', quantile(sizes(upper), 1), '<= 0.2'),
    degrees("lag of the vendor's derivative behind its light, 48 wells", lag),
    degrees('Tm with that lag, other 48 wells, median |d|', quantile(sizes(rest), 0.5), '<= 0.05'),
    degrees('Tm with that lag, other 48 wells, max |d|', quantile(sizes(rest), 1), '<= 0.2'),
    measureSides(melts),
  ]
}

function halfReading({ temperatures }: VendorMelt): number {
  return (temperatures[1]! - temperatures[0]!) / 2
}

/** Find the low bump five to twelve degrees below Tm, a hundredth of the main peak, that most wells have. */
function measureSides(melts: readonly VendorMelt[]): Figure {
  const sides = melts.flatMap((melt) => {
    const side = melt.peaks.find(({ tm }) => tm < melt.tm - 5 && tm > melt.tm - 12)
    if (!side) return []
    const peaks = findMeltPeaks(melt.temperatures, melt.values, sensitiveMeltRule)
    return [peaks.some(({ tm }) => Math.abs(tm - side.tm) <= 1)]
  })
  const recall = (100 * sides.filter(Boolean).length) / sides.length
  return figure(
    'side peaks of the vendor found within 1 deg C (sensitive rule)',
    recall,
    '%',
    '>= 95',
  )
}

function topOfDerivative({ temperatures, derivative, tm }: VendorMelt): number {
  let top = 1
  for (let i = 1; i + 1 < derivative.length; i++) {
    if (Math.abs(temperatures[i]! - tm) < 1 && derivative[i]! > derivative[top]!) top = i
  }
  return findVertex(temperatures, derivative, top).tm
}

/** Compare with rdmlpython's analysis of the same curves: its peaks of a tenth of the light or more. */
function measureRdml(raw: string, results: string, label: string): Figure[] {
  const melts = readRdmlMelts(raw, results)
  if (melts.length === 0) return []
  const differences: number[] = []
  const shares: number[] = []
  let wanted = 0
  for (const { temperatures, values, peaks } of melts) {
    const own = findMeltPeaks(temperatures, values)
    for (const { tm, weight } of peaks) {
      if (weight < 0.1) continue
      wanted++
      const near = own.filter((peak) => Math.abs(peak.tm - tm) <= 1)
      for (const peak of near.slice(0, 1)) {
        differences.push(Math.abs(peak.tm - tm))
        shares.push(Math.abs(peak.share - weight))
      }
    }
  }
  const recall = (100 * differences.length) / wanted
  return [
    figure(`peaks of rdmlpython (${label}) found`, recall, '%', '>= 95'),
    figure(`their Tm, median |d| (${label})`, quantile(differences, 0.5), 'deg C', '<= 0.2'),
    figure(`their part of the light, median |d| (${label})`, quantile(shares, 0.5), 'part'),
  ]
}

function measureReplicates(): Figure[] {
  const melts = readReplicateMelts()
  if (melts.length === 0) return []
  const tms = melts.map(({ temperatures, values }) => findMeltPeaks(temperatures, values)[0]?.tm)
  const known = tms.filter((tm) => tm !== undefined)
  const mean = known.reduce((sum, tm) => sum + tm, 0) / known.length
  const spread = Math.sqrt(
    known.reduce((sum, tm) => sum + (tm - mean) ** 2, 0) / (known.length - 1),
  )
  return [
    figure(
      '96 replicates on a grid of 0.5 deg C: wells with a peak',
      known.length,
      'wells',
      '>= 96',
    ),
    figure('96 replicates: SD of Tm', spread, 'deg C', '<= 0.1'),
  ]
}

/** Measure curves with known Tm: logistic losses on a falling background with 0.5 % noise. */
function measureDrawn(): Figure[] {
  const errors: number[] = []
  const heights: number[] = []
  for (let seed = 1; seed <= 200; seed++) {
    const temperatures = makeGrid([0.2, 0.3, 0.5][seed % 3]!)
    const { tm, scale, values } = drawMelt(temperatures, { seed, noise: 0.005 })
    const peak = findMeltPeaks(temperatures, values)[0]
    errors.push((peak?.tm ?? Number.NaN) - tm)
    heights.push((peak?.prominence ?? Number.NaN) * 4 * scale)
  }
  let found = 0
  for (let seed = 1; seed <= 200; seed++) {
    const temperatures = makeGrid([0.2, 0.3][seed % 2]!)
    const { side, values } = drawPair(temperatures, seed)
    const peaks = findMeltPeaks(temperatures, values)
    if (peaks.some(({ tm }) => Math.abs(tm - side) < 0.3)) found++
  }
  return [
    figure('drawn curves: bias of Tm', quantile(errors, 0.5), 'deg C'),
    figure(
      'drawn curves, 0.5 % noise: Tm, median |d|',
      quantile(sizes(errors), 0.5),
      'deg C',
      '<= 0.05',
    ),
    figure('drawn curves, 0.5 % noise: Tm, max |d|', quantile(sizes(errors), 1), 'deg C', '<= 0.2'),
    figure(
      'drawn curves: height of a peak over the true one',
      quantile(heights, 0.5),
      'part',
      '>= 0.95',
    ),
    figure('drawn side peaks of 15 to 35 %, 1.5 to 4 widths off, found', found / 2, '%', '>= 95'),
  ]
}

/** Measure curves without product: drawn ones, and the wells of a recording that did not amplify. */
function measureBlanks(): Figure[] {
  let drawn = 0
  for (let seed = 1; seed <= 500; seed++) {
    const temperatures = makeGrid([0.2, 0.3, 0.5][seed % 3]!)
    const { values } = drawMelt(temperatures, { seed, noise: 0.005, product: 0 })
    drawn += findMeltPeaks(temperatures, values).length
  }
  const recording = new URL('../../devices/recordings/chai-1ch-melt.json', import.meta.url)
  const { phases } = JSON.parse(readFileSync(recording, 'utf8')) as {
    phases: { VAL: { temperatures: number[][]; values: number[][][] } }
  }
  const { temperatures, values } = phases.VAL
  // Look at the wells whose light stays flat through the melt and through the amplification.
  const recorded = [6, 7, 14, 15].reduce((sum, well) => {
    const curve = Float64Array.from(values[0]?.[well] ?? [])
    return sum + findMeltPeaks(Float64Array.from(temperatures[well] ?? []), curve).length
  }, 0)
  return [
    figure('peaks in 500 drawn curves without product', drawn, 'peaks', '<= 0'),
    figure('peaks in 4 recorded wells without product', recorded, 'peaks', '<= 0'),
  ]
}

/** 96 wells x 6 channels x 200 points, median of 5. */
function measureTime(): Figure {
  const temperatures = makeGrid(0.175)
  const curves = Array.from({ length: 576 }, (_, i) =>
    drawMelt(temperatures, { seed: i + 1, noise: 0.002 }),
  )
  const times = Array.from({ length: 5 }, () => {
    const start = performance.now()
    for (const { values } of curves) findMeltPeaks(temperatures, values)
    return performance.now() - start
  })
  return figure('96 x 6 x 200, median of 5', quantile(times, 0.5), 'ms', '<= 250')
}
