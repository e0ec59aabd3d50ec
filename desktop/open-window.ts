import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The window of the app, a process of its own. */
export interface AppWindow {
  /** Settles when the person has closed it. @throws with the browser's own words where it could not open or go on. */
  closed: Promise<void>
  /** Close it, and settle when its process is gone. */
  close(): Promise<void>
}

const names = {
  linux: [
    'google-chrome',
    'google-chrome-stable',
    'chromium',
    'chromium-browser',
    'microsoft-edge',
    'microsoft-edge-stable',
  ],
  darwin: [
    'Google Chrome.app/Contents/MacOS/Google Chrome',
    'Chromium.app/Contents/MacOS/Chromium',
    'Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  ],
  win32: [
    'Google\\Chrome\\Application\\chrome.exe',
    'Chromium\\Application\\chrome.exe',
    'Microsoft\\Edge\\Application\\msedge.exe',
  ],
} as const

/** Facts of the machine by which browsers are found. */
export interface Machine {
  platform: NodeJS.Platform
  env: NodeJS.ProcessEnv
  exists(path: string): boolean
}

const thisMachine: Machine = { platform: process.platform, env: process.env, exists: existsSync }

/** Find Chrome, Chromium or Edge, the first that is installed; null if none is. */
export function findBrowser({ platform, env, exists }: Machine = thisMachine): string | null {
  const known = platform === 'darwin' || platform === 'win32' ? platform : 'linux'
  const folders = {
    linux: (env['PATH'] ?? '').split(delimiter),
    darwin: ['/Applications', join(env['HOME'] ?? '', 'Applications')],
    win32: [env['ProgramFiles'], env['ProgramFiles(x86)'], env['LOCALAPPDATA']],
  }[known].filter((folder) => folder !== undefined && folder !== '')
  const paths = names[known].flatMap((name) => folders.map((folder) => join(folder ?? '', name)))
  return paths.find(exists) ?? null
}

export const noBrowserText = `No browser was found for the window. bApp needs Chrome, Chromium or Edge: install one of them,
or say where yours is with --browser PATH.`

/** Longer than a browser takes to put its things away. */
const killAfterMs = 5_000

/**
 * Open an address in a window without tabs and address bar, in a browser that has nothing to do with the person's own: own
 * cookies, own data, no extensions.
 */
export function openWindow(options: {
  browser: string
  address: string
  /** Folder of its data. */
  folder: string
  args?: readonly string[]
}): AppWindow {
  const { browser, address, folder, args = [] } = options
  const child = spawn(
    browser,
    [
      `--app=${address}`,
      `--user-data-dir=${folder}`,
      '--no-first-run',
      '--no-default-browser-check',
      '--disable-extensions',
      '--disable-sync',
      // Let the browser end with the other end of this pipe, also when the host is killed and can say nothing.
      '--remote-debugging-pipe',
      // Keep working behind other windows, where a lab leaves this one: its run must be up to date when somebody looks again.
      '--disable-background-timer-throttling',
      '--disable-renderer-backgrounding',
      ...args,
    ],
    // Open the last two as the pipe's ends: the browser reads from one and writes to the other.
    { stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'] },
  )
  for (const end of child.stdio.slice(3)) end?.on('error', () => undefined)
  let said = ''
  child.stderr?.on('data', (text) => {
    said = (said + String(text)).slice(-600)
  })
  const closed = new Promise<void>((resolve, reject) => {
    child.once('close', (code) => {
      if (code === null || code === 0) resolve()
      else reject(new Error(`${browser} ended with code ${code}:\n${said.trim()}`))
    })
    child.once('error', (error) => reject(new Error(`${browser} does not start: ${error.message}`)))
  })
  return { closed, close: () => end(child, closed) }
}

async function end(child: ChildProcess, closed: Promise<void>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
  const timer = setTimeout(() => child.kill('SIGKILL'), killAfterMs)
  child.kill('SIGTERM')
  await closed.catch(() => undefined)
  clearTimeout(timer)
}
