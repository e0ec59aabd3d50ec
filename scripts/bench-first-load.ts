import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import {
  chromium,
  type APIRequestContext,
  type BrowserContext,
  type Locator,
  type Page,
  type Request,
} from '@playwright/test'
import { createPlateRun, signIn } from './bench-session.ts'
import { judgeRoutes } from './bench-ui/weights.ts'
import { readyChromium } from './install-chromium.ts'
import { atMost, measured, type ReportRow } from './report-table.ts'
import { projectRoot } from './run-tool.ts'

/** Longer than the live client waits for the list, so that it is among what the whole visit weighs. */
const visitMs = 5000

/**
 * Measure what a new browser loads: all JavaScript its page really requests, each file compressed as a server would
 * send it, on the sign-in page, until the list of analyses is drawn, and in the whole of the first visit to it; and what
 * the largest page adds to that, by the build that runs there.
 */
export async function measureFirstLoad(address: string, state: string): Promise<ReportRow[]> {
  const browser = await chromium.launch(await readyChromium())
  try {
    const visitor = await browser.newContext({ baseURL: address })
    const login = await openVisit(visitor, '/login', (page) =>
      page.getByRole('button', { name: 'Sign in' }),
    )
    const known = new Map<string, number>()
    const loginBytes = await weighScripts(visitor, login.byPage, known)
    await visitor.close()
    const operator = await browser.newContext({ baseURL: address })
    await signIn(operator, address, state)
    const name = 'Bench of the first load'
    await createPlateRun(operator, name)
    // Wait for its row, or for the text that there is none: both come only after the records were pulled.
    const { page, byPage, byServiceWorker } = await openVisit(operator, '/analyses', (opened) =>
      opened.getByText(name).or(opened.getByText('No analyses yet')).first(),
    )
    const before = [...byPage]
    await page.waitForTimeout(visitMs)
    await page.waitForLoadState('networkidle')
    await page.close()
    const weigh = (urls: string[]) => weighScripts(operator, urls, known)
    const there = new Set(byPage.map((url) => new URL(url).pathname.slice(1)))
    return [
      atMost('JavaScript of the sign-in page, gzip', loginBytes / 1000, 'kB', 110),
      atMost(
        'JavaScript until the list of analyses, gzip',
        (await weigh(before)) / 1000,
        'kB',
        250,
      ),
      tell('all JavaScript of the first visit, live client included, gzip', await weigh(byPage)),
      tell('all JavaScript kept for opening without network, gzip', await weigh(byServiceWorker)),
      judgeRoutes(join(projectRoot, 'dist', 'client'), there),
    ]
  } finally {
    await browser.close()
  }
}

interface Visit {
  page: Page
  /** Addresses that the page asked for, and that the service worker asked for: the whole app, of which most is never opened. */
  byPage: string[]
  byServiceWorker: string[]
}

/** Open a page until its landmark is to be seen. */
async function openVisit(
  context: BrowserContext,
  path: string,
  landmark: (page: Page) => Locator,
): Promise<Visit> {
  const byPage: string[] = []
  const byServiceWorker: string[] = []
  // Listen at the context: workers and what they import are requests of it, not of the page.
  context.on('request', (request: Request) => {
    // Count these apart: an answer for the page is no second download, and what it fetches by itself no page waits for.
    const list = request.serviceWorker() === null ? byPage : byServiceWorker
    list.push(request.url())
  })
  const page = await context.newPage()
  await page.goto(path)
  await landmark(page).waitFor({ timeout: 30_000 })
  return { page, byPage, byServiceWorker }
}

/**
 * Add up the bytes of all scripts among these addresses, each once: a second request is answered from the browser's
 * cache.
 * @param known bytes of the scripts that were weighed before, by address; those of these are added.
 */
async function weighScripts(
  { request }: BrowserContext,
  urls: readonly string[],
  known: Map<string, number>,
): Promise<number> {
  let sum = 0
  for (const url of new Set(urls)) {
    if (!/\.m?js$/.test(new URL(url).pathname)) continue
    const bytes = known.get(url) ?? (await weighScript(request, url))
    known.set(url, bytes)
    sum += bytes
  }
  return sum
}

async function weighScript(request: APIRequestContext, url: string): Promise<number> {
  const answer = await request.get(url)
  if (!answer.ok()) throw new Error(`${url} answered ${answer.status()}`)
  return gzipSync(await answer.body()).length
}

function tell(name: string, bytes: number): ReportRow {
  return measured(name, bytes / 1000, 'kB')
}
