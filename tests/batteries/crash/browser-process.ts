import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { type Browser, type BrowserContext, chromium } from '@playwright/test'
import { findChromium } from '../../../scripts/chromium.ts'

/** A browser on a profile that outlives it. */
export interface BrowserProcess {
  context: BrowserContext
  /** SIGKILL to it and all of its processes, as when the power goes. */
  kill: () => Promise<void>
}

/**
 * Start Chromium by its own command: what is killed must be the browser and not what looks after it.
 * @param executable another build of it.
 */
export async function startBrowser(profile: string, executable?: string): Promise<BrowserProcess> {
  const found = executable ?? findChromium() ?? chromium.executablePath()
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const child = spawn(
    found,
    [
      '--headless=new',
      '--disable-gpu',
      '--no-first-run',
      '--no-default-browser-check',
      '--disable-background-networking',
      '--disable-component-update',
      '--remote-debugging-port=0',
      `--user-data-dir=${profile}`,
      ...asRoot,
      'about:blank',
    ],
    { detached: true, stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const browser: Browser = await chromium.connectOverCDP(await addressOf(child))
  const [context] = browser.contexts()
  if (!context) throw new Error('the browser has no window')
  return {
    context,
    kill: async () => {
      const gone = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : null
      process.kill(-child.pid!, 'SIGKILL')
      await gone
      await browser.close().catch(() => undefined)
    },
  }
}

function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = ''
    child.stderr?.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      const found = /DevTools listening on (ws:\S+)/.exec(said)?.[1]
      if (found) resolve(found)
    })
    child.once('exit', () => reject(new Error(`the browser did not start: ${said.slice(-500)}`)))
  })
}
