import { frameMarks, type FrameTimes } from '../tests/browser/bench/frames.ts'
import { type OpenPage, openPage } from './bench-ui/open-page.ts'
import { quantile } from './quantile.ts'
import { threadTime } from './bench-ui/thread-time.ts'
import { atMost, type ReportRow, withoutBar } from './report-table.ts'

/** Functions that the bundle of `tests/browser/bench/fleet-page.tsx` adds to the page. */
interface Inside {
  mountFleet(count: number): Promise<void>
  timeFilter(texts: readonly string[]): Promise<FrameTimes>
  changeStates(perSecond: number, seconds: number): Promise<number[]>
  timeDevicePage(at: number): Promise<number>
  mark(name: string): void
}
declare const inside: Inside

const whole = { devices: 10_000, seconds: 15, pages: 12 }
/** Enough to see that each part can be measured. What it takes says nothing. */
const short: typeof whole = { devices: 300, seconds: 1, pages: 1 }

const perSecond = 500

/**
 * Measure the overview of a large fleet in Chromium while its devices change: the filter, the longest task of the page's thread, the time
 * from a change in the local records to its paint, and the first paint of the page of a device.
 */
export async function benchFleet(given: { short: boolean }): Promise<ReportRow[]> {
  const form = given.short ? short : whole
  const opened = await openPage('fleet-page.tsx')
  const { page } = opened
  try {
    await page.evaluate((count) => inside.mountFleet(count), form.devices)
    const filtered = await timeFilter(opened)
    await page.evaluate(() => inside.timeFilter(['']))
    // Leave out the first second: what is compiled then is compiled once in a day.
    await page.evaluate((count) => inside.changeStates(count, 1), perSecond)
    const changed = await longestTask(opened, () =>
      page.evaluate(
        ([count, seconds]) => inside.changeStates(count!, seconds!),
        [perSecond, form.seconds],
      ),
    )
    const pages: number[] = []
    for (let at = 0; at <= form.pages; at += 1) {
      const took = await page.evaluate((one) => inside.timeDevicePage(one), 3 * at)
      if (at > 0 || form.pages === 1) pages.push(took)
    }
    const list = `list of ${form.devices.toLocaleString('en')} devices`
    const changes = `${perSecond} changes of state a second`
    const rows = [
      atMost(`${list}: filtered by a key, p95`, quantile(filtered, 0.95), 'ms', 50),
      atMost(`${list}, ${changes}: longest task of the page`, changed.longest, 'ms', 50),
      atMost(
        `${list}, ${changes}: event to screen, p95`,
        quantile(changed.result, 0.95),
        'ms',
        100,
      ),
      atMost(`${list}: page of a device, first paint, p95`, quantile(pages, 0.95), 'ms', 300),
    ]
    return given.short ? rows.map(withoutBar) : rows
  } finally {
    await opened.close()
  }
}

async function timeFilter(opened: OpenPage): Promise<number[]> {
  const texts = [
    'Device 0',
    'Device 00',
    'Device 003',
    'Device 0034',
    'Device 003',
    'Device 0',
    'bgate',
    '2.1',
  ]
  const filter = () => opened.page.evaluate((all) => inside.timeFilter(all), texts)
  await filter()
  const { result, between } = await threadTime(opened, filter)
  const drawing = between(...frameMarks.drawing)
  const cost = between(...frameMarks.handling).map((spent, at) => spent + (drawing[at] as number))
  if (cost.length !== result.took.length) throw new Error('Some keys were not traced')
  return cost
}

interface TracedTask {
  name: string
  tid: number
  /** Time that the thread worked, in µs. */
  tdur?: number
}

/** Run something in the page, and return the longest task of the page's thread by the thread's own clock, in ms. */
async function longestTask<Result>(
  { browser, page }: OpenPage,
  run: () => Promise<Result>,
): Promise<{ result: Result; longest: number }> {
  await browser.startTracing(page, { categories: ['toplevel', 'blink.user_timing'] })
  let trace: Buffer
  let result: Result
  try {
    await page.evaluate(() => inside.mark('page-thread'))
    result = await run()
  } finally {
    trace = await browser.stopTracing()
  }
  const { traceEvents } = JSON.parse(trace.toString('utf8')) as { traceEvents: TracedTask[] }
  const thread = traceEvents.find(({ name }) => name === 'page-thread')?.tid
  const tasks = traceEvents.filter(({ tid, tdur }) => tid === thread && tdur !== undefined)
  if (tasks.length === 0) throw new Error('The trace has no task of the page')
  return { result, longest: Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1000 }
}
