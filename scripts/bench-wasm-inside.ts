// Code that `npm run bench -- wasm` runs in each engine.
import { orderPoints } from '../workers/melt/order-points.ts'
import { smoothSlope } from '../workers/melt/smooth-slope.ts'
import { fitSigmoids, setSigmoidKernel } from '../workers/wasm/fit-sigmoids.ts'
import { openMeltKernel, type MeltExports } from '../workers/wasm/melt.ts'
import { openSigmoidKernel, type SigmoidExports } from '../workers/wasm/sigmoid.ts'
import { setMeltKernel } from '../workers/melt/smooth-melt.ts'

/** Curves of a plate, and of a melt their temperatures. */
export interface KernelWork {
  curves: number[][]
  temperatures: number[] | null
}

export interface KernelTimes {
  /** Medians over the rounds, in ms. */
  typescript: number
  wasm: number
  /** The very first round, that of WebAssembly with its compiling. */
  firstTypescript: number
  firstWasm: number
}

/** Does the work in rounds by TypeScript and by WebAssembly, in changing order, copies included. */
export function timeKernel(bytes: number[], work: KernelWork, rounds: number): KernelTimes {
  const run = work.temperatures === null ? fitAll(work.curves) : smoothAll(work)
  let open: (() => void) | undefined
  const times = { typescript: [] as number[], wasm: [] as number[] }
  const byTypescript = () => {
    setSigmoidKernel(null)
    setMeltKernel(null)
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

function fitAll(curves: number[][]): () => unknown {
  const readings = curves.map((curve) => Float64Array.from(curve))
  return () => fitSigmoids(readings, [])
}

function smoothAll({ curves, temperatures }: KernelWork): () => unknown {
  const grid = Float64Array.from(temperatures!)
  const melts = curves.map((curve) => orderPoints(grid, Float64Array.from(curve)))
  return () => melts.map((melt) => smoothSlope(melt))
}

/** Compiles the module; what it gives puts its kernels in place. */
function opener(module: Uint8Array<ArrayBuffer>): () => void {
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(module))
  const sigmoid = openSigmoidKernel(exports as unknown as SigmoidExports)
  const melt = openMeltKernel(exports as unknown as MeltExports)
  return () => {
    setSigmoidKernel(sigmoid)
    setMeltKernel(melt)
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
