import { gzipSync } from 'node:zlib'
import {
  chromium,
  type BrowserContext,
  type Locator,
  type Page,
  type Request,
} from '@playwright/test'
import { createPlateRun, signIn } from './bench-session.ts'
import { readyChromium } from './install-chromium.ts'
import { atMost, type ReportRow } from './report-table.ts'

/** Longer than the live client waits for the list, so that it is among what the whole visit weighs. */
const visitMs = 5000

/**
 * Measure what a new browser loads: all JavaScript its page really requests, each file compressed as a server would
 * send it, on the sign-in page, until the list of analyses is drawn, and in the whole of the first visit to it.
 */
export async function measureFirstLoad(address: string, state: string): Promise<ReportRow[]> {
  const browser = await chromium.launch(await readyChromium())
  try {
    const visitor = await browser.newContext({ baseURL: address })
    const login = await weighVisit(visitor, '/login', (page) =>
      page.getByRole('button', { name: 'Sign in' }),
    )
    const operator = await browser.newContext({ baseURL: address })
    await signIn(operator, address, state)
    const name = 'Bench of the first load'
    await createPlateRun(operator, name)
    // Its row, or that there is none: both come only after the records were pulled.
    const list = await weighVisit(operator, '/analyses', (page) =>
      page.getByText(name).or(page.getByText('No analyses yet')).first(),
    )
    return [
      atMost('JavaScript of the sign-in page, gzip', login.until / 1000, 'kB', 110),
      atMost('JavaScript until the list of analyses, gzip', list.until / 1000, 'kB', 250),
      tell('all JavaScript of the first visit, live client included, gzip', list.visit),
      tell('all JavaScript kept for opening without network, gzip', list.kept),
    ]
  } finally {
    await browser.close()
  }
}

interface Weight {
  /** Asked for by the page before its landmark was to be seen, in bytes. */
  until: number
  /** Asked for by the page while it was open. */
  visit: number
  /** Asked for by the service worker: the whole app, of which most is never opened. */
  kept: number
}

async function weighVisit(
  context: BrowserContext,
  path: string,
  landmark: (page: Page) => Locator,
): Promise<Weight> {
  const byPage: string[] = []
  const byServiceWorker: string[] = []
  // Workers and what they import are requests of the context, not of the page.
  context.on('request', (request: Request) => {
    // One who answers for the page is no second download; what it fetches by itself no page waits for.
    const list = request.serviceWorker() === null ? byPage : byServiceWorker
    list.push(request.url())
  })
  const page = await context.newPage()
  await page.goto(path)
  await landmark(page).waitFor({ timeout: 30_000 })
  const before = [...byPage]
  await page.waitForTimeout(visitMs)
  await page.waitForLoadState('networkidle')
  await page.close()
  const weigh = (urls: string[]) => weighScripts(context, urls)
  return {
    until: await weigh(before),
    visit: await weigh(byPage),
    kept: await weigh(byServiceWorker),
  }
}

/**
 * Add up the bytes of all scripts among these addresses, each once: a second request is answered from the browser's
 * cache.
 */
async function weighScripts(context: BrowserContext, urls: string[]): Promise<number> {
  let sum = 0
  for (const url of new Set(urls)) {
    if (!/\.m?js$/.test(new URL(url).pathname)) continue
    const answer = await context.request.get(url)
    if (!answer.ok()) throw new Error(`${url} answered ${answer.status()}`)
    sum += gzipSync(await answer.body()).length
  }
  return sum
}

function tell(name: string, bytes: number): ReportRow {
  return { name, value: bytes / 1000, unit: 'kB', bar: '', ok: null }
}
