import { fileURLToPath } from 'node:url'
import { readFileSync } from 'node:fs'
import { createColumns, type Weighting } from '../../workers/consensus/equations.ts'
import {
  chooseCurves,
  fitCommonShape,
  placeCurve,
  type Growing,
} from '../../workers/consensus/fit.ts'
import {
  emptyFit,
  fitSigmoid,
  isGood,
  packCurve,
  searchShape,
  setBounds,
} from '../../workers/sigmoid/sigmoid-fit.ts'
import { startFromFit } from '../../workers/sigmoid/start.ts'
import { createWorkspace } from '../../workers/sigmoid/step.ts'
import { stretchOf } from '../../workers/melt/melt-noise.ts'
import { createSlopeWindows } from '../../workers/melt/slope-windows.ts'
import { smoothSlope } from '../../workers/melt/smooth-slope.ts'
import { countWeights, fillGrid, isEven, packWindows } from '../../workers/wasm/melt.ts'

export const vectorsPath = fileURLToPath(
  new URL('../fixtures/kernels/vectors.json', import.meta.url),
)

/** Write numbers as the 16 hexadecimal digits of each: every bit stays, -0 and NaN too. */
export function writeBits(numbers: Iterable<number>): string {
  let text = ''
  for (const number of numbers) {
    view.setFloat64(0, number)
    text += view.getBigUint64(0).toString(16).padStart(16, '0')
  }
  return text
}

export function readBits(text: string): Float64Array {
  return Float64Array.from({ length: text.length / 16 }, (_, i) => {
    view.setBigUint64(0, BigInt(`0x${text.slice(16 * i, 16 * i + 16)}`))
    return view.getFloat64(0)
  })
}

const view = new DataView(new ArrayBuffer(8))

/** A function of one number at many of them. */
export interface FunctionVector {
  kernel: 'exp' | 'log'
  input: string
  result: string
}

/** A search for the shape of a sigmoid. `sigmoid.rs` says what an order and a result consist of. */
export interface SigmoidVector {
  kernel: 'sigmoid'
  name: string
  /** Readings, of which the first `earlier` were fitted before; 0 for none. */
  curve: string
  earlier: number
  /** Input of the search: packed values, logarithms of their cycles, order. */
  values: string
  logs: string
  order: string
  result: string
}

/** Temperatures as the smoothing of melt curves uses them. `slopes.rs` describes each part. */
export interface GridVector {
  kernel: 'melt grid'
  name: string
  temperatures: string
  parts: string
  roots: string
  stretch: string
  /** Rows of weights: 'shared' on an even grid, else 'own'. */
  rows: string
  halves: string
  weights: string
}

/** A melt curve without gaps, and its smoothed -dF/dT. */
export interface MeltVector {
  kernel: 'melt'
  name: string
  grid: string
  values: string
  slope: string
  deviation: string
}

/** Curves of one target, the shape that up to 24 of them have in common, and the place of each on it. */
export interface ConsensusVector {
  kernel: 'consensus'
  name: string
  /** Readings, curve after curve of `points`; middle and rise of each; height, noise ratio, expected rise. */
  points: string
  curves: string
  starts: string
  weighting: string
  enough: string
  /** Curves that the shape is found from. */
  chosen: string
  /** Rate and asymmetry. */
  shape: string
  /** Cy0, its error, floor, drift and rise of each curve; no numbers for those that were not placed. */
  places: string
}

export type KernelVector =
  | FunctionVector
  | SigmoidVector
  | GridVector
  | MeltVector
  | ConsensusVector

/** Read the stored vectors, which `cargo test` reads as well. */
export function readKernelVectors(): KernelVector[] {
  return JSON.parse(readFileSync(vectorsPath, 'utf8')) as KernelVector[]
}

/** Record the result of the TypeScript kernel for a curve. */
export function searchVector(name: string, curve: Float64Array, earlier: number): SigmoidVector {
  const start = earlier > 0 ? fitSigmoid(curve.subarray(0, earlier)) : undefined
  const work = createWorkspace(curve.length)
  packCurve(curve, 1, work)
  const fit = emptyFit('l5', work.points)
  setBounds(work)
  const order = new Float64Array(7)
  order.set([work.points, work.total, start ? 1 : 0, start && isGood(start) ? 1 : 0])
  if (start && isGood(start)) startFromFit(start, order.subarray(4))
  searchShape(work, fit, start)
  const ending = [fit.iterations, fit.converged ? 1 : 0]
  return {
    kernel: 'sigmoid',
    name,
    curve: writeBits(curve),
    earlier,
    values: writeBits(work.values.subarray(0, work.points)),
    logs: writeBits(work.logs.subarray(0, work.points)),
    order: writeBits(order),
    result: writeBits([...work.state, ...work.normal, ...work.explained, ...ending]),
  }
}

/** Record a grid of rising temperatures. */
export function gridVector(name: string, temperatures: Float64Array): GridVector {
  const windows = createSlopeWindows(temperatures)
  const inner = temperatures.length - 2
  const [parts, roots] = [new Float64Array(inner), new Float64Array(inner)]
  const halves = new Float64Array(windows.length)
  const weights = new Float64Array(countWeights(windows))
  fillGrid(temperatures, parts, roots)
  packWindows(windows, halves, weights)
  return {
    kernel: 'melt grid',
    name,
    temperatures: writeBits(temperatures),
    parts: writeBits(parts),
    roots: writeBits(roots),
    stretch: writeBits([stretchOf(temperatures)]),
    rows: windows.every(isEven) ? 'shared' : 'own',
    halves: writeBits(halves),
    weights: writeBits(weights),
  }
}

/** Record the result of the TypeScript kernel for a melt curve. */
export function meltVector(
  name: string,
  grid: string,
  temperatures: Float64Array,
  values: Float64Array,
): MeltVector {
  const places = Int32Array.from(values, (_, i) => i)
  const { slope, deviation } = smoothSlope({ temperatures, values, places })
  return {
    kernel: 'melt',
    name,
    grid,
    values: writeBits(values),
    slope: writeBits(slope),
    deviation: writeBits(deviation),
  }
}

/** Record common shape and places of the TypeScript kernel for curves of one length. */
export function consensusVector(
  name: string,
  growing: readonly Growing[],
  weighting: Weighting,
  enough: number,
): ConsensusVector {
  const points = growing[0]!.curve.length
  const chosen = chooseCurves(growing)
  const shape = fitCommonShape(chosen, weighting)
  const columns = createColumns(points)
  const places = growing.map((one) => placeCurve(one, shape, weighting, columns, enough))
  return {
    kernel: 'consensus',
    name,
    points: writeBits([points]),
    curves: growing.map(({ curve }) => writeBits(curve)).join(''),
    starts: writeBits(growing.flatMap(({ middle, rise }) => [middle, rise])),
    weighting: writeBits([weighting.height, weighting.noiseRatio, weighting.expectedRise]),
    enough: writeBits([enough]),
    chosen: writeBits(chosen.map((one) => growing.indexOf(one))),
    shape: writeBits([shape.rate, shape.asymmetry]),
    places: writeBits(
      places.flatMap((one) => [one.cy0, one.error, one.floor, one.drift, one.rise]),
    ),
  }
}
