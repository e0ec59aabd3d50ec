import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type Browser, chromium, type Page } from '@playwright/test'
import { afterEach, describe, expect, test } from 'vitest'
import { chromiumLaunch, findChromium } from '../../scripts/chromium.ts'
import { callPath, eventsPath } from '../../domain/desktop-bridge.ts'
import { makeWeb } from './host-bench.ts'

const main = fileURLToPath(new URL('../../desktop/main.ts', import.meta.url))
const node = fileURLToPath(new URL('../../node_modules/.bin/node', import.meta.url))

interface Shell {
  child: ChildProcess
  /** Folders with which it was started. */
  folders: { web: string; data: string }
  data: string
  output(): string
  /** Its exit code. */
  ended: Promise<number | null>
}

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

function startShell(...args: string[]): Shell {
  const { web, data, remove } = makeWeb()
  cleanups.push(remove)
  return startShellOn({ web, data }, ...args)
}

function startShellOn({ web, data }: { web: string; data: string }, ...args: string[]): Shell {
  const usual = ['--data', data, '--web', web, '--service', 'http://127.0.0.1:1']
  const child = spawn(node, [main, ...usual, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (text) => (output += String(text)))
  const ended = once(child, 'close').then(([code]) => code as number | null)
  cleanups.push(() => child.kill('SIGKILL') && ended)
  return {
    child,
    folders: { web, data },
    data: join(data, '127.0.0.1_1'),
    output: () => output,
    ended,
  }
}

type Maybe<Value> = Value | false | null | undefined

async function until<Value>(look: () => Maybe<Value> | Promise<Maybe<Value>>): Promise<Value> {
  for (;;) {
    const found = await look()
    if (found) return found
    await sleep(50)
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** Return the address of the browser's debugger; null until the browser has written it. */
function debuggerOf({ data }: Shell): string | null {
  const file = join(data, 'browser', 'DevToolsActivePort')
  const [, port] = (existsSync(file) && /^(\d+)\n\//.exec(readFileSync(file, 'utf8'))) || []
  return port === undefined ? null : `http://127.0.0.1:${port}`
}

/** Find the app's page, once there is one: a browser may open others by itself. */
function pageOf(browser: Browser): Page | undefined {
  const pages = browser.contexts().flatMap((context) => context.pages())
  return pages.find((page) => page.url().startsWith('http://127.0.0.1:'))
}

describe.skipIf(findChromium() === null)('the window', { timeout: 30_000 }, () => {
  const headless = ['--headless=new', '--remote-debugging-port=0', ...(chromiumLaunch().args ?? [])]

  const shellArgs = [
    `--browser=${findChromium()}`,
    ...headless.map((arg) => `--browser-arg=${arg}`),
  ]

  async function openShell(
    shell = startShell(...shellArgs),
  ): Promise<{ shell: Shell; browser: Browser; page: Page }> {
    const address = await until(() => debuggerOf(shell))
    // Attach later: while the first page loads one may wait for ever.
    await until(async () => {
      const targets = (await (await fetch(`${address}/json/list`)).json()) as { url: string }[]
      return targets.some(({ url }) => /^http:\/\/127\.0\.0\.1:\d+\/$/.test(url))
    })
    const browser = await chromium.connectOverCDP(address)
    cleanups.push(() => browser.close().catch(() => undefined))
    const page = await until(() => pageOf(browser))
    await page.waitForSelector('meta[name=desktop]', { state: 'attached' })
    return { shell, browser, page }
  }

  test('[MODE-002] [DESK-001] opens on the app, talks to its host, has no Node, and takes everything along when it closes', async () => {
    const { shell, browser, page } = await openShell()
    expect(page.url()).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/)
    const seen = await page.evaluate(
      async ({ events, start, deviceCall }) => {
        const ask = (path: string, body: object) =>
          fetch(path, { method: 'POST', body: JSON.stringify(body) }).then(({ status }) => status)
        const source = new EventSource(events)
        const list = await new Promise<string>((resolve) => {
          source.addEventListener('deviceList', ({ data }) => resolve(String(data)))
        })
        source.close()
        const gone = await fetch('https://example.com/').then(
          () => false,
          () => true,
        )
        const { process, require } = globalThis as unknown as Record<string, unknown>
        return {
          list: JSON.parse(list) as unknown,
          statuses: [await ask(start, {}), await ask(deviceCall, { hostname: '../..' })],
          cookie: document.cookie,
          node: [typeof process, typeof require],
          gone,
          secure: isSecureContext,
        }
      },
      { events: eventsPath, start: callPath('startDiscovery'), deviceCall: callPath('deviceCall') },
    )
    expect(seen).toEqual({
      list: { devices: [] },
      statuses: [200, 422],
      cookie: '',
      node: ['undefined', 'undefined'],
      gone: true,
      secure: true,
    })
    const session = await browser.newBrowserCDPSession()
    await session.send('Browser.close').catch(() => undefined)
    expect(await shell.ended).toBe(0)
  })

  test('Ctrl-C leaves no process', async () => {
    const { shell, browser } = await openShell()
    const session = await browser.newBrowserCDPSession()
    const { processInfo } = await session.send('SystemInfo.getProcessInfo')
    const pids = processInfo.map(({ id }) => id)
    expect(pids.length).toBeGreaterThan(1)
    shell.child.kill('SIGINT')
    expect(await shell.ended).toBe(0)
    await until(() => !pids.some(isAlive))
  })

  async function pidsOf(browser: Browser): Promise<number[]> {
    const session = await browser.newBrowserCDPSession()
    const { processInfo } = await session.send('SystemInfo.getProcessInfo')
    return processInfo.map(({ id }) => id)
  }

  test('faults R8: a host that is killed (-9) leaves no browser, and the next start opens its window', async () => {
    const { shell, browser } = await openShell()
    const pids = await pidsOf(browser)
    expect(pids.length).toBeGreaterThan(1)
    shell.child.kill('SIGKILL')
    await shell.ended
    await until(() => !pids.some(isAlive))
    rmSync(join(shell.data, 'browser', 'DevToolsActivePort'), { force: true })
    const again = await openShell(startShellOn(shell.folders, ...shellArgs))
    expect(again.page.url()).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/)
  })

  test('faults R8: a browser that was left with the profile is ended before the window opens', async () => {
    const { web, data, remove } = makeWeb()
    cleanups.push(remove)
    const profile = join(data, '127.0.0.1_1', 'browser')
    const left = spawn(
      findChromium() ?? '',
      [`--user-data-dir=${profile}`, ...headless, 'about:blank'],
      { stdio: 'ignore' },
    )
    const gone = once(left, 'close')
    cleanups.push(() => left.kill('SIGKILL') && gone)
    const port = join(profile, 'DevToolsActivePort')
    await until(() => existsSync(port) && /^\d+\n\//.test(readFileSync(port, 'utf8')))
    rmSync(port)
    const { page } = await openShell(startShellOn({ web, data }, ...shellArgs))
    await gone
    expect(page.url()).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/)
  })

  test('a browser that does not open is said in its own words', async () => {
    const shell = startShell(`--browser=${node}`)
    expect(await shell.ended).toBe(1)
    expect(shell.output()).toMatch(/ended with code \d+:\n.*bad option/s)
  })
})

test('without a window it says its address, and ends when it is asked to', async () => {
  const shell = startShell('--no-window')
  const [address = ''] = await until(() => /http:\/\/127\S+word=\S+/.exec(shell.output()))
  expect((await fetch(address, { redirect: 'manual' })).status).toBe(303)
  expect((await fetch(address, { redirect: 'manual' })).status).toBe(401)
  shell.child.kill('SIGTERM')
  expect(await shell.ended).toBe(0)
})

test('an option that cannot be meant is refused, with the word for help', async () => {
  const shell = startShell('--service', 'http://eu.bapp.example')
  expect(await shell.ended).toBe(1)
  expect(shell.output()).toMatch(/--service wants https.*\nnpm run desktop -- --help/)
})
