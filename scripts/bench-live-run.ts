import { chromium } from '@playwright/test'
import { ask, createPlateRun, signIn } from './bench-session.ts'
import { readyChromium } from './install-chromium.ts'
import { watchLiveUpdates } from './live-probe.ts'
import { atMost, measured, type ReportRow } from './report-table.ts'

/**
 * Launch the 96-well method with the most channels on the simulated bGATE while its page is open in Chromium. Measures from
 * the launch to the first point on screen, and each live update from its message to the painted frame.
 */
export async function measureLiveRun(
  address: string,
  state: string,
  updates = 20,
): Promise<ReportRow[]> {
  const browser = await chromium.launch(await readyChromium())
  try {
    const context = await browser.newContext({
      baseURL: address,
      viewport: { width: 1360, height: 860 },
    })
    await signIn(context, address, state)
    const { uuid, channels } = await createPlateRun(context, 'Bench of a live run')
    const page = await context.newPage()
    await page.addInitScript(watchLiveUpdates)
    await page.goto(`/analyses/details/${uuid}`)
    await page.waitForLoadState('networkidle')
    const launchedAt = await page.evaluate(() => performance.now())
    await ask(context, `/analysis/launch/${uuid}`, {})
    const enough = (count: number) => window.liveUpdates.length >= count
    await page.waitForFunction(enough, updates, { timeout: 90_000 })
    const seen = await page.evaluate(() => window.liveUpdates)
    const took = seen.map(({ tookMs }) => tookMs).sort((a, b) => a - b)
    const first = ((seen[0]?.shownAt ?? Number.NaN) - launchedAt) / 1000
    const what = `live update of 96 wells x ${channels} channels, message to painted`
    return [
      measured('launch to first curve point on screen', first, 's'),
      atMost(`${what}, median`, took[Math.floor(took.length / 2)] ?? Number.NaN, 'ms', 50),
      atMost(`${what}, p95`, took[Math.ceil(took.length * 0.95) - 1] ?? Number.NaN, 'ms', 100),
    ]
  } finally {
    await browser.close()
  }
}
