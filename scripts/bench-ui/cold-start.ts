import { existsSync, readFileSync } from 'node:fs'
import {
  createServer,
  request,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { chromium, type Browser, type Page } from '@playwright/test'
import type { Plugin } from 'vite'
import { signIn } from '../bench-session.ts'
import { bundleScript } from '../bundle-script.ts'
import { readyChromium } from '../install-chromium.ts'
import { atMost, type ReportRow } from '../report-table.ts'
import { projectRoot } from '../run-tool.ts'
import type { RunningProduct } from './product.ts'
import { quantile } from '../quantile.ts'

/**
 * Measure the time from an address to the first screen in a new browser, beside a page that loads the same files, runs
 * none of them, and shows one word by React: the difference is the app's own work. Both come from one plain server, as
 * one edge would serve both; only the calls go on to the product.
 */
export async function measureColdStart(
  product: RunningProduct,
  { rounds }: { rounds: number },
): Promise<ReportRow[]> {
  const browser = await chromium.launch(await readyChromium())
  try {
    const login = await compare(browser, product, {
      rounds,
      path: '/login',
      landmark: 'input[type=password]',
      signedIn: false,
    })
    const list = await compare(browser, product, {
      rounds,
      path: '/analyses',
      landmark: 'main h1',
      signedIn: true,
    })
    return [...tell('sign-in page', login), ...tell('list of analyses', list)]
  } finally {
    await browser.close()
  }
}

interface Visit {
  rounds: number
  path: string
  /** Element that is on the screen when it can be used. */
  landmark: string
  signedIn: boolean
}

async function compare(
  browser: Browser,
  product: RunningProduct,
  visit: Visit,
): Promise<{ ours: number; blank: number }> {
  const files = await listFiles(browser, product, visit)
  const server = await serve(files, product.address)
  const address = `http://localhost:${(server.address() as AddressInfo).port}`
  const ours: number[] = []
  const blank: number[] = []
  try {
    for (let round = 0; round < visit.rounds; round++) {
      const pair = [
        async () => ours.push(await time(browser, { ...product, address }, visit)),
        async () => blank.push(await timeBlank(browser, address)),
      ]
      for (const one of round % 2 === 0 ? pair : pair.reverse()) await one()
    }
  } finally {
    server.close()
  }
  return { ours: quantile(ours, 0.5), blank: quantile(blank, 0.5) }
}

async function time(browser: Browser, product: RunningProduct, visit: Visit): Promise<number> {
  const page = await open(browser, product, visit)
  try {
    return await timeUntil(page, product.address + visit.path, visit.landmark)
  } finally {
    await page.context().close()
  }
}

async function timeBlank(browser: Browser, address: string): Promise<number> {
  const context = await browser.newContext()
  try {
    return await timeUntil(await context.newPage(), address + blankPath, 'h1')
  } finally {
    await context.close()
  }
}

/** Return the milliseconds from the start of the navigation to the frame that shows an element. */
async function timeUntil(page: Page, address: string, selector: string): Promise<number> {
  await page.addInitScript((wanted) => {
    const look = () => {
      if (!document.querySelector(wanted)) return void requestAnimationFrame(look)
      requestAnimationFrame(() => Object.assign(window, { shownAt: performance.now() }))
    }
    look()
  }, selector)
  await page.goto(address)
  const shown = await page.waitForFunction(() => (window as { shownAt?: number }).shownAt, null, {
    timeout: 30_000,
  })
  return (await shown.jsonValue()) as number
}

async function open(
  browser: Browser,
  { address, state }: RunningProduct,
  visit: Visit,
): Promise<Page> {
  // Block the worker that keeps the app for the next time: it fetches
  // all of it beside the page, which is no part of the first screen.
  const context = await browser.newContext({ baseURL: address, serviceWorkers: 'block' })
  if (visit.signedIn) await signIn(context, address, state)
  return context.newPage()
}

/** List the scripts and styles that a visit requests until its landmark is drawn. */
async function listFiles(
  browser: Browser,
  product: RunningProduct,
  visit: Visit,
): Promise<string[]> {
  const page = await open(browser, product, visit)
  const files: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (/\.(js|css)$/.test(pathname)) files.push(pathname)
  })
  await page.goto(visit.path)
  await page.locator(visit.landmark).first().waitFor()
  await page.context().close()
  return [...new Set(files)]
}

const blankPath = '/blank.html'

/** Serve the built app, and beside it the same bytes as modules that are fetched and compiled, but not run. */
async function serve(files: readonly string[], product: string): Promise<Server> {
  const script = await bundleScript(new URL('blank-page.ts', import.meta.url), {
    plugins: [asShipped],
  })
  const links = files
    .map(
      (path) =>
        `<link rel="${path.endsWith('.css') ? 'stylesheet' : 'modulepreload'}" href="${path}">`,
    )
    .join('')
  const html = `<!doctype html><title>blank</title>${links}<div id="app"></div><script type="module" src="/blank.js"></script>`
  const server = createServer((question, answer) => {
    const path = new URL(question.url ?? '/', 'http://localhost').pathname
    if (path.startsWith('/v3/')) return pass(question, answer, product)
    answer.setHeader('content-type', types[extname(path)] ?? 'text/html')
    if (path === '/blank.js') answer.end(script)
    else answer.end(path === blankPath ? html : readFileSync(findFile(path)))
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  return server
}

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
}

/** Find the file of an address; every address that is no file is the app's page. */
function findFile(path: string): string {
  const client = join(projectRoot, 'dist', 'client')
  const file = join(client, path)
  return extname(path) !== '' && existsSync(file) ? file : join(client, 'index.html')
}

function pass(question: IncomingMessage, answer: ServerResponse, product: string): void {
  const { method, headers, url } = question
  const asked = request(product + url, { method, headers }, (reply) => {
    answer.writeHead(reply.statusCode ?? 502, reply.headers)
    reply.pipe(answer)
  })
  asked.on('error', () => answer.destroy())
  question.pipe(asked)
}

/** React's own build for production. */
const asShipped: Plugin = {
  name: 'as-shipped',
  config: () => ({ define: { 'process.env.NODE_ENV': '"production"' } }),
}

function tell(what: string, { ours, blank }: { ours: number; blank: number }): ReportRow[] {
  const plain = (name: string, value: number) => ({ name, value, unit: 'ms', bar: '', ok: null })
  return [
    plain(`cold start to the ${what}, median`, ours),
    plain(`a blank React page of the same bytes as the ${what}, median`, blank),
    atMost(`cold start to the ${what}, over the blank page`, ours / blank, 'x', 1.5),
  ]
}
