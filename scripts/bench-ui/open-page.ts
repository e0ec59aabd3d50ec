import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Browser, chromium, type Page } from '@playwright/test'
import { readyChromium } from '../install-chromium.ts'
import { type BuiltPage, buildPage } from './build-page.ts'

/** A built page in a browser of its own, and how to end both. */
export interface OpenPage {
  browser: Browser
  page: Page
  close: () => Promise<void>
}

export async function openPage(entry: string): Promise<OpenPage> {
  const server = await serve(await buildPage(entry))
  const browser = await chromium.launch(await readyChromium())
  const page = await browser.newPage({ viewport: { width: 1360, height: 900 } })
  const refuseErrors = watchErrors(page)
  await page.goto(`http://localhost:${(server.address() as AddressInfo).port}/`)
  return {
    browser,
    page,
    async close() {
      await browser.close()
      server.close()
      refuseErrors()
    },
  }
}

/**
 * Collect what goes wrong on a page. The returned function throws the first of it: a page without its texts, which
 * reports each of them, takes several times as long to draw, and its figures say nothing of the product.
 */
export function watchErrors(page: Page): () => void {
  const errors: Error[] = []
  page.on('pageerror', (error) => errors.push(error))
  return () => {
    const [first] = errors
    if (first)
      throw new Error(`${errors.length} errors on the page: ${first.message}`, { cause: first })
  }
}

const html = `<!doctype html><html lang="en"><title>bench</title><link rel="stylesheet" href="/page.css">
<body><div id="app"></div><script src="/page.js"></script>`

async function serve({ script, style }: BuiltPage): Promise<Server> {
  const server = createServer((request, response) => {
    const [type, text] =
      request.url === '/page.js'
        ? ['text/javascript', script]
        : request.url === '/page.css'
          ? ['text/css', style]
          : ['text/html', html]
    response.setHeader('content-type', `${type}; charset=utf-8`)
    response.end(text)
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  return server
}
