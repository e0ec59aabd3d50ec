// Code that `npm run bench -- wasm` runs in each engine.
import { orderPoints } from '../workers/melt/order-points.ts'
import { smoothSlope } from '../workers/melt/smooth-slope.ts'
import { openConsensusKernel, type ConsensusExports } from '../workers/wasm/consensus.ts'
import { fitSigmoids, setSigmoidKernel } from '../workers/wasm/fit-sigmoids.ts'
import { openMeltKernel, type MeltExports } from '../workers/wasm/melt.ts'
import { openSigmoidKernel, type SigmoidExports } from '../workers/wasm/sigmoid.ts'
import { fitShape, placeCurves, setConsensusKernel } from '../workers/consensus/place-curves.ts'
import { setMeltKernel } from '../workers/melt/smooth-melt.ts'

/** Curves of a plate; of a melt with their temperatures, of a target with the middle and rise of each. */
export interface KernelWork {
  curves: number[][]
  temperatures?: number[]
  starts?: { middle: number; rise: number }[]
}

export interface KernelTimes {
  /** Medians over the rounds, in ms. */
  typescript: number
  wasm: number
  /** The very first round, that of WebAssembly with its compiling. */
  firstTypescript: number
  firstWasm: number
}

/** Do the work in rounds by TypeScript and by WebAssembly, in changing order, copies included. */
export function timeKernel(bytes: number[], work: KernelWork, rounds: number): KernelTimes {
  const run = chooseRun(work)
  let open: (() => void) | undefined
  const times = { typescript: [] as number[], wasm: [] as number[] }
  const byTypescript = () => {
    setSigmoidKernel(null)
    setMeltKernel(null)
    setConsensusKernel(null)
    run()
  }
  const byWasm = () => {
    open ??= opener(Uint8Array.from(bytes))
    open()
    run()
  }
  for (let round = 0; round < rounds; round++) {
    if (round % 2 === 0) times.typescript.push(time(byTypescript))
    times.wasm.push(time(byWasm))
    if (round % 2 === 1) times.typescript.push(time(byTypescript))
  }
  return {
    firstTypescript: times.typescript[0]!,
    firstWasm: times.wasm[0]!,
    typescript: medianOf(times.typescript),
    wasm: medianOf(times.wasm),
  }
}

function chooseRun(work: KernelWork): () => unknown {
  if (work.temperatures) return smoothAll(work.curves, work.temperatures)
  if (work.starts) return placeAll(work.curves, work.starts)
  return fitAll(work.curves)
}

function fitAll(curves: number[][]): () => unknown {
  const readings = curves.map((curve) => Float64Array.from(curve))
  return () => fitSigmoids(readings, [])
}

/** Fit the common shape, and place each curve on it as an analysis does: roughly, then to the end. */
function placeAll(curves: number[][], starts: { middle: number; rise: number }[]): () => unknown {
  const growing = starts.map((start, i) => ({ curve: Float64Array.from(curves[i]!), ...start }))
  const weighting = { height: 0.5, noiseRatio: 0.001, expectedRise: Number.NaN }
  return () => {
    const shape = fitShape(growing, weighting)
    placeCurves(growing, shape, weighting, 1e-3)
    return placeCurves(growing, shape, weighting)
  }
}

function smoothAll(curves: number[][], temperatures: number[]): () => unknown {
  const grid = Float64Array.from(temperatures)
  const melts = curves.map((curve) => orderPoints(grid, Float64Array.from(curve)))
  return () => melts.map((melt) => smoothSlope(melt))
}

/** Compile the module; what it gives puts its kernels in place. */
function opener(module: Uint8Array<ArrayBuffer>): () => void {
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(module))
  const sigmoid = openSigmoidKernel(exports as unknown as SigmoidExports)
  const melt = openMeltKernel(exports as unknown as MeltExports)
  const consensus = openConsensusKernel(exports as unknown as ConsensusExports)
  return () => {
    setSigmoidKernel(sigmoid)
    setMeltKernel(melt)
    setConsensusKernel(consensus)
  }
}

function time(work: () => void): number {
  const started = performance.now()
  work()
  return performance.now() - started
}

function medianOf(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[times.length >> 1]!
}

/** For a page. */
Object.assign(globalThis, { timeKernel })
