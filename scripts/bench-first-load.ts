import { gzipSync } from 'node:zlib'
import {
  chromium,
  type BrowserContext,
  type Locator,
  type Page,
  type Request,
} from '@playwright/test'
import { createPlateRun, signIn } from './bench-session.ts'
import { chromiumLaunch } from './chromium.ts'
import { atMost, type ReportRow } from './report-table.ts'

/**
 * What a browser that has never been here loads: all JavaScript it really asks for, each file compressed as a server
 * would send it, on the sign-in page and until the list of analyses stands.
 */
export async function measureFirstLoad(address: string, state: string): Promise<ReportRow[]> {
  const browser = await chromium.launch(chromiumLaunch())
  try {
    const visitor = await browser.newContext({ baseURL: address })
    const login = await weigh(visitor, '/login', (page) =>
      page.getByRole('button', { name: 'Sign in' }),
    )
    const operator = await browser.newContext({ baseURL: address })
    await signIn(operator, address, state)
    const name = 'Bench of the first load'
    await createPlateRun(operator, name)
    const app = await weigh(operator, '/analyses', (page) => page.getByText(name).first())
    return [
      atMost('JavaScript of the sign-in page, gzip', login / 1000, 'kB', 110),
      atMost('JavaScript until the list of analyses, gzip', app / 1000, 'kB', 250),
    ]
  } finally {
    await browser.close()
  }
}

/**
 * Bytes of JavaScript, compressed, of all files the page asked for until `landmark` was to be seen. What it loads
 * afterwards, while the user already reads, is not waited for.
 */
async function weigh(
  context: BrowserContext,
  path: string,
  landmark: (page: Page) => Locator,
): Promise<number> {
  const asked: Request[] = []
  // Workers and what they import are requests of the context, not of the page.
  const note = (request: Request) => asked.push(request)
  context.on('request', note)
  const page = await context.newPage()
  await page.goto(path)
  await landmark(page).waitFor({ timeout: 30_000 })
  context.off('request', note)
  await page.waitForLoadState('networkidle')
  const sizes = await Promise.all(asked.map(weighScript))
  await page.close()
  return sizes.reduce((sum, size) => sum + size, 0)
}

async function weighScript(request: Request): Promise<number> {
  const response = await request.response()
  if (!/javascript/.test(response?.headers()['content-type'] ?? '')) return 0
  return gzipSync((await response?.body()) ?? '').length
}
