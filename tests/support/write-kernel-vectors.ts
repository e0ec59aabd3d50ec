// `node tests/support/write-kernel-vectors.ts`: writes the golden vectors of the kernels again, after a TypeScript kernel
// has changed. The Rust one must then be changed until it gives them too.
import { readFileSync, writeFileSync } from 'node:fs'
import type { Growing } from '../../workers/consensus/fit.ts'
import { exp } from '../../workers/numbers/exp.ts'
import { log } from '../../workers/numbers/log.ts'
import { makeCurve } from '../workers/curves.ts'
import { drawPlate, recordedPlates } from './engine-plates.ts'
import type { EnginePlate } from './engine-plate.ts'
import {
  consensusVector,
  gridVector,
  meltVector,
  searchVector,
  vectorsPath,
  writeBits,
  type KernelVector,
} from './kernel-vectors.ts'
import { createRandom } from './seeded-random.ts'

const random = createRandom(5)
const edges = [0, -0, Infinity, -Infinity, Number.NaN, 5e-324, 1e-310, 2.2250738585072014e-308]
const exponents = [...edges, 708, -708, 709.7, 709.8, 710, -745, -745.2, -746, 1e-20]
const numbers = [...edges, 1, 1 - 2 ** -53, 1 + 2 ** -52, 1.7976931348623157e308]
for (let i = 0; i < 150; i++) {
  exponents.push((random.next() - 0.5) * 10 ** random.below(4))
  numbers.push(random.next() * 10 ** (random.below(600) - 300), 0.7 + random.next())
}

const vectors: KernelVector[] = [
  {
    kernel: 'exp',
    input: writeBits(exponents),
    result: writeBits(exponents.map(exp)),
  },
  { kernel: 'log', input: writeBits(numbers), result: writeBits(numbers.map(log)) },
]

/** Add every n-th curve, so that both growth and flat wells of all channels are among them. */
function addCurves({ name, amplification }: EnginePlate, step: number): void {
  const { values, points } = amplification
  for (let i = 0; i * points < values.length; i += step) {
    const curve = values.slice(i * points, (i + 1) * points)
    const measured = curve.filter(Number.isFinite)
    if (measured.length < 6 || Math.max(...measured) === Math.min(...measured)) continue
    vectors.push(searchVector(`${name}, curve ${i + 1}`, curve, i % 4 === 3 ? points - 1 : 0))
  }
}

for (const plate of recordedPlates()) addCurves(plate, 53)
for (const seed of [1, 2, 3]) addCurves(drawPlate(seed), 3)

/** Curves that are hard to fit: nothing but noise, steps, spikes, falls. */
for (let i = 0; i < 24; i++) {
  const points = 30 + random.below(20)
  const place = 3 + random.below(points - 6)
  const noise = [0, 0.01, 0.3, 1][i % 4]!
  const heights = [0, 1, -1, i % 8 === 3 ? 30 : 5, 0.2, 1][i % 6]!
  const isSpike = i % 6 === 3
  const curve = Float64Array.from({ length: points }, (_, j) => {
    const height = (isSpike ? j === place : j >= place) ? heights : 0
    return 10 + height + noise * (random.next() + random.next() - 1) + 0.01 * j * (i % 3)
  })
  vectors.push(searchVector(`hard ${i + 1}`, curve, i % 5 === 4 ? points - 1 : 0))
}

/** Good fits that the next reading spoils: the search goes back to what it had. */
for (const [i, last] of [-30, -8, 3, 40, 15, -60].entries()) {
  const curve = makeCurve(40, { base: 5, top: 10, middle: 18 + 3 * i, noise: 0.01, seed: i + 1 })
  curve[39] = last
  vectors.push(searchVector(`spoilt ${i + 1}`, curve, 39))
}

/** Add melt curves of one grid, the first one also with an outlying reading. */
function addMelts(name: string, temperatures: number[], curves: number[][]): void {
  const grid = Float64Array.from(temperatures)
  vectors.push(gridVector(name, grid))
  for (const [index, curve] of curves.entries()) {
    const own = Float64Array.from(curve)
    vectors.push(meltVector(`${name} ${index + 1}`, name, grid, own))
    if (index > 0) continue
    own[own.length >> 2]! += 0.1 * own[0]!
    vectors.push(meltVector(`${name} with a spike`, name, grid, own))
  }
}

const read = (name: string) =>
  JSON.parse(readFileSync(new URL(`../fixtures/curves/${name}`, import.meta.url), 'utf8'))
interface Melt {
  temperatures: number[]
  values: number[]
}
const [vendor] = read('qs7-melt.json') as Melt[]
addMelts('qs7', vendor!.temperatures, [vendor!.values])
const { temperatures, wells } = read('rdmlpython-melt.json') as Melt & { wells: Melt[] }
// A stretch with the peak in it, from here on on an uneven grid: there each point has weights of its own.
const cut = (numbers: number[]) => numbers.filter((_, i) => i % 3 === 0).slice(-40)
const uneven = cut(temperatures).map((temperature, i) => temperature + 0.04 * (i % 3))
addMelts('rdmlpython, uneven', uneven, [cut(wells[0]!.values), cut(wells[1]!.values)])

/** Describe a curve as a consensus begins with it: its rise, and the cycle of half of it. */
function describeGrowth(curve: Float64Array): Growing {
  const known = curve.filter(Number.isFinite)
  const rise = Math.max(...known.slice(-5)) - (known[0] ?? Number.NaN)
  const half = curve.findIndex((value) => value - known[0]! >= rise / 2)
  return { curve, middle: half + 0.5, rise }
}

/** Add a target of `count` curves; `spoil` makes some of them hard to place. */
function addTarget(name: string, count: number, noise: number, spoil: boolean): void {
  const points = 35 + random.below(20)
  const curves = Array.from({ length: count }, (_, i) => {
    const middle = 12 + random.next() * (points - 16)
    const curve = makeCurve(points, {
      base: 3 + random.next(),
      top: 4 + 8 * random.next(),
      middle,
      noise,
      seed: i + 1,
    })
    if (!spoil) return curve
    const way = i % 8
    if (way === 1) for (let at = i; at < points; at += 7) curve[at] = Number.NaN
    if (way === 2) curve.fill(Number.NaN)
    if (way === 3) curve.fill(5)
    if (way === 4) curve.reverse()
    if (way === 5) for (let at = 0; at < points; at++) curve[at]! *= 1e-104
    if (way === 6) curve.fill(Number.NaN, 4, points - 4)
    return curve
  })
  const growing = curves.map(describeGrowth)
  const ratio = Math.max(0.001, noise / 8)
  const weighting = {
    height: (ratio / 0.06) ** (1 / 6),
    noiseRatio: ratio,
    expectedRise: Number.NaN,
  }
  vectors.push(consensusVector(name, growing, weighting, 1e-3))
  const second = { ...weighting, expectedRise: 8 }
  vectors.push(consensusVector(`${name}, expected rise`, growing, second, 1e-8))
}
addTarget('clear growth', 9, 0.01, false)
addTarget('many curves', 60, 0.03, false)
addTarget('one curve', 1, 0.1, false)
addTarget('noise', 7, 2, false)
addTarget('hard to place', 24, 0.02, true)

writeFileSync(vectorsPath, `[\n${vectors.map((one) => JSON.stringify(one)).join(',\n')}\n]\n`)
