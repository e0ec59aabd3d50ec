import { subtractLine, fitLine } from '../../workers/curves/baseline.ts'
import { compensate } from '../../workers/compensation/compensate.ts'
import { adjustWells, learnCompensation } from '../../workers/compensation/transfer.ts'
import { divideByReference } from '../../workers/curves/passive-reference.ts'
import {
  createReadings,
  curveOf,
  findChannel,
  type Readings,
} from '../../workers/curves/readings.ts'
import { findCq } from '../../workers/curves/threshold.ts'
import type { Figure } from '../support/curve-accuracy.ts'
import { measureSecondDye } from '../support/single-dye.ts'
import { hasReference, readReference } from '../support/vendor-csv.ts'

/** Plates with the light of every filter and the dyes the vendor's software made of it. */
const plates = ['qs1_std', 'qs5_4plex', 'qs7_melt', 'qs7_pa', 'qs3_rq', 'qs7_geno', 'diomni_pa']

export interface FilterPlate {
  filters: Readings
  dyes: Readings
}

/** Light by filter and by dye of a vendor's amplification stage. */
export function readFilterPlate(name: string): FilterPlate {
  const [filters, dyes] = ['Raw_Data', 'Multicomponent'].map((sheet) =>
    readReference(`allotropy/csv/${name}_${sheet}.csv`),
  ) as [Row[], Row[]]
  const stage = findLongestStage(dyes)
  const wells = Math.max(...filters.map((row) => Number(row['Well']))) > 96 ? 384 : 96
  const read = (rows: Row[]) =>
    readSheet(
      rows.filter((row) => row['Stage Number'] === stage),
      wells,
    )
  return { filters: read(filters), dyes: read(dyes) }
}

type Row = Record<string, string>

/** Find the longest stage: others are single reads before and after, or the melt, which has steps and no cycles. */
function findLongestStage(rows: readonly Row[]): string {
  const stages = new Map<string, Set<string>>()
  for (const row of rows) {
    const stage = row['Stage Number'] ?? ''
    stages.set(stage, (stages.get(stage) ?? new Set()).add(row['Cycle Number'] ?? ''))
  }
  const amplifying = [...stages].filter(([, cycles]) => cycles.size <= 60)
  return amplifying.sort((a, b) => b[1].size - a[1].size)[0]?.[0] ?? ''
}

function readSheet(rows: readonly Row[], wells: number): Readings {
  const [, , , , , ...names] = Object.keys(rows[0] ?? {})
  const points = Math.max(...rows.map((row) => Number(row['Cycle Number'])))
  const readings = createReadings(names, wells, points)
  for (const row of rows) {
    for (const [channel, name] of names.entries()) {
      if (!row[name]) continue
      const curve = curveOf(readings, channel, Number(row['Well']) - 1)
      curve[Number(row['Cycle Number']) - 1] = Number(row[name])
    }
  }
  return readings
}

/** Copy the readings, with gaps where `keeps` returns false. */
export function keepPoints(
  readings: Readings,
  keeps: (well: number, point: number) => boolean,
): Readings {
  const values = readings.values.map((value, i) => {
    const curve = Math.floor(i / readings.points)
    return keeps(curve % readings.wells, i % readings.points) ? value : Number.NaN
  })
  return { ...readings, values }
}

/** Return true for wells of one colour of a chessboard, so that neither row nor column tells them from the others. */
export const isTrained = (well: number, wells: number) => {
  const columns = wells > 96 ? 24 : 12
  return (Math.floor(well / columns) + (well % columns)) % 2 === 0
}

/** Return true for a quarter of the cycles. */
const isCalibrated = (point: number) => point % 4 === 3

/**
 * Learn the plate's matrix from one half of the wells. Compensate the others with it unchanged (`shared`), and after
 * every fourth of their cycles has adjusted it (`own`).
 */
export function holdOut({ filters, dyes }: FilterPlate): { shared: Readings; own: Readings } {
  const shared = learnCompensation(
    filters,
    keepPoints(dyes, (well) => isTrained(well, dyes.wells)),
  )
  const calibration = keepPoints(
    dyes,
    (well, point) => !isTrained(well, dyes.wells) && isCalibrated(point),
  )
  const own = adjustWells(shared, filters, calibration)
  return { shared: compensate(filters, shared), own: compensate(filters, own) }
}

/** Rms of ours minus the vendor's at the points held out, in percent of the dye's mean light. */
export function measureResidual(ours: Readings, dyes: Readings): number[] {
  return dyes.channels.map((_, dye) => {
    let squares = 0
    let light = 0
    let count = 0
    for (let well = 0; well < dyes.wells; well++) {
      if (isTrained(well, dyes.wells)) continue
      const known = curveOf(dyes, dye, well)
      const found = curveOf(ours, dye, well)
      for (let point = 0; point < dyes.points; point++) {
        const difference = found[point]! - known[point]!
        if (isCalibrated(point) || Number.isNaN(known[point])) continue
        squares += difference * difference
        light += known[point]!
        count++
      }
    }
    return (100 * Math.sqrt(squares / count)) / (light / count)
  })
}

/**
 * Smooth like the vendor, whose dyes are smoother than its raw light: their second differences are ours weighed by
 * about a fifth, three fifths and a fifth. The remaining difference is the mixing alone.
 */
function smoothLikeVendor(readings: Readings): Readings {
  const { points, values } = readings
  const smooth = values.map((value, i) => {
    const point = i % points
    const before = values[point > 0 ? i - 1 : i]!
    const after = values[point + 1 < points ? i + 1 : i]!
    return 0.2 * before + 0.6 * value + 0.2 * after
  })
  return { ...readings, values: smooth }
}

interface Outcome {
  /** Curves that amplify for the vendor and do not cross for us. */
  lost: number
  /** Curves without amplification for the vendor, and of them those that cross for us. */
  negatives: number
  crossed: number
}

/** Compare crossings at the vendor's threshold and baseline window in the dyes we made, wells held out only. */
function compareCrossings(name: string, ours: Readings): Outcome {
  const outcome: Outcome = { lost: 0, negatives: 0, crossed: 0 }
  const passive = ours.channels.includes('ROX') ? 'ROX' : 'MUSTANG PURPLE'
  if (!hasReference(`allotropy/csv/${name}_Results.csv`)) return outcome
  for (const row of readReference(`allotropy/csv/${name}_Results.csv`)) {
    const well = Number(row['Well']) - 1
    const channel = findChannel(ours, (row['Reporter'] ?? '').toUpperCase())
    if (isTrained(well, ours.wells) || channel < 0) continue
    const rn = new Float64Array(ours.points)
    divideByReference(
      curveOf(ours, channel, well),
      curveOf(ours, findChannel(ours, passive), well),
      rn,
    )
    const window = { start: Number(row['Baseline Start']), end: Number(row['Baseline End']) }
    const drn = subtractLine(rn, fitLine(rn, window), new Float64Array(rn.length))
    const crosses = findCq(drn, Number(row['Threshold'])) > 0
    if (row['Amp Status'] === 'AMP') outcome.lost += crosses ? 0 : 1
    else {
      outcome.negatives++
      outcome.crossed += crosses ? 1 : 0
    }
  }
  return outcome
}

/** Measure the compensation of vendors' plates, every figure from wells and cycles that were not learnt from. */
export function measureCompensation(): Figure[] {
  return [...measureVendorPlates(), ...measureSingleDye()]
}

function measureVendorPlates(): Figure[] {
  return plates.flatMap((name) => {
    if (!hasReference(`allotropy/csv/${name}_Raw_Data.csv`)) return []
    const plate = readFilterPlate(name)
    const { shared, own } = holdOut(plate)
    const left = measureResidual(own, plate.dyes)
    const plain = measureResidual(shared, plate.dyes)
    const smooth = measureResidual(
      holdOut({ filters: smoothLikeVendor(plate.filters), dyes: plate.dyes }).own,
      plate.dyes,
    )
    const { lost, negatives, crossed } = compareCrossings(name, own)
    const figure = (text: string, value: number, unit: string, most: number | null): Figure => ({
      name: `${name}: ${text}`,
      value,
      unit,
      bar: most === null ? '' : `<= ${most}`,
      ok: most === null ? null : value <= most,
    })
    return [
      figure(
        'compensation residual, one matrix for the plate, worst dye',
        Math.max(...plain),
        '% rms',
        null,
      ),
      figure('compensation residual, matrix per well, worst dye', Math.max(...left), '% rms', 1),
      figure(
        'the same with filters smoothed as the vendor does (a fifth, three fifths, a fifth)',
        Math.max(...smooth),
        '% rms',
        null,
      ),
      figure('compensated curves without amplification', negatives, 'curves', null),
      figure('compensated, crossing without amplification', crossed, 'curves', 0),
      figure('compensated, amplification lost', lost, 'curves', 0),
    ]
  })
}

function measureSingleDye(): Figure[] {
  const figure = (
    name: string,
    value: number,
    unit: string,
    bar = '',
    ok: boolean | null = null,
  ) => ({
    name: `16 wells, FAM alone, read in two channels: ${name}`,
    value,
    unit,
    bar,
    ok,
  })
  const rms = (parts: readonly number[]) =>
    100 * Math.sqrt(parts.reduce((sum, part) => sum + part * part, 0) / parts.length)
  const own = measureSecondDye('wells')
  return [
    figure(
      'rise of the second channel, uncompensated',
      rms(measureSecondDye(null).parts),
      '% of FAM, rms',
    ),
    figure(
      'left in HEX, one matrix for the plate',
      rms(measureSecondDye('shared').parts),
      '% of FAM, rms',
    ),
    figure('left in HEX, matrix per well', rms(own.parts), '% of FAM, rms'),
    figure('HEX curves above ten times their noise', own.growing, 'curves'),
    figure('of them not named as leaks', own.unnamed, 'curves', '<= 0', own.unnamed === 0),
  ]
}
