import { fitLine, type Window } from './baseline.ts'
import { estimateNoise } from './noise.ts'
import { exp } from '../numbers/exp.ts'
import { measureParts, packColumns, type PackedColumns } from '../numbers/packed-columns.ts'

/** A rise from one level towards another that neither drift, creep nor a step makes. */
export interface PlainRise {
  /** Height of the rise, in the curve's unit. */
  height: number
  /** The same over the standard deviation of the points around it. */
  rise: number
  /** Cycle (1-based) at which it has come to a fiftieth of its height. */
  start: number
  /** Rate of the rise, per cycle: a rise with an even bend takes 4.4 / rate cycles from 10 to 90 %. */
  rate: number
  /** Residual variance of a drift, and of a single step on a line, over that of the rise. */
  overDrift: number
  overStep: number
}

/** First point that counts: the first two cycles carry the warming-up. */
const firstPoint = 2
/** Fewest points that tell a rise from a drift. */
const fewestPoints = 12
/** A rise from 0 to 1 and where it has come to a fiftieth. */
type Bend = ((x: number) => number) & { start: number }

/** Bends alike at both ends (logistic), slow at the upper one (Gompertz), and slow at the lower one. */
export const even: Bend = Object.assign((x: number) => 1 / (1 + exp(-x)), { start: -3.9 })
export const slow: Bend = Object.assign((x: number) => exp(-exp(-x)), { start: -1.36 })
export const slowFoot: Bend = Object.assign((x: number) => 1 - exp(-exp(x)), { start: -3.9 })

/** Rises that are tried in a curve of a given number of points. */
export interface RiseFamily {
  /** Rates, per cycle, each of which is tried with each bend. */
  rates: (points: number) => readonly number[]
  bends: readonly Bend[]
  /** Cycles between the middles that are tried. */
  step: (rate: number) => number
}

/** Rises of a PCR: of a reaction which grows threefold in two cycles down to one of a fifth a cycle. */
const pcrRises: RiseFamily = {
  rates: () => [1.1, 0.75, 0.5, 0.35, 0.24],
  bends: [even, slow],
  step: () => 1,
}
/**
 * Rate below which a rise must begin at a cycle that counts, so that its floor is seen: what rises slowly
 * from the first readings on and levels off is a plate that warms up.
 */
const slowRate = 0.75
/** Cycles in which a plate that warms up comes to 1 / e of what is left, of which the best counts. */
const warmings = [3, 6, 12, 24] as const
/** Earliest middle of a rise, and its latest one in cycles after the last. */
const earliestMiddle = 5
const afterLast = 3

/** Rises and steps for curves of one length, each without its mean and slope and of length 1. */
interface Templates {
  columns: readonly Float64Array[]
  /** The same side by side. */
  rises: PackedColumns
  /** By rise: height within the cycles and part along the slope, both at length 1; cycle of the start. */
  heights: number[]
  slopes: number[]
  starts: number[]
  rates: number[]
  /** By rise: smaller neighbour of its largest step, as a part of that step. */
  besides: number[]
  steps: PackedColumns
  warmings: PackedColumns
  /** An orthonormal basis of the polynomials of degree 0 to 3. */
  powers: Float64Array[]
}

const known = new Map<RiseFamily, Map<number, Templates>>()

function templatesFor(family: RiseFamily, count: number): Templates {
  const ofFamily = known.get(family) ?? new Map<number, Templates>()
  known.set(family, ofFamily)
  const found = ofFamily.get(count)
  if (found) return found
  const made = makeTemplates(family, count)
  ofFamily.set(count, made)
  return made
}

/** Rises of a PCR without their mean and slope and of length 1, also side by side, and their heights at that length. */
export interface Rises {
  columns: readonly Float64Array[]
  packed: PackedColumns
  heights: readonly number[]
}

/** Part of the largest step of a growth that its smaller neighbour has at least, as far as it was measured. */
const leastBeside = 0.35
const knownRises = new Map<number, Rises>()

/**
 * List every rise of a PCR in so many points. The foot of a fast one, of which only the last points are measured, is
 * left out: it jumps, as no growth does.
 */
export function listRises(count: number): Rises {
  const found = knownRises.get(count)
  if (found) return found
  const { columns, heights, besides } = templatesFor(pcrRises, count)
  const isGrowth = (_: unknown, at: number) => besides[at]! >= leastBeside
  const grown = columns.filter(isGrowth)
  const made = { columns: grown, packed: packColumns(grown), heights: heights.filter(isGrowth) }
  knownRises.set(count, made)
  return made
}

function makeTemplates(family: RiseFamily, count: number): Templates {
  const rises: Float64Array[] = []
  const steps: Float64Array[] = []
  const warmed: Float64Array[] = []
  const made = {
    heights: [] as number[],
    slopes: [] as number[],
    starts: [] as number[],
    rates: [] as number[],
    besides: [] as number[],
    powers: [] as Float64Array[],
  }
  for (let degree = 0; degree < 4; degree++) {
    const column = new Float64Array(count)
    for (let i = 0; i < count; i++) {
      const x = (2 * i) / (count - 1) - 1
      column[i] = degree === 0 ? 1 : degree === 1 ? x : degree === 2 ? x * x : x * x * x
    }
    scaleToOne(takeAway(column, made.powers))
    made.powers.push(column)
  }
  const line = made.powers.slice(0, 2)
  for (const rate of family.rates(count)) {
    const last = count + firstPoint + afterLast
    const isWhole = Number.isInteger(family.step(rate))
    const tables = isWhole ? tabulate(family.bends, rate, count, last) : []
    for (let middle = earliestMiddle; middle <= last; middle += family.step(rate)) {
      for (const [index, bend] of family.bends.entries()) {
        const start = middle + bend.start / rate
        if (rate < slowRate && start < firstPoint + 1) continue
        const column =
          tables[index]?.slice(last - middle, last - middle + count) ??
          Float64Array.from({ length: count }, (_, i) => bend(rate * (i + 1 + firstPoint - middle)))
        const height = column[count - 1]! - column[0]!
        made.besides.push(measureBeside(column))
        const slope = dot(column, line[1]!)
        const length = scaleToOne(takeAway(column, line))
        rises.push(column)
        made.heights.push(height / length)
        made.slopes.push(slope / length)
        made.starts.push(start)
        made.rates.push(rate)
      }
    }
  }
  for (let from = 1; from < count; from++) {
    const column = new Float64Array(count).fill(1, from)
    scaleToOne(takeAway(column, line))
    steps.push(column)
  }
  for (const cycles of warmings) {
    const column = new Float64Array(count)
    for (let i = 0; i < count; i++) column[i] = exp(-i / cycles)
    scaleToOne(takeAway(column, line))
    warmed.push(column)
  }
  return {
    ...made,
    columns: rises,
    rises: packColumns(rises),
    steps: packColumns(steps),
    warmings: packColumns(warmed),
  }
}

/** Measure the smaller neighbour of the largest step of a rise, as a part of that step. */
function measureBeside(column: Float64Array): number {
  const stepTo = (i: number) => column[i]! - column[i - 1]!
  let at = 1
  for (let i = 2; i < column.length; i++) if (stepTo(i) > stepTo(at)) at = i
  const before = at > 1 ? stepTo(at - 1) : stepTo(at)
  const after = at + 1 < column.length ? stepTo(at + 1) : stepTo(at)
  return Math.min(before, after) / stepTo(at)
}

/**
 * Tabulate the values of each bend from the latest middle at the first point on to the earliest one at the last: with
 * middles at whole cycles, rises of one rate are parts of the same curve, and each new cycle of a live run needs all of
 * them again.
 */
function tabulate(
  bends: readonly Bend[],
  rate: number,
  count: number,
  last: number,
): Float64Array[] {
  const length = count + last - earliestMiddle
  return bends.map((bend) =>
    Float64Array.from({ length }, (_, i) => bend(rate * (i + 1 + firstPoint - last))),
  )
}

function dot(one: Float64Array, other: Float64Array): number {
  let sum = 0
  for (let i = 0; i < one.length; i++) sum += one[i]! * other[i]!
  return sum
}

/** Take the parts along columns of length 1 away, in place. */
function takeAway(values: Float64Array, columns: readonly Float64Array[]): Float64Array {
  for (const column of columns) {
    const part = dot(values, column)
    for (let i = 0; i < values.length; i++) values[i]! -= part * column[i]!
  }
  return values
}

/** Scale a column to length 1 in place and return the length it had. */
function scaleToOne(column: Float64Array): number {
  const length = Math.sqrt(dot(column, column))
  for (let i = 0; i < column.length; i++) column[i]! /= length
  return length
}

/** Return the largest part of a curve's squares that one of some columns of length 1 explains. */
function mostTaken(rest: Float64Array, columns: PackedColumns): number {
  const parts = measureParts(rest, columns)
  let most = 0
  for (let at = 0; at < parts.length; at++) {
    const part = parts[at]!
    most = Math.max(most, part * part)
  }
  return most
}

/**
 * Look for a rise in a curve's points (no gaps, a point per cycle) without asking for the shape of a
 * PCR: of many rises at every cycle, over a line of any slope, the one that leaves least of the curve.
 * It says how much better it does than a drift (a cubic, or a line with the warming-up of a plate) and
 * than a step.
 * Null below 14 cycles, and where nothing rises.
 */
export function findPlainRise(
  points: Float64Array,
  family: RiseFamily = pcrRises,
): PlainRise | null {
  const count = points.length - firstPoint
  if (count < fewestPoints) return null
  const templates = templatesFor(family, count)
  const { rises, heights, slopes, starts, steps, powers } = templates
  const rest = points.slice(firstPoint)
  const slope = dot(rest, powers[1]!)
  takeAway(rest, powers.slice(0, 2))
  const all = dot(rest, rest)
  let best = -1
  let most = 0
  const parts = measureParts(rest, rises)
  for (let at = 0; at < parts.length; at++) {
    if (parts[at]! > most) {
      most = parts[at]!
      best = at
    }
  }
  if (best < 0) return null
  const step = mostTaken(rest, steps)
  const bent = dot(rest, powers[2]!)
  const twice = dot(rest, powers[3]!)
  const drift = Math.max(bent * bent + twice * twice, mostTaken(rest, templates.warmings))
  const left = all - most * most
  // Count five unknowns: lines, a rise with its rate and middle; lines and two powers.
  const noise = Math.sqrt(left / (count - 5))
  // Subtract a line that falls under the rise and takes from it.
  const line = powers[1]![count - 1]! - powers[1]![0]!
  const fall = Math.min(0, (slope - most * slopes[best]!) * line)
  const height = most * heights[best]! + fall
  return {
    height,
    rise: height / noise,
    start: starts[best]!,
    rate: templates.rates[best]!,
    overDrift: (all - drift) / (count - 4) / (left / (count - 5)),
    overStep: (all - step) / (count - 4) / (left / (count - 5)),
  }
}

/**
 * Limits from which a rise is clear: ten times the noise, and so much better than a drift and a step that
 * of 900 empty wells none has it and of 900 each with drift, creep and bubbles 1 in 100 at most.
 */
export const clearRise = { rise: 10, overDrift: 1.15, overStep: 1.1 } as const

/**
 * Least share of the height of a target's well grown curves at which a rise without the shape of a PCR
 * counts. Leaks from other channels and products of the primers alone stay below: of the rated curves
 * that nobody found amplified none rises clearly to more than 0.25.
 */
export const leastShare = 0.3

/**
 * Limits from which a rise counts as that of a PCR in spite of its noise: the range of rise over noise in which the usual
 * figures show too little, and how much more of the curve a drift and a step leave unexplained than the rise does, as parts
 * of the squared height. The best drift misses a PCR by 5 % of its height or more (rms), a step by 4 %. Of the rated curves
 * that people found ambiguous or not amplified, some of htPCR come close to these limits; all others stay below 0.54 of them.
 */
export const sharpRise = {
  rise: 12,
  mostRise: 45,
  overDrift: 0.003,
  overStep: 0.002,
  leastOverStep: 2,
} as const

/** Return true for a rise in noise that is sharp enough for a PCR. */
export function isSharp({ rise, overDrift, overStep }: PlainRise): boolean {
  const square = rise * rise
  return (
    rise >= sharpRise.rise &&
    rise <= sharpRise.mostRise &&
    overDrift - 1 >= sharpRise.overDrift * square &&
    overStep - 1 >= sharpRise.overStep * square &&
    overStep >= sharpRise.leastOverStep
  )
}

/**
 * Least residual variance of a line over the noise from point to point: below it no rise is looked for. A rise of ten
 * times the noise has 2.4 and more, a straight curve 1.
 */
const leastBent = 1.5

/** Return the rise of a curve if it is clear, else null. `scratch` is overwritten; it is as long as the curve. */
export function findClearRise(
  points: Float64Array,
  scratch: Float64Array = new Float64Array(points.length),
): PlainRise | null {
  const found = findBend(points, scratch)
  return found && isClear(found) ? found : null
}

/** Return true for a rise that explains the curve clearly better than a drift and a step do. */
export function isClear({ rise, overDrift, overStep }: PlainRise): boolean {
  return (
    rise >= clearRise.rise && overDrift >= clearRise.overDrift && overStep >= clearRise.overStep
  )
}

/** Find the rise of a curve that is not straight within its noise, else null. `scratch` as for `findClearRise`. */
export function findBend(points: Float64Array, scratch: Float64Array): PlainRise | null {
  const noise = estimateNoise(points, firstPoint, points.length, scratch)
  const line = fitLine(points, { start: firstPoint + 1, end: points.length })
  if (!(line.noise * line.noise >= leastBent * noise * noise)) return null
  return findPlainRise(points)
}

/** Fewest cycles of a window before a rise, and from which its slope is believed. */
const fewestBefore = 4
const fewestForSlope = 7

/** Return the cycles before a rise, from the third on where there are enough. */
export function windowBefore({ start }: PlainRise): Window {
  const end = Math.max(fewestBefore, Math.floor(start))
  const from = Math.min(firstPoint + 1, end - fewestBefore + 1)
  return { start: from, end, level: end - from + 1 < fewestForSlope }
}
