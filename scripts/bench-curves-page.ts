/// <reference lib="dom" />
import type { AnalyseInput } from '../workers/run/analyse.ts'
import { encodeCurves } from '../workers/run/blob.ts'
import type { Readings } from '../workers/curves/readings.ts'
import { openWorkbench } from '../workers/open-workbench.ts'
import { createPool } from '../workers/pool.ts'
import type { CurveTimes } from './bench-curves-worker.ts'

declare global {
  interface Performance {
    measureUserAgentSpecificMemory(): Promise<{ bytes: number }>
  }
}

/** Times of a drag: from the pointer's position to the answer, in ms. */
export interface DragTimes {
  answered: number[]
  /** Longest task of the page meanwhile. */
  longestTask: number
}

/** Longest time between two frames, and the longest task of the page's thread. */
export interface ThreadTimes {
  longestFrame: number
  longestTask: number
}

export interface RecalculationTimes extends ThreadTimes {
  analyses: number
  seconds: number
  /** Memory of page and workers at the end, without garbage, in MB. */
  held: number
}

/** Run `timeCurves` in one new worker, and say how long the page's thread was held meanwhile, doing nothing. */
export async function timeInWorker(
  inputs: AnalyseInput[],
  melt: Readings,
  repetitions: number,
): Promise<CurveTimes & ThreadTimes> {
  const watch = watchThread()
  const times = await askWorker<CurveTimes>({ inputs, melt, repetitions })
  return { ...times, ...watch() }
}

/** Time the first analysis of several new workers. */
export async function timeFirst(inputs: readonly AnalyseInput[]): Promise<number[]> {
  const times: number[] = []
  for (const input of inputs)
    times.push(await askWorker<number>({ inputs: [input], melt: null, repetitions: 1 }))
  return times
}

/** Times of what a person does first on the page of an analysis, with everything that went on before. */
export interface MetTimes {
  /** Preview of other settings: curves decoded and drawn in the worker, the dialog open. */
  preview: number[]
  /** The seventh preview of the same page: later ones take as long. */
  later: number[]
  /** First change of a threshold on the curves: the bench was opened when the page had nothing to do. */
  change: number[]
}

/** Time the first preview and the first drag, each on a page of its own with new workers. */
export async function timeMet(inputs: readonly AnalyseInput[]): Promise<MetTimes> {
  const times: MetTimes = { preview: [], later: [], change: [] }
  for (const input of inputs) {
    const pool = createPool({ size: 1, idleStopMs: 60_000, start: () => new Worker('/entry.js') })
    const { amplification, melt, evaluation } = input
    // Run the jobs as `useEvaluated` does, and `useRecalculation` when its dialog opens.
    await pool.run('decodeCurves', null, encodeCurves({ amplification, melt }))
    await pool.run('curveLayers', null, amplification, evaluation)
    await pool.run('analyse', null, input)
    await nextFrame()
    const previews: number[] = []
    for (let count = 0; count < 7; count++) {
      const began = performance.now()
      await pool.run('analyse', null, input)
      previews.push(performance.now() - began)
    }
    times.preview.push(previews[0]!)
    times.later.push(previews.at(-1)!)
    pool.stop()
    const bench = openWorkbench(() => new Worker('/workbench-entry.js'))
    await bench.open(input)
    const began = await nextFrame()
    await bench.setThreshold(evaluation.targets[0]!.name, 0.05)
    times.change.push(performance.now() - began)
    bench.close()
  }
  return times
}

function askWorker<Answer>(message: unknown): Promise<Answer> {
  const worker = new Worker('/bench-curves-worker.js')
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<Answer>) => {
      worker.terminate()
      resolve(data)
    }
    worker.onerror = (event) => reject(new Error(event.message))
    worker.postMessage(message)
  })
}

/** Time dragging a threshold through the workbench of a page, one position per frame. */
export async function timeDrag(input: AnalyseInput, frames: number): Promise<DragTimes> {
  const bench = openWorkbench(() => new Worker('/workbench-entry.js'))
  await bench.open(input)
  const answered: number[] = []
  const watch = watchThread()
  for (let frame = 0; frame < frames; frame++) {
    const began = await nextFrame()
    const step = await bench.setThreshold('T1', 0.05 * 1.02 ** frame)
    if (step) answered.push(performance.now() - began)
  }
  const { longestTask } = watch()
  bench.close()
  return { answered, longestTask }
}

/** Decode and analyse stored runs one after the other in the page's pool. */
export async function timeRecalculation(
  inputs: readonly AnalyseInput[],
  analyses: number,
): Promise<RecalculationTimes> {
  const pool = createPool({
    size: Math.max(1, Math.min(4, navigator.hardwareConcurrency - 1)),
    idleStopMs: 10_000,
    start: () => new Worker('/entry.js'),
  })
  const files = inputs.map(({ amplification, melt }) => encodeCurves({ amplification, melt }))
  await nextFrame()
  const watch = watchThread()
  const began = performance.now()
  let wells = 0
  for (let run = 0; run < analyses; run++) {
    const { amplification: _curves, melt: _melt, ...judgement } = inputs[run % inputs.length]!
    const { summary } = await pool.run('recalculate', null, files[run % files.length]!, judgement)
    wells += summary.detected
  }
  if (wells === 0) throw new Error('Nothing was detected')
  const seconds = (performance.now() - began) / 1000
  const seen = watch()
  const { bytes } = await performance.measureUserAgentSpecificMemory()
  pool.stop()
  return { analyses, seconds, ...seen, held: bytes / 1e6 }
}

/** Watch the thread until the answer is asked for. */
function watchThread(): () => ThreadTimes {
  const seen = { longestFrame: 0, longestTask: 0 }
  let last = performance.now()
  let watching = true
  const frame = () => {
    const now = performance.now()
    seen.longestFrame = Math.max(seen.longestFrame, now - last)
    last = now
    if (watching) requestAnimationFrame(frame)
  }
  requestAnimationFrame(frame)
  // Time messages, since tasks below 50 ms are not reported: one that comes late tells how long those before it took.
  const { port1, port2 } = new MessageChannel()
  let sent = performance.now()
  port1.onmessage = () => {
    seen.longestTask = Math.max(seen.longestTask, performance.now() - sent)
    setTimeout(() => {
      sent = performance.now()
      if (watching) port2.postMessage(null)
    }, 1)
  }
  port2.postMessage(null)
  return () => {
    watching = false
    port1.close()
    return seen
  }
}

const nextFrame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve))
