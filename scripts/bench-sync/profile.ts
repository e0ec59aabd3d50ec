import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { signIn } from '../bench-session.ts'
import { readyChromium } from '../install-chromium.ts'
import type { SyncLab } from './lab.ts'
import { watchSync } from './page-probe.ts'

/** A browser with a profile on the disk: one without keeps its databases in memory. */
export interface Profile {
  folder: string
  context: BrowserContext
  /** End the browser; the profile stays. */
  close(): Promise<void>
}

export async function openProfile({ pages }: SyncLab, folder: string): Promise<Profile> {
  const context = await chromium.launchPersistentContext(folder, {
    ...(await readyChromium()),
    baseURL: pages.address,
    viewport: { width: 1360, height: 860 },
  })
  await context.addInitScript(watchSync)
  return { folder, context, close: () => context.close() }
}

/** Work with a new browser in which a person is signed in. It is deleted with all its data afterwards. */
export async function withNewProfile<Value>(
  lab: SyncLab,
  work: (profile: Profile) => Promise<Value>,
): Promise<Value> {
  const folder = mkdtempSync(join(tmpdir(), 'bapp-bench-profile-'))
  const profile = await openProfile(lab, folder)
  try {
    await signIn(profile.context, lab.pages.address, lab.edge.worker.stateDir)
    return await work(profile)
  } finally {
    await profile.close()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

/**
 * Work with a browser that has all records, and the app itself. Each receives a copy of the first one's profile, which
 * it may change.
 */
export async function withFilledProfile<Value>(
  lab: SyncLab,
  work: (profile: Profile) => Promise<Value>,
): Promise<Value> {
  const folder = await copyFilled(lab)
  const profile = await openProfile(lab, folder)
  try {
    return await work(profile)
  } finally {
    await profile.close()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** Copy the filled profile into a folder of the caller's own. */
export async function copyFilled(lab: SyncLab): Promise<string> {
  lab.filled ??= await fillProfile(lab)
  const folder = mkdtempSync(join(tmpdir(), 'bapp-bench-profile-'))
  cpSync(lab.filled, folder, { recursive: true, filter: (path) => !/Singleton\w+$/.test(path) })
  return folder
}

async function fillProfile(lab: SyncLab): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'bapp-bench-filled-'))
  const profile = await openProfile(lab, folder)
  try {
    await signIn(profile.context, lab.pages.address, lab.edge.worker.stateDir)
    await waitKept(await openWholeList(profile, lab))
    return folder
  } finally {
    await profile.close()
  }
}

async function waitKept(page: Page): Promise<void> {
  const isKept = async () => {
    if (!navigator.serviceWorker.controller) return false
    return (await caches.match('/index.html')) !== undefined
  }
  for (let tries = 0; tries < 120; tries++) {
    if (await page.evaluate(isKept)) return
    await page.waitForTimeout(500)
  }
  throw new Error('the app was not kept within a minute')
}

/** Open the list of analyses, from its address until it has all of them: older ones are asked for as soon as they are offered. */
export async function openWholeList({ context }: Profile, lab: SyncLab): Promise<Page> {
  const page = await context.newPage()
  await page.goto('/analyses')
  await waitForRows(page, lab.records)
  return page
}

export async function waitForRows(page: Page, rows: number): Promise<void> {
  const isThere = (wanted: number) => {
    const offers = document.querySelectorAll<HTMLButtonElement>('[data-fetch-older] button')
    for (const offer of offers) offer.click()
    const last = window.syncProbe.counts.at(-1)
    return last !== undefined && last.rows === wanted && last.at < Infinity
  }
  await page.waitForFunction(isThere, rows, { timeout: 600_000, polling: 100 })
}
