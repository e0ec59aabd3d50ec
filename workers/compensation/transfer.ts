import {
  createMatrix,
  decompose,
  type Matrix,
  multiply,
  pseudoInverse,
  transpose,
} from '../numbers/linear-system.ts'
import { type Compensation, createCompensation, unmixingOf } from './compensate.ts'
import type { Readings } from '../curves/readings.ts'

/** Part of the readings' weight that holds a well's own matrix to the plate's. */
const hold = 0.03

/** Singular values below this part of the largest are noise in what the filters see. */
const leastSingular = 1e-4

/**
 * Learn a compensation from readings whose dyes are known, such as a plate that another instrument's software has
 * already unmixed: least squares from the filter channels to each dye, over every well and point where both are
 * numbers. Wells with another set of dyes have a matrix of their own, because the set changes how light is shared out.
 * A dye that is not in a well is NaN there; a well without any known dye has the matrix of the set most wells have. The
 * background is part of the fit, so that of the result is 0.
 */
export function learnCompensation(readings: Readings, dyes: Readings): Compensation {
  const result = createCompensation(readings.channels, dyes.channels, readings.wells)
  result.unmixing.fill(Number.NaN)
  const groups = new Map<string, number[]>()
  for (let well = 0; well < readings.wells; well++) {
    const present = findPresent(dyes, well)
    const key = present.join()
    groups.set(key, [...(groups.get(key) ?? []), well])
  }
  const unknown = groups.get('') ?? []
  groups.delete('')
  // Sort stably: of sets as frequent the one that comes first on the plate is taken.
  const sets = [...groups.values()].sort((a, b) => b.length - a.length)
  for (const [at, group] of sets.entries()) {
    const present = findPresent(dyes, group[0]!)
    const pairs = pairUp(readings, dyes, present, group)
    const inverse = pseudoInverse(pairs.readings, leastSingular)
    const unmixing = transpose(multiply(inverse, pairs.dyes))
    for (const well of at === 0 ? [...group, ...unknown] : group) {
      writeRows(result, well, present, unmixing)
    }
  }
  return result
}

/**
 * Give each well with known dyes a matrix of its own, `(I + correction) unmixing`: what a shared
 * matrix gets wrong in one well is a small remix of its dyes. Ridge regression holds the correction
 * to zero where the well's readings say little, so a few points (cycles) of a well are enough.
 * Wells without known dyes keep their matrix.
 */
export function adjustWells(
  compensation: Compensation,
  readings: Readings,
  dyes: Readings,
): Compensation {
  const result = { ...compensation, unmixing: compensation.unmixing.slice() }
  for (let well = 0; well < readings.wells; well++) {
    const present = findPresent(dyes, well)
    if (present.length === 0) continue
    const before = readRows(compensation, well, present)
    const pairs = pairUp(readings, dyes, present, [well])
    const seen = multiply(pairs.readings, transpose(before))
    const correction = findCorrection(seen, pairs.dyes)
    const after = multiply(correction, before)
    for (const [i, value] of before.values.entries()) after.values[i] = after.values[i]! + value
    writeRows(result, well, present, after)
  }
  return result
}

/** Return the ridge solution c of `seen c^T = known - seen`, `dyes x dyes`, from two matrices `points x dyes`. */
function findCorrection(seen: Matrix, known: Matrix): Matrix {
  const { rows, columns } = seen
  const scaled = createMatrix(rows, columns)
  const missing = createMatrix(rows, columns)
  const scales = Array.from({ length: columns }, (_, dye) => findScale(known, dye))
  for (let i = 0; i < rows * columns; i++) {
    const scale = scales[i % columns]!
    scaled.values[i] = scale > 0 ? seen.values[i]! / scale : 0
    missing.values[i] = known.values[i]! - seen.values[i]!
  }
  const { u, singular, v } = decompose(scaled.rows >= columns ? scaled : padRows(scaled))
  const weights = createMatrix(columns, u.rows)
  for (let k = 0; k < columns; k++) {
    const value = singular[k]!
    const weight = value / (value * value + hold * rows)
    for (let row = 0; row < u.rows; row++) {
      weights.values[k * u.rows + row] = weight * u.values[row * columns + k]!
    }
  }
  const target = missing.rows >= columns ? missing : padRows(missing)
  const solution = multiply(v, multiply(weights, target))
  const correction = transpose(solution)
  for (let i = 0; i < correction.values.length; i++) {
    const scale = scales[i % columns]!
    correction.values[i] = scale > 0 ? correction.values[i]! / scale : 0
  }
  return correction
}

/** Add rows of zeros until there are as many as columns: they add nothing to a sum of squares. */
function padRows(matrix: Matrix): Matrix {
  const padded = createMatrix(Math.max(matrix.rows, matrix.columns), matrix.columns)
  padded.values.set(matrix.values)
  return padded
}

function findScale({ rows, columns, values }: Matrix, column: number): number {
  let sum = 0
  for (let row = 0; row < rows; row++) sum += Math.abs(values[row * columns + column]!)
  return sum / rows
}

/** Return the positions of the dyes with a value anywhere in the well. */
function findPresent(dyes: Readings, well: number): number[] {
  return dyes.channels.flatMap((_, dye) => {
    const from = (dye * dyes.wells + well) * dyes.points
    return dyes.values.subarray(from, from + dyes.points).some(Number.isFinite) ? [dye] : []
  })
}

/** Return readings (`pairs x channels`) and dyes (`pairs x present`) of every point where all are numbers. */
function pairUp(
  readings: Readings,
  dyes: Readings,
  present: readonly number[],
  wells: readonly number[],
): { readings: Matrix; dyes: Matrix } {
  const from: number[] = []
  const to: number[] = []
  let rows = 0
  for (const well of wells) {
    for (let point = 0; point < readings.points; point++) {
      const light = readings.channels.map((_, channel) => valueAt(readings, channel, well, point))
      const known = present.map((dye) => valueAt(dyes, dye, well, point))
      if (![...light, ...known].every(Number.isFinite)) continue
      from.push(...light)
      to.push(...known)
      rows++
    }
  }
  const columns = readings.channels.length
  return {
    readings: { rows, columns, values: Float64Array.from(from) },
    dyes: { rows, columns: present.length, values: Float64Array.from(to) },
  }
}

function valueAt(
  { wells, points, values }: Readings,
  channel: number,
  well: number,
  point: number,
) {
  return values[(channel * wells + well) * points + point]!
}

/** Return the rows of the dyes present in a well, `present x channels`. */
function readRows(compensation: Compensation, well: number, present: readonly number[]): Matrix {
  const columns = compensation.channels.length
  const matrix = createMatrix(present.length, columns)
  const unmixing = unmixingOf(compensation, well)
  for (const [row, dye] of present.entries()) {
    matrix.values.set(unmixing.subarray(dye * columns, (dye + 1) * columns), row * columns)
  }
  return matrix
}

function writeRows(
  compensation: Compensation,
  well: number,
  present: readonly number[],
  rows: Matrix,
): void {
  const columns = compensation.channels.length
  const unmixing = unmixingOf(compensation, well)
  for (const [row, dye] of present.entries()) {
    unmixing.set(rows.values.subarray(row * columns, (row + 1) * columns), dye * columns)
  }
}
