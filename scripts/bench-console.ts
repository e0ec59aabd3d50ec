import { type ConsoleForm, measureService } from './bench-console/service.ts'
import { type OpenPage, openPage } from './bench-ui/open-page.ts'
import { quantile } from './quantile.ts'
import { threadTime } from './bench-ui/thread-time.ts'
import { atMost, measured, type ReportRow, withoutBar } from './report-table.ts'
import { frameMarks, type FrameTimes } from '../tests/browser/bench/frames.ts'

/** Functions that the bundle of `tests/browser/bench/console-page.tsx` adds to the page. */
interface Inside {
  readTexts(): Promise<void>
  makePeople(count: number): void
  timeList(times: number): Promise<FrameTimes>
  timeFilter(texts: readonly string[]): Promise<FrameTimes>
  mark(name: string): void
}
declare const inside: Inside

const whole: ConsoleForm = {
  people: 10_000,
  devices: 2000,
  companies: 500,
  batch: 1000,
  rounds: 15,
}
/** Enough to see that each part can be measured. What it takes says nothing. */
const short: ConsoleForm = { people: 1100, devices: 50, companies: 4, batch: 20, rounds: 2 }

/**
 * Measure what an administrator of a large laboratory, and of a region of many, waits for: lists and filters, a change of a thousand
 * rows and its undo, and the access of one person. The service with real stores, the page in Chromium.
 */
export async function benchConsole(given: { short: boolean }): Promise<ReportRow[]> {
  const form = given.short ? short : whole
  const rows = [...(await measurePage(form)), ...(await measureService(form))]
  return given.short ? rows.map(withoutBar) : rows
}

async function measurePage(form: ConsoleForm): Promise<ReportRow[]> {
  const opened = await openPage('console-page.tsx')
  const { page } = opened
  try {
    await page.evaluate(() => inside.readTexts())
    await page.evaluate((count) => inside.makePeople(count), form.people)
    const list = () => page.evaluate(() => inside.timeList(5))
    await list()
    const drawn = await traceFrames(opened, list)
    const texts = ['Person 0', 'Person 00', 'Person 003', 'Person 0034', 'Person 003', 'Person 0']
    const filter = () => page.evaluate((all) => inside.timeFilter(all), texts)
    await filter()
    const filtered = await traceFrames(opened, filter)
    // Search for digits that a thousand people have in their names.
    await page.evaluate(() => inside.timeFilter(['Person 00']))
    await page.getByRole('checkbox', { name: 'Select all on this page' }).click()
    await page.getByRole('button', { name: /that match$/ }).click()
    const plan = await threadTime(opened, () => planReviewers(opened))
    const apply = await threadTime(opened, () => applyPlan(opened))
    const people = `${form.people.toLocaleString('en')} people`
    return [
      atMost(`${people}: list drawn, median`, quantile(drawn, 0.5), 'ms', 50),
      atMost(`${people}: filtered by a key, median`, quantile(filtered, 0.5), 'ms', 50),
      tell(`${people}: filtered by a key, slowest`, quantile(filtered, 1)),
      atMost(
        'plan for 1,000 rows on screen: work of the page',
        plan.between('plan', 'planned')[0] ?? NaN,
        'ms',
        1000,
      ),
      tell('plan for 1,000 rows on screen, by the clock', plan.result),
      atMost(
        '1,000 rows applied: work of the page',
        apply.between('apply', 'applied')[0] ?? NaN,
        'ms',
        2000,
      ),
      tell('1,000 rows applied on the page, by the clock', apply.result),
    ]
  } finally {
    await opened.close()
  }
}

/** Open the plan of a change of all that are selected. Returns how long until it was on the screen, in ms. */
async function planReviewers({ page }: OpenPage): Promise<number> {
  await page.getByRole('button', { name: 'Change…' }).click()
  const item = page.getByRole('menuitem', { name: 'Make reviewer' })
  await item.waitFor()
  await page.evaluate(() => inside.mark('plan'))
  const began = performance.now()
  await item.click()
  await page.getByRole('alertdialog').getByRole('table').waitFor()
  const took = performance.now() - began
  await page.evaluate(() => inside.mark('planned'))
  return took
}

/** Apply the plan. Returns how long until all rows were through, in ms. */
async function applyPlan({ page }: OpenPage): Promise<number> {
  const button = page.getByRole('alertdialog').locator('[type=submit]')
  await page.evaluate(() => inside.mark('apply'))
  const began = performance.now()
  await button.click()
  await button.filter({ hasText: /^Close$/ }).waitFor()
  const took = performance.now() - began
  await page.evaluate(() => inside.mark('applied'))
  return took
}

/** Time frames by the clock of the page's thread, in ms each: the machine may have others to serve. */
async function traceFrames(opened: OpenPage, run: () => Promise<FrameTimes>): Promise<number[]> {
  const { between } = await threadTime(opened, run)
  const drawing = between(...frameMarks.drawing)
  return between(...frameMarks.handling).map((spent, at) => spent + (drawing[at] ?? 0))
}

function tell(name: string, value: number): ReportRow {
  return measured(name, value, 'ms')
}
