import { makeSixChannelPlate } from '../../tests/support/six-channel-plate.ts'
import type { FrameTimes } from '../../tests/browser/bench/frames.ts'
import type { AnalyseInput } from '../../workers/run/analyse.ts'
import { atMost, type ReportRow } from '../report-table.ts'
import { openPage } from './open-page.ts'
import { quantile } from './quantile.ts'

/** What the bundles of `tests/browser/bench` put into the page. */
interface Inside {
  timePaint(rounds: number): Promise<{ ours: number[]; uplot: number[]; canvas: number[] }>
  mountDetail(input: AnalyseInput): Promise<void>
  timeHover(frames: number): Promise<FrameTimes>
  timeDrag(frames: number): Promise<FrameTimes>
  timeScrub(frames: number, cycles: number): Promise<FrameTimes>
  timeLive(cycles: number): Promise<number[]>
}
declare const inside: Inside

const rounds = 9
const frames = 240
const cycles = 45

/** 576 curves until they are on screen, beside uPlot and beside a canvas that only draws them: in one run, in turns. */
export async function measurePaint(): Promise<ReportRow[]> {
  const { page, close } = await openPage('paint-page.tsx')
  try {
    const times = await page.evaluate((count) => inside.timePaint(count), rounds)
    const [ours, uplot, canvas] = [times.ours, times.uplot, times.canvas].map((one) =>
      quantile(one, 0.5),
    ) as [number, number, number]
    return [
      tell('576 curves to paint, median', ours, 'ms'),
      tell('the same by uPlot, median', uplot, 'ms'),
      tell('the same on a canvas, without axes, median', canvas, 'ms'),
      atMost('576 curves to paint, over uPlot', ours / uplot, 'x', 1),
      atMost('576 curves to paint, over a canvas', ours / canvas, 'x', 2.2),
    ]
  } finally {
    await close()
  }
}

/** What a frame costs the page's thread while plate, curves and table of 96 wells and six channels are moved. */
export async function measureFrames(): Promise<ReportRow[]> {
  const { page, close } = await openPage('detail-page.tsx')
  try {
    await page.evaluate(
      (text) =>
        inside.mountDetail(
          JSON.parse(text, (_, part) => (part?.numbers ? Float64Array.from(part.numbers) : part)),
        ),
      writeInput(makeSixChannelPlate(1, cycles)),
    )
    // A first pass is not counted: what is compiled then is compiled once in a day.
    await page.evaluate((count) => inside.timeHover(count), 60)
    await page.evaluate(([count, last]) => inside.timeScrub(count!, last!), [90, cycles])
    const hover = await page.evaluate((count) => inside.timeHover(count), frames)
    const drag = await page.evaluate((count) => inside.timeDrag(count), frames)
    const scrub = await page.evaluate(
      ([count, last]) => inside.timeScrub(count!, last!),
      [frames, cycles],
    )
    const live = await page.evaluate((last) => inside.timeLive(last), cycles)
    return [
      ...tellFrames('hover over 576 curves: frame', hover),
      ...tellFrames('selection dragged over 576 curves: frame', drag),
      ...tellFrames('scrub through plate, curves and table: frame', scrub),
      atMost('live update of 576 curves on the page, median', quantile(live, 0.5), 'ms', 4),
      tell('live update of 576 curves on the page, p95', quantile(live, 0.95), 'ms'),
    ]
  } finally {
    await close()
  }
}

function tellFrames(name: string, { cost, apart }: FrameTimes): ReportRow[] {
  return [
    tell(`${name}, median`, quantile(cost, 0.5), 'ms'),
    atMost(`${name}, p95`, quantile(cost, 0.95), 'ms', 16.7),
    tell(`${name}, from one to the next, median`, quantile(apart, 0.5), 'ms'),
  ]
}

/** JSON keeps every digit of a double, but knows no typed array. */
function writeInput(input: AnalyseInput): string {
  return JSON.stringify(input, (_key, part: unknown) =>
    part instanceof Float64Array ? { numbers: Array.from(part) } : part,
  )
}

function tell(name: string, value: number, unit: string): ReportRow {
  return { name, value, unit, bar: '', ok: null }
}
