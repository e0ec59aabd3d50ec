import { gzipSync } from 'node:zlib'
import { chromium, type BrowserContext, type Page } from '@playwright/test'
import { chromiumLaunch } from './chromium.ts'
import { atMost, type ReportRow } from './report-table.ts'
import { readSignIns } from './sign-ins.ts'

/**
 * What a browser that has never been here loads: all JavaScript it really asks for, each file compressed as a server
 * would send it, on the sign-in page and until the list of analyses stands.
 */
export async function measureFirstLoad(address: string, state: string): Promise<ReportRow[]> {
  const browser = await chromium.launch(chromiumLaunch())
  try {
    const login = await weigh(await browser.newContext(), async (page) => {
      await page.goto(`${address}/login`)
    })
    const signedIn = await browser.newContext()
    await signIn(signedIn, address, state)
    const app = await weigh(signedIn, async (page) => {
      await page.goto(`${address}/analyses`)
    })
    return [
      atMost('JavaScript of the sign-in page, gzip', login / 1000, 'kB', 110),
      atMost('JavaScript until the list of analyses, gzip', app / 1000, 'kB', 250),
    ]
  } finally {
    await browser.close()
  }
}

/** Signs a context in by the API; the cookie is the browser's from then on. */
export async function signIn(
  context: BrowserContext,
  address: string,
  state: string,
): Promise<void> {
  const [username, password] = readSignIns(state)[0] ?? []
  const answer = await context.request.post(`${address}/v3/session/login`, {
    data: { username, password },
    headers: { 'x-requested-with': 'XMLHttpRequest' },
  })
  if (!answer.ok()) throw new Error(`Sign-in failed: ${answer.status()} ${await answer.text()}`)
}

/** Bytes of JavaScript, compressed, that the page asked for until the network was quiet. */
async function weigh(
  context: BrowserContext,
  visit: (page: Page) => Promise<void>,
): Promise<number> {
  const page = await context.newPage()
  const sizes: Promise<number>[] = []
  // Workers and what they import are requests of the context, not of the page.
  context.on('response', (response) => {
    if (!/javascript/.test(response.headers()['content-type'] ?? '')) return
    sizes.push(response.body().then((body) => gzipSync(body).length))
  })
  await visit(page)
  await page.waitForLoadState('networkidle')
  await page.close()
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}
