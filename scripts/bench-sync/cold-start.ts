import { rmSync } from 'node:fs'
import { median, quantile } from '../quantile.ts'
import { atMost, measured, type ReportRow } from '../report-table.ts'
import type { SyncLab } from './lab.ts'
import { copyFilled, openProfile, type Profile } from './profile.ts'

/** The machine has no network; it has one, and the service does not answer; all is well. */
const starts = ['offline', 'silent', 'online'] as const
type Way = (typeof starts)[number]

/**
 * Measure how a closed browser opens the app again without the service: from its address until a row with a record of
 * this machine is painted. Measure the same with the service beside it. Without network the app opens the plans, else
 * the list of all.
 */
export async function measureColdStart(lab: SyncLab, rounds: number): Promise<ReportRow[]> {
  const folder = await copyFilled(lab)
  try {
    const took: Record<Way, number[]> = { offline: [], silent: [], online: [] }
    for (let round = 0; round < rounds; round++) {
      const ways = round % 2 === 0 ? starts : starts.toReversed()
      for (const way of ways) took[way].push(await timeStart(lab, folder, way))
    }
    const what = `with ${lab.records} records`
    return [
      atMost(`cold start ${what}, no network, median`, median(took.offline) / 1000, 's', 1),
      tell('cold start, no network, p95', quantile(took.offline, 0.95) / 1000),
      atMost(`cold start ${what}, service gone, median`, median(took.silent) / 1000, 's', 1),
      tell('cold start, service gone, p95', quantile(took.silent, 0.95) / 1000),
      tell('cold start, service there, median', median(took.online) / 1000),
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function timeStart(lab: SyncLab, folder: string, way: Way): Promise<number> {
  const profile: Profile = await openProfile(lab, folder)
  try {
    if (way === 'silent') lab.pages.cut()
    const page = await profile.context.newPage()
    if (way === 'offline') await profile.context.setOffline(true)
    await page.goto('/analyses')
    await page.waitForFunction(() => window.syncProbe.firstRowAt !== null, null, {
      timeout: 60_000,
      polling: 50,
    })
    const { first, after } = await page.evaluate(() => ({
      first: window.syncProbe.firstRowAt ?? Number.NaN,
      after: performance.getEntriesByType('navigation')[0]?.startTime ?? 0,
    }))
    console.log(`  ${way} ${(first - after).toFixed(0)} ms`)
    return first - after
  } finally {
    lab.pages.mend()
    await profile.close()
  }
}

function tell(name: string, value: number): ReportRow {
  return measured(name, value, 's')
}
