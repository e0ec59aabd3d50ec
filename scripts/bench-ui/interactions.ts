import { chromium, type BrowserContext, type Page } from '@playwright/test'
import { signIn } from '../bench-session.ts'
import { readyChromium } from '../install-chromium.ts'
import { atMost, measured, type ReportRow } from '../report-table.ts'
import { finishPlateRun, type RunningProduct } from './product.ts'
import { quantile } from '../quantile.ts'
import { type Seen, watchPage } from './watch-page.ts'

/**
 * Measure the main job on the built app: the time from each click and key until something is seen (INP), layout shifts (CLS), and
 * long tasks of the page's thread.
 */
export async function measureInteractions(
  { address, state }: RunningProduct,
  { walks }: { walks: number },
): Promise<ReportRow[]> {
  const browser = await chromium.launch(await readyChromium())
  try {
    const context = await browser.newContext({
      baseURL: address,
      viewport: { width: 1360, height: 900 },
    })
    await signIn(context, address, state)
    const uuid = await finishPlateRun(context, 'Bench of the main job')
    // Count only the last walk: nobody's first visit of the day is all of it.
    for (let before = 1; before < walks; before++) await walk(context, uuid)
    const seen = await walk(context, uuid)
    if (process.env['BENCH_UI_HOLDERS']) console.error(seen.holders.join('\n'))
    const times = seen.interactions.map(({ took }) => took)
    return [
      measured('main job: presses and keys that were measured', times.length, ''),
      measured('main job: press or key to what is seen, median', quantile(times, 0.5), 'ms'),
      atMost('main job: press or key to what is seen (INP), p95', quantile(times, 0.95), 'ms', 100),
      atMost('main job: layout shift (CLS), worst page', seen.shift, '', 0.02),
      atMost('main job: longest task of the page while it is used', seen.longestTask, 'ms', 50),
    ]
  } finally {
    await browser.close()
  }
}

/** Walk from the list to the results of a plate of 96 wells and through a day's usual work with them. */
async function walk(context: BrowserContext, uuid: string): Promise<Seen> {
  const page = await context.newPage()
  await page.addInitScript(watchPage)
  const pages: Seen[] = []
  await page.goto('/analyses')
  await page.getByRole('heading', { name: 'Analyses' }).waitFor()
  await page.getByRole('row').nth(1).waitFor()
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => Object.assign(window.seen, { longestTask: 0, holders: [] }))
  await page.getByRole('searchbox').or(page.getByPlaceholder('Filter')).first().click()
  await page.keyboard.type('Bench', { delay: 60 })
  await page.keyboard.press('Control+A')
  await page.keyboard.press('Delete')
  pages.push(await readSeen(page))
  await page.goto(`/analyses/details/${uuid}`)
  await page.getByRole('grid').first().waitFor()
  await page.locator('[data-well="0"]').waitFor()
  await page.waitForLoadState('networkidle')
  // Ignore the tasks of loading the page, which the cold start measures.
  await page.evaluate(() => Object.assign(window.seen, { longestTask: 0, holders: [] }))
  await workOnResults(page)
  pages.push(await readSeen(page))
  await page.close()
  return {
    interactions: pages.flatMap(({ interactions }) => interactions),
    shift: Math.max(...pages.map(({ shift }) => shift)),
    longestTask: Math.max(...pages.map(({ longestTask }) => longestTask)),
    holders: pages.flatMap(({ holders }) => holders),
  }
}

async function workOnResults(page: Page): Promise<void> {
  for (const well of [13, 26, 39, 52]) await page.locator(`[data-well="${well}"]`).click()
  for (const key of ['ArrowRight', 'ArrowDown', 'Shift+ArrowRight', 'Control+a', 'Escape']) {
    await page.keyboard.press(key)
  }
  for (const name of ['Derivative', 'Log', 'Curve']) {
    await page.getByRole('radio', { name, exact: true }).check({ force: true })
  }
  const scrubber = page.getByRole('slider', { name: 'Cycle shown' })
  await scrubber.focus()
  for (let step = 0; step < 12; step++) await page.keyboard.press('ArrowLeft')
  await page.getByRole('button', { name: 'Latest' }).click()
  for (const tab of ['By sample', 'Explanation', 'History', 'Results by well']) {
    await page.getByRole('tab', { name: new RegExp(tab) }).click()
  }
  const chart = page.locator('[aria-roledescription=chart]').first()
  await chart.focus()
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowUp', 'Enter', '+', '+', '0', 'Escape']) {
    await page.keyboard.press(key)
  }
  await page.getByRole('button', { name: 'Adjust', exact: true }).click()
  const threshold = page.getByRole('slider', { name: /^Threshold/ })
  await threshold.focus()
  for (let step = 0; step < 6; step++) await page.keyboard.press('ArrowUp')
  await page.getByRole('button', { name: 'Discard' }).click()
}

/** Read the interactions, which the browser reports a moment after their frame. */
async function readSeen(page: Page): Promise<Seen> {
  await page.waitForTimeout(500)
  return page.evaluate(() => window.seen)
}
