/// <reference lib="dom" />
import { analyse, type AnalyseInput } from '../workers/run/analyse.ts'
import { listPoints } from '../workers/run/assemble.ts'
import { createReadings, curveOf, type Readings } from '../workers/curves/readings.ts'
import { findMeltPeaks } from '../workers/melt/peaks.ts'
import { curveLayers } from '../workers/run/views.ts'
import { createWorkbench, type Workbench } from '../workers/workbench.ts'
import { loadKernels } from '../workers/wasm/load-kernels.ts'
import { runPlainPipeline } from '../tests/support/plain-pipeline.ts'

/** Times in ms, one for each repetition. */
export interface CurveTimes {
  analyse: number[]
  plain: number[]
  /** By cycle of several runs: until curves, Cq, calls, results and layers are there, and until all is. */
  cycle: number[]
  refine: number[]
  /** The same of a recipe that reads its Cqs at thresholds. */
  thresholdCycle: number[]
  /** Layers of the charts of a whole plate, calculated from nothing but the readings. */
  layers: number[]
  threshold: number[]
  baseline: number[]
  melt: number[]
}

/** The plates as new recipes read them (Cqs by consensus), and how often each is timed. */
interface Order {
  inputs: readonly AnalyseInput[]
  /** Null: only the first analysis of this worker is timed, when nothing is compiled. */
  melt: Readings | null
  repetitions: number
}

function timeCurves({ inputs, repetitions }: Order, melt: Readings): CurveTimes {
  const input = readAtThresholds(inputs[0]!)
  const plainCurves = inputs.map(({ amplification }) => listCurves(amplification))
  const times = { analyse: [] as number[], plain: [] as number[] }
  for (let round = 0; round < repetitions; round++) {
    const at = round % inputs.length
    const pair = [
      () => times.analyse.push(time(() => analyse(inputs[at]!))),
      () => times.plain.push(time(() => runPlainPipeline(plainCurves[at]!))),
    ]
    for (const one of round % 2 === 0 ? pair : pair.reverse()) one()
  }
  const bench = createWorkbench()
  const few = inputs.slice(0, Math.min(4, repetitions))
  const live = few.map((one) => timeRun(bench, one))
  const atThresholds = few.map((one) => timeRun(bench, readAtThresholds(one)))
  return {
    ...times,
    cycle: live.flatMap(({ cycle }) => cycle),
    refine: live.flatMap(({ refine }) => refine),
    thresholdCycle: atThresholds.flatMap(({ cycle }) => cycle),
    layers: timeLayers(input, repetitions),
    ...timeDrags(bench, input, repetitions),
    melt: repeat(repetitions, () => time(() => countPeaks(melt))),
  }
}

/** Return the same plate of an older recipe, or of one whose thresholds were given. */
function readAtThresholds(input: AnalyseInput): AnalyseInput {
  const { evaluation } = input
  const targets = evaluation.targets.map((target) => ({
    ...target,
    cq_method: 'threshold' as const,
  }))
  return { ...input, evaluation: { ...evaluation, targets } }
}

function time(work: () => unknown): number {
  const start = performance.now()
  work()
  return performance.now() - start
}

function repeat<T>(count: number, work: (round: number) => T): T[] {
  return Array.from({ length: count }, (_, round) => work(round))
}

function listCurves(readings: Readings): number[][][] {
  return readings.channels.map((_, channel) =>
    repeat(readings.wells, (well) => Array.from(curveOf(readings, channel, well))),
  )
}

function timeLayers({ amplification, evaluation }: AnalyseInput, repetitions: number): number[] {
  const reuse = curveLayers(amplification, evaluation)
  return repeat(repetitions, () => time(() => curveLayers(amplification, evaluation, reuse)))
}

/** Time a run from its first cycle to its last. */
function timeRun(bench: Workbench, input: AnalyseInput): { cycle: number[]; refine: number[] } {
  const { channels, wells, points } = input.amplification
  const result = { cycle: [] as number[], refine: [] as number[] }
  bench.open({ ...input, amplification: createReadings(channels, wells, points) })
  for (let cycle = 0; cycle < points; cycle++) {
    const added = listPoints(input.amplification, 'AMP', cycle, cycle + 1)
    const step = time(() => {
      bench.addPoints(added)
      bench.readLayers()
      bench.readResults()
    })
    result.cycle.push(step)
    result.refine.push(step + time(() => bench.refine()))
  }
  return result
}

function timeDrags(
  bench: Workbench,
  input: AnalyseInput,
  repetitions: number,
): Pick<CurveTimes, 'threshold' | 'baseline'> {
  bench.open(input)
  const { targets } = input.evaluation
  const name = (round: number) => targets[round % targets.length]!.name
  return {
    threshold: repeat(20 * repetitions, (round) =>
      time(() => bench.setThreshold(name(Math.floor(round / 50)), 0.02 * 1.01 ** round)),
    ),
    baseline: repeat(8 * repetitions, (round) =>
      time(() =>
        bench.setBaseline(name(Math.floor(round / 20)), {
          method: 'window',
          start: 3,
          end: 8 + (round % 12),
        }),
      ),
    ),
  }
}

function countPeaks(melt: Readings): number {
  let count = 0
  for (let channel = 0; channel < melt.channels.length; channel++) {
    for (let well = 0; well < melt.wells; well++) {
      count += findMeltPeaks(melt.temperatures, curveOf(melt, channel, well)).length
    }
  }
  return count
}

addEventListener('message', async ({ data }: MessageEvent<Order>) => {
  const { inputs, melt } = data
  // Load the kernels as the app's own workers do.
  if (!(await loadKernels())) throw new Error('The WebAssembly kernels did not load')
  postMessage(melt ? timeCurves(data, melt) : time(() => analyse(inputs[0]!)))
})
