import { existsSync } from 'node:fs'
import type { LaunchOptions } from '@playwright/test'

const usualPlaces = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** Find the system's Chromium: `$CHROMIUM` when set, else the first of the usual places; null when there is none. */
export function findChromium(): string | null {
  const named = process.env['CHROMIUM']
  if (named) return existsSync(named) ? named : null
  return usualPlaces.find((path) => existsSync(path)) ?? null
}

/** Debian's second build of the same Chromium: it draws and stores alike, and has no windows, nor processes for them. */
const headlessShell = '/usr/bin/chromium-headless-shell'

/**
 * Return the options with which the walks open Chromium: headless if installed, which loads pages in two thirds of the
 * time.
 */
export function walkLaunch(): LaunchOptions {
  const isWanted = process.env['CHROMIUM'] === undefined && existsSync(headlessShell)
  return chromiumLaunch(isWanted ? headlessShell : findChromium())
}

/**
 * Return the options with which every other test and bench opens Chromium. As root it refuses to start inside its own
 * sandbox.
 */
export function chromiumLaunch(executablePath = findChromium()): LaunchOptions {
  return {
    ...(executablePath === null ? {} : { executablePath }),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  }
}
