import type { LaunchOptions } from '@playwright/test'
import { chromiumLaunch, findChromium } from './chromium.ts'
import { runTool } from './run-tool.ts'

/**
 * Make sure there is a Chromium for the browser tests: the system's, else the package manager's when we may use it.
 * Throws a sentence that says what to install when neither works.
 */
export async function ensureChromium(): Promise<string> {
  const present = findChromium()
  if (present !== null) return present
  if (process.env['CHROMIUM']) {
    throw new Error(`CHROMIUM names ${process.env['CHROMIUM']}, but there is no such file.`)
  }
  const byHand =
    'This needs Chromium. Install it (Debian, Ubuntu: `sudo apt-get install chromium`; elsewhere Chromium ' +
    'or Google Chrome) or name it: CHROMIUM=/path/to/chromium'
  if (process.getuid?.() !== 0 || (await runTool('apt-get', ['--version'])).code !== 0)
    throw new Error(byHand)
  console.log('Installing Chromium with apt-get, once …')
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  await runTool('apt-get', ['update'], { echo: true, env })
  const install = (name: string) =>
    runTool('apt-get', ['install', '-y', '--no-install-recommends', name], { echo: true, env })
  await install('chromium')
  // Install the headless shell too: the walks are quicker with it, and do without where there is none.
  await install('chromium-headless-shell')
  const installed = findChromium()
  if (installed === null) throw new Error(`apt-get could not install Chromium. ${byHand}`)
  return installed
}

/** Return how benches and batteries open Chromium, and install it first where it is missing. @throws what to install */
export async function readyChromium(): Promise<LaunchOptions> {
  await ensureChromium()
  return chromiumLaunch()
}
