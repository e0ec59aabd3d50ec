import { makeSixChannelPlate } from '../../tests/support/six-channel-plate.ts'
import { frameMarks, type FrameTimes, liveMarks } from '../../tests/browser/bench/frames.ts'
import type { AnalyseInput } from '../../workers/run/analyse.ts'
import { atMost, measured, type ReportRow } from '../report-table.ts'
import { type OpenPage, openPage } from './open-page.ts'
import { quantile } from '../quantile.ts'
import { threadTime } from './thread-time.ts'

/** Functions that the bundles of `tests/browser/bench` add to the page. */
interface Inside {
  timePaint(rounds: number): Promise<{ ours: number[]; uplot: number[]; canvas: number[] }>
  mountDetail(input: AnalyseInput): Promise<void>
  timeHover(frames: number): Promise<FrameTimes>
  timeDrag(frames: number): Promise<FrameTimes>
  timeScrub(frames: number, cycles: number): Promise<FrameTimes>
  showLive(cycles: number, at: number | null): Promise<void>
}
declare const inside: Inside

/** Numbers of paints and moves of each chart. */
export interface ChartForm {
  rounds: number
  frames: number
  /** Passes of each movement; of their figures the median counts. */
  passes: number
}

const cycles = 45

/**
 * Measure the time until 576 curves are on screen, beside uPlot and beside a canvas that only draws them: in one run,
 * in turns.
 */
export async function measurePaint({ rounds }: ChartForm): Promise<ReportRow[]> {
  const { page, close } = await openPage('paint-page.tsx')
  try {
    const times = await page.evaluate((count) => inside.timePaint(count), rounds)
    const [ours, uplot, canvas] = [times.ours, times.uplot, times.canvas].map((one) =>
      quantile(one, 0.5),
    ) as [number, number, number]
    return [
      measured('576 curves to paint, median', ours, 'ms'),
      measured('the same by uPlot, median', uplot, 'ms'),
      measured('the same on a canvas, without axes, median', canvas, 'ms'),
      atMost('576 curves to paint, over uPlot', ours / uplot, 'x', 1),
      atMost('576 curves to paint, over a canvas', ours / canvas, 'x', 2.2),
    ]
  } finally {
    await close()
  }
}

/** Measure the cost of a frame on the page's thread while plate, curves and table of 96 wells and six channels are moved. */
export async function measureFrames({ frames, passes }: ChartForm): Promise<ReportRow[]> {
  const opened = await openPage('detail-page.tsx')
  const { page } = opened
  try {
    await page.evaluate(
      (text) =>
        inside.mountDetail(
          JSON.parse(text, (_, part) => (part?.numbers ? Float64Array.from(part.numbers) : part)),
        ),
      writeInput(makeSixChannelPlate(1, cycles)),
    )
    // Leave out the first pass: what is compiled then is compiled once in a day.
    await page.evaluate((count) => inside.timeHover(count), 60)
    await page.evaluate(([count, last]) => inside.timeScrub(count!, last!), [90, cycles])
    const trace = (run: () => Promise<FrameTimes>) => tracePasses(opened, passes, run)
    const hover = await trace(() => page.evaluate((count) => inside.timeHover(count), frames))
    const drag = await trace(() => page.evaluate((count) => inside.timeDrag(count), frames))
    const scrub = await trace(() =>
      page.evaluate(([count, last]) => inside.timeScrub(count!, last!), [frames, cycles]),
    )
    const live = await traceLive(opened, passes, null)
    const back = await traceLive(opened, passes, Math.round(cycles / 2))
    return [
      ...tellFrames('hover over 576 curves: frame', hover),
      ...tellFrames('selection dragged over 576 curves: frame', drag),
      ...tellFrames('scrub through plate, curves and table: frame', scrub),
      ...tellLive('live update of 576 curves on the page', live),
      ...tellLive('the same while an earlier cycle is looked at', back),
    ]
  } finally {
    await opened.close()
  }
}

type TracedFrames = FrameTimes & { cost: number[] }

async function tracePasses(
  opened: OpenPage,
  passes: number,
  run: () => Promise<FrameTimes>,
): Promise<TracedFrames[]> {
  const all: TracedFrames[] = []
  for (let pass = 0; pass < passes; pass++) all.push(await traceFrames(opened, run))
  return all
}

async function traceFrames(
  opened: OpenPage,
  run: () => Promise<FrameTimes>,
): Promise<TracedFrames> {
  const { result, between } = await threadTime(opened, run)
  const drawing = between(...frameMarks.drawing)
  const cost = between(...frameMarks.handling).map((spent, at) => spent + (drawing[at] as number))
  return { ...result, cost }
}

/** Trace every cycle in several runs, without counting the first. */
async function traceLive(opened: OpenPage, passes: number, at: number | null): Promise<number[]> {
  const show = () =>
    opened.page.evaluate(([last, back]) => inside.showLive(last!, back!), [cycles, at])
  await show()
  const updates: number[] = []
  for (let pass = 0; pass < passes; pass++) {
    updates.push(...(await threadTime(opened, show)).between(...liveMarks))
  }
  return updates
}

function tellLive(name: string, updates: readonly number[]): ReportRow[] {
  return [
    atMost(`${name}, median`, quantile(updates, 0.5), 'ms', 4),
    measured(`${name}, p95`, quantile(updates, 0.95), 'ms'),
  ]
}

function tellFrames(name: string, all: readonly TracedFrames[]): ReportRow[] {
  const usual = (times: keyof TracedFrames, part: number) =>
    quantile(
      all.map((pass) => quantile(pass[times], part)),
      0.5,
    )
  return [
    measured(`${name}, median`, usual('cost', 0.5), 'ms'),
    atMost(`${name}, p95`, usual('cost', 0.95), 'ms', 16.7),
    measured(`${name}, p95 on the wall, with what others took`, usual('took', 0.95), 'ms'),
    measured(`${name}, from one to the next, median`, usual('apart', 0.5), 'ms'),
  ]
}

/** Write the input as JSON, which keeps every digit of a double, but has no typed arrays. */
function writeInput(input: AnalyseInput): string {
  return JSON.stringify(input, (_key, part: unknown) =>
    part instanceof Float64Array ? { numbers: Array.from(part) } : part,
  )
}
