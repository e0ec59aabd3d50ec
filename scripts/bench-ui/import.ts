import type { Page } from '@playwright/test'
import { bundleScript } from '../bundle-script.ts'
import { atMost, measured, type ReportRow } from '../report-table.ts'
import { type BuiltPage, buildPage } from './build-page.ts'
import { quantile } from '../quantile.ts'
import { watchErrors } from './open-page.ts'

/** Functions that the bundle of `tests/browser/bench/import-page.tsx` adds to the page. */
interface Inside {
  mountReview(rows: number): Promise<void>
  timeBoth(rounds: number): Promise<{ ours: number[]; papa: number[] }>
  watchImport(rounds: number): Promise<{ longest: number; changed: number[] }>
}
declare const inside: Inside

/**
 * Measure the import of a list of 200,000 samples from the chosen file to its judged rows on the page, beside PapaParse
 * with types on the page's own thread, in one run, in turns; and the longest block of the page's thread meanwhile.
 * @param form.rows how many samples, and how often each is timed.
 * @param lab any page of a browser, and an origin that its scripts may seem to come from.
 */
export async function measureImport(
  lab: { page: Page; url: string },
  { rows, rounds }: { rows: number; rounds: number },
): Promise<ReportRow[]> {
  const entry = new URL('../../workers/files/sample-list/list-entry.ts', import.meta.url)
  const built = { page: await buildPage('import-page.tsx'), worker: await bundleScript(entry) }
  const watched = await onPage(lab, rows, built, (page) =>
    page.evaluate(() => inside.watchImport(3)),
  )
  const times = await onPage(lab, rows, built, (page) =>
    page.evaluate((count) => inside.timeBoth(count), rounds),
  )
  const [ours, papa] = [quantile(times.ours, 0.5), quantile(times.papa, 0.5)]
  const what = `list of ${rows.toLocaleString('en')} samples`
  return [
    measured(`${what}: file to judged rows on the page, median`, ours, 'ms'),
    measured(`${what}: PapaParse typed on the page, median`, papa, 'ms'),
    atMost(`${what}: over PapaParse`, ours / papa, 'x', 0.6),
    atMost(`${what}: page thread held while read, scrolled, changed`, watched.longest, 'ms', 50),
    measured(`${what}: a row changed, all judged again`, quantile(watched.changed, 0.5), 'ms'),
  ]
}

/** Run each part on a page of its own, so that one's garbage is not the other's pause. */
async function onPage<Result>(
  { page: beside, url }: { page: Page; url: string },
  rows: number,
  built: { page: BuiltPage; worker: string },
  work: (page: Page) => Promise<Result>,
): Promise<Result> {
  const browser = beside.context().browser()
  if (!browser) throw new Error('The page belongs to no browser')
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
  const refuseErrors = watchErrors(page)
  const home = new URL('/bench-import/', url).href
  const files: Record<string, [string, string]> = {
    '': ['text/html', html],
    'page.js': ['text/javascript', built.page.script],
    'page.css': ['text/css', built.page.style],
    'list-entry.js': ['text/javascript', built.worker],
  }
  await page.route(`${home}**`, async (route) => {
    const [type, body] = files[route.request().url().slice(home.length)] ?? ['text/plain', '']
    await route.fulfill({ contentType: `${type}; charset=utf-8`, body })
  })
  try {
    await page.goto(home)
    await page.evaluate((count) => inside.mountReview(count), rows)
    const result = await work(page)
    refuseErrors()
    return result
  } finally {
    await page.close()
  }
}

const html = `<!doctype html><html lang="en"><title>bench</title><link rel="stylesheet" href="page.css">
<body><div id="app"></div><script src="page.js"></script>`
