import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { signIn } from '../bench-session.ts'
import { chromiumLaunch } from '../chromium.ts'
import type { SyncLab } from './lab.ts'
import { watchSync } from './page-probe.ts'

/** A browser with a profile on the disk: one without keeps its databases in memory. */
export interface Profile {
  folder: string
  context: BrowserContext
  /** Ends the browser; the profile stays. */
  close(): Promise<void>
}

export async function openProfile({ pages }: SyncLab, folder: string): Promise<Profile> {
  const context = await chromium.launchPersistentContext(folder, {
    ...chromiumLaunch(),
    baseURL: pages.address,
    viewport: { width: 1360, height: 860 },
  })
  await context.addInitScript(watchSync)
  return { folder, context, close: () => context.close() }
}

/** A browser that has never been here, with somebody signed in. It goes with all it holds when the work is done. */
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

/** The list of analyses, from its address until it holds all of them. */
export async function openWholeList({ context }: Profile, lab: SyncLab): Promise<Page> {
  const page = await context.newPage()
  await page.goto('/analyses')
  await waitForRows(page, lab.records)
  return page
}

export async function waitForRows(page: Page, rows: number): Promise<void> {
  const isThere = (wanted: number) => {
    const last = window.syncProbe.counts.at(-1)
    return last !== undefined && last.rows === wanted && last.at < Infinity
  }
  await page.waitForFunction(isThere, rows, { timeout: 600_000, polling: 100 })
}
