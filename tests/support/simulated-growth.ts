import { chooseWindow } from '../../workers/curves/baseline-window.ts'
import { fitLine, subtractLine } from '../../workers/curves/baseline.ts'
import { smooth } from '../../workers/curves/smooth.ts'
import { exp } from '../../workers/numbers/exp.ts'
import { log } from '../../workers/numbers/log.ts'
import { readCurveTable } from './linreg-reference.ts'
import { hasReference } from './vendor-csv.ts'

/** Growth of a reaction. */
export interface GrowthRule {
  /** Fold a cycle while nothing limits it, 1.5 to 2. */
  fold: number
  /** Slowness of the bend to its plateau: 0 as usual, 1 as an inhibited reaction or a poor assay. */
  bend: number
}

/**
 * One way in which real curves grow outside the product's own models. `grow` gives the growth of
 * cycles 1 to `points`, from 0 to about 1; undisturbed growth would come to a tenth at cycle `place`, so
 * that a change of `place` moves the curve by exactly as many cycles.
 */
export interface GrowthFamily {
  name: string
  grow(points: number, place: number, rule: GrowthRule): Float64Array
}

/**
 * Five parameters with a bend of its own at either end: two rates that take over from each other at the
 * middle (Ricketts & Head, Anim Sci 1999;69:57).
 */
const twoBends: GrowthFamily = {
  name: 'two bends',
  grow(points, place, { fold, bend }) {
    const early = log(fold)
    const late = early * (1.3 - 0.9 * bend)
    // Place the middle by the early growth, which is exp(early (x - middle)).
    const middle = place - log(0.1) / early
    return Float64Array.from({ length: points }, (_, i) => {
      const x = i + 1 - middle
      const weight = 1 / (1 + exp(((early + late) / 2) * x))
      return 1 / (1 + weight * exp(-early * x) + (1 - weight) * exp(-late * x))
    })
  },
}

/** Cycles that a step-by-step reaction runs on to come to its plateau. */
const toPlateau = 60

/** Simulate a reaction cycle by cycle from `0.1 / fold^place` on, over its plateau. */
function react(
  points: number,
  place: number,
  { fold }: GrowthRule,
  step: (product: number) => number,
): Float64Array {
  let product = 0.1 * exp(-place * log(fold))
  const curve = new Float64Array(points + toPlateau)
  for (let i = 0; i < curve.length; i++) {
    product += (fold - 1) * product * step(product)
    curve[i] = product
  }
  const plateau = curve.at(-1)!
  return curve.subarray(0, points).map((value) => value / plateau)
}

/** The enzyme is bound by the product and lost with it, the faster the more of an inhibitor there is. */
const inhibited: GrowthFamily = {
  name: 'kinetic with inhibitor',
  grow(points, place, rule) {
    let enzyme = 1
    return react(points, place, rule, (product) => {
      const part = enzyme / (1 + product * (0.5 + 2 * rule.bend))
      enzyme *= exp(-product * (0.8 - 0.5 * rule.bend))
      return part
    })
  },
}

/** Amount of primers at half saturation of the enzyme, as a part of the amount at the start. */
const halfPrimers = 0.1

/** Simulate growth whose primers run out, so that strands find each other instead. Undisturbed growth is `fold`. */
const depleted: GrowthFamily = {
  name: 'primer depletion',
  grow(points, place, rule) {
    return react(points, place, rule, (product) => {
      const primers = Math.max(0, 1 - product)
      const taken = primers + halfPrimers + product * (0.4 + 2.5 * rule.bend)
      return ((1 + halfPrimers) * primers) / taken
    })
  },
}

/** Single curves of instruments, each the first of a set whose ground and plateau are both there. */
const recordings = [
  { path: 'qpcR/reps3.csv', curve: 'F2.1' },
  { path: 'qpcR/guescini1.csv', curve: 'F2.1' },
  { path: 'qpcR/dil4reps94.csv', curve: 'F150_1' },
  { path: 'chipPCR/VIMCFX96_60.csv', curve: '' },
] as const

interface Recorded {
  /** ln of the growth from 0 to 1 by cycle from 0, and its slope where undisturbed. */
  logs: Float64Array
  rate: number
  /** Cycle at which undisturbed growth would come to a tenth. */
  place: number
}

/** Return a recorded curve without noise: smoothed, its undisturbed part put on, its last level held. */
function record(path: string, name: string): Recorded {
  const { names, points, values } = readCurveTable(path)
  const well = Math.max(0, names.indexOf(name))
  const curve = values.slice(well * points, (well + 1) * points)
  const line = fitLine(curve, chooseWindow(curve, new Float64Array(2 * points)))
  const corrected = subtractLine(curve, line, new Float64Array(points))
  const smoothed = smooth(
    smooth(corrected, 3, new Float64Array(points)),
    2,
    new Float64Array(points),
  )
  const top = smoothed.reduce((most, value) => Math.max(most, value), 0)
  const parts = smoothed.map((value) => value / top)
  let from = parts.length - 1
  while (from > 0 && parts[from - 1]! > 0.02) from--
  let to = from
  while (parts[to]! < 0.12) to++
  const rate = log(parts[to]! / parts[from]!) / (to - from)
  const logs = Float64Array.from(parts, (part, i) =>
    i < from ? log(parts[from]!) - rate * (from - i) : log(Math.max(part, 0.02)),
  )
  return { logs, rate, place: from + (log(0.1) - logs[from]!) / rate }
}

/** Smooth value between the points of a table, its ends carried on. */
function readAt({ logs, rate }: Recorded, x: number): number {
  if (x <= 0) return exp(logs[0]! + rate * x)
  if (x >= logs.length - 2) return exp(logs.at(-1)!)
  const i = Math.max(1, Math.floor(x))
  const [a, b, c, d] = [
    logs[i - 1]!,
    logs[i]!,
    logs[i + 1]!,
    logs[Math.min(i + 2, logs.length - 1)]!,
  ]
  const t = x - i
  return exp(b + (t / 2) * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a))))
}

function recordedFamily(path: string, name: string): GrowthFamily {
  const recorded = record(path, name)
  return {
    name: `recorded ${path.split('/').at(-1)?.replace('.csv', '')}`,
    grow(points, place, { fold, bend }) {
      const pace = log(fold) / recorded.rate
      return Float64Array.from({ length: points }, (_, i) => {
        const x = recorded.place + pace * (i + 1 - place)
        // Bend it slowly: the more has grown, the slower the clock of the recording runs.
        const late = Math.max(0, x - recorded.place)
        return readAt(recorded, x - late + late / (1 + 0.06 * bend * late))
      })
    },
  }
}

/** Read every family: the computed ones, and recordings if their data exist. */
export function readFamilies(): GrowthFamily[] {
  return [
    twoBends,
    inhibited,
    depleted,
    ...recordings
      .filter(({ path }) => hasReference(path))
      .map(({ path, curve }) => recordedFamily(path, curve)),
  ]
}
