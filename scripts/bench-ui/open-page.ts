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
  page.on('pageerror', (error) => console.error(error))
  await page.goto(`http://localhost:${(server.address() as AddressInfo).port}/`)
  return {
    browser,
    page,
    async close() {
      await browser.close()
      server.close()
    },
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
