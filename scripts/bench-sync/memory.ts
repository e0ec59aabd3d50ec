import { randomUUID } from 'node:crypto'
import type { CDPSession, Page } from '@playwright/test'
import { atMost, measured, type ReportRow } from '../report-table.ts'
import { renameSome, type SyncLab } from './lab.ts'
import { openWholeList, waitForRows, withFilledProfile } from './profile.ts'

/** In each hour. */
const turns = 2

/** Measure the page's memory with all analyses and an open plate, and what a shift's work adds. */
export function measureMemory(lab: SyncLab, hours: number): Promise<ReportRow[]> {
  return withFilledProfile(lab, async (profile) => {
    const page = await openWholeList(profile, lab)
    const session = await profile.context.newCDPSession(page)
    await page.waitForTimeout(8000)
    const list = await readHeap(page, session)
    await openRun(page, lab)
    const plate = await readHeap(page, session)
    await openList(page, lab)
    const held: number[] = []
    for (let hour = 0; hour <= hours; hour++) {
      await workAnHour(page, lab, hour)
      held.push(await readHeap(page, session))
      console.log(`  hour ${hour}: ${held.at(-1)?.toFixed(1)} MB`)
    }
    // Take the end of the first hour as the begin of the shift, since that hour opens what is opened once.
    const [before = Number.NaN, after = Number.NaN] = [held[0], held.at(-1)]
    return [
      tell(`page heap with ${lab.records} analyses listed`, list),
      atMost(`page heap with ${lab.records} analyses and an open 96-well plate`, plate, 'MB', 250),
      tell('page heap at the begin of a shift', before),
      tell(`page heap after ${hours} hours' work`, after),
      atMost('growth over the shift', (after / before - 1) * 100, '%', 10),
    ]
  })
}

/** Measure the reachable memory of the page's objects, document and buffers, in MB. */
async function readHeap(page: Page, session: CDPSession): Promise<number> {
  // Drop what this bench itself has recorded.
  await page.evaluate(() => {
    performance.clearResourceTimings()
    window.syncProbe.writes = []
    window.syncProbe.longTasks.length = 0
    window.syncProbe.counts.splice(0, window.syncProbe.counts.length - 1)
  })
  for (let times = 0; times < 3; times++) await session.send('HeapProfiler.collectGarbage')
  const { usedSize, embedderHeapUsedSize, backingStorageSize } =
    await session.send('Runtime.getHeapUsage')
  return (usedSize + embedderHeapUsedSize + backingStorageSize) / 1e6
}

async function openList(page: Page, lab: SyncLab): Promise<void> {
  await goTo(page, '/analyses')
  await waitForRows(page, lab.records)
}

async function openRun(page: Page, { run }: SyncLab): Promise<void> {
  await goTo(page, `/analyses/details/${run}`)
  await page.locator('[data-well="95"]').waitFor({ timeout: 60_000 })
  await page.locator('main canvas').first().waitFor({ timeout: 60_000 })
  await page.waitForTimeout(1000)
}

/** Go to a page as a link of the app does. */
function goTo(page: Page, path: string): Promise<void> {
  return page.evaluate((to) => history.pushState(null, '', to), path)
}

/**
 * Do an hour's work without its pauses: open runs and plans, write notes, search the list, open other pages, with records changed
 * by others every few minutes.
 */
async function workAnHour(page: Page, lab: SyncLab, hour: number): Promise<void> {
  for (let turn = 0; turn < turns; turn++) {
    await renameSome(lab, 10, `Renamed ${hour} ${turn}`)
    await openRun(page, lab)
    await note(page, lab.plans[turn % lab.plans.length] ?? '', `Hour ${hour}, ${turn}`)
    await goTo(page, '/devices')
    await page.waitForTimeout(300)
    await goTo(page, '/')
    await page.waitForTimeout(300)
    await openList(page, lab)
    for (const text of ['plate 1', 'plate 12', randomUUID().slice(0, 3), '']) {
      await page.locator('main input[type="search"]').fill(text)
      await page.waitForTimeout(100)
    }
    await waitForRows(page, lab.records)
  }
}

async function note(page: Page, plan: string, text: string): Promise<void> {
  await goTo(page, `/analyses/details/${plan}`)
  const field = page.getByRole('textbox', { name: 'Notebook' })
  await field.fill(text)
  await page.waitForTimeout(2500)
}

function tell(name: string, value: number): ReportRow {
  return measured(name, value, 'MB')
}
