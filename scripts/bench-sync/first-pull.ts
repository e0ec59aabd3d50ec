import { loadavg } from 'node:os'
import type { Page } from '@playwright/test'
import { median } from '../quantile.ts'
import { atMost, measured, type ReportRow } from '../report-table.ts'
import type { SyncLab } from './lab.ts'
import { openWholeList, withNewProfile } from './profile.ts'
import { type RawTimes, writeRaw } from './raw-writes.ts'

export interface PullTimes {
  /** From the first question to the edge until the disk had the last record. */
  ms: number
  /** Part of it while a write was under way. */
  writing: number
  /** From the first question until the list showed all. */
  shown: number
  /** From the opening of the page until the list showed a screenful, the newest first. */
  firstPage: number
  /** From the opening of the page until the disk had so many of the newest as were asked about, and all. */
  window: number
  all: number
  longTasks: number[]
  rows: number
  /** Between the two: what the edge was asked for and had not given yet while nothing was written. */
  pages: number
}

/**
 * Measure the pull of all analyses in a new browser, beside the same records written by its database alone; in turns,
 * each in a profile of its own.
 */
export async function measureFirstPull(lab: SyncLab, rounds: number): Promise<ReportRow[]> {
  const pulls: PullTimes[] = []
  const raws: RawTimes[] = []
  const pull = async () => pulls.push(await pullAll(lab))
  const raw = async () => raws.push(await writeAll(lab))
  for (let round = 0; round < rounds; round++) {
    for (const one of round % 2 === 0 ? [raw, pull] : [pull, raw]) {
      await one()
      tellProgress(pulls, raws)
    }
  }
  const ratios = pulls.map(({ ms }, at) => ms / (raws[at]?.writing ?? Number.NaN))
  const tasks = pulls.flatMap(({ longTasks }) => longTasks)
  const seconds = (list: readonly number[]) => median(list) / 1000
  const name = `${lab.records} records`
  return [
    measured(`first pull of ${name}: rounds`, rounds, ''),
    measured(`first pull of ${name}, until on the disk`, seconds(pulls.map(({ ms }) => ms)), 's'),
    measured('of it while something was being written', seconds(pulls.map((p) => p.writing)), 's'),
    atMost(
      'from the opening of the page until the newest are shown',
      seconds(pulls.map(({ firstPage }) => firstPage)),
      's',
      3,
    ),
    measured('until the list shows all', seconds(pulls.map(({ shown }) => shown)), 's'),
    measured('raw IndexedDB writes of the same', seconds(raws.map(({ writing }) => writing)), 's'),
    measured(
      'asking the edge for the same, one page after the other',
      seconds(raws.map((r) => r.asking)),
      's',
    ),
    atMost('first pull / raw IndexedDB writes', median(ratios), 'x', 2),
    atMost('page tasks over 50 ms during a first sync, of all rounds', tasks.length, 'tasks', 0),
    measured('longest page task during a first sync', Math.max(0, ...tasks), 'ms'),
  ]
}

/** Pull everything into a new browser. @param window of the newest records, about which it is asked when the disk had them. */
export function pullAll(lab: SyncLab, window = 0): Promise<PullTimes> {
  return withNewProfile(lab, async (profile) => {
    const page = await openWholeList(profile, lab)
    return page.evaluate(readPull, window)
  })
}

function readPull(wanted: number): PullTimes {
  const { writes, counts, longTasks } = window.syncProbe
  const asked = performance
    .getEntriesByType('resource')
    .filter(({ name }) => /\/sync\/pulls?\?(kinds|asks)=[^&]*analysis/.test(name))
  const began = Math.min(...asked.map(({ startTime }) => startTime))
  const shown = counts.at(-1)?.at ?? Number.NaN
  const full = writes.filter(({ rows }) => rows > 1)
  const ended = Math.max(...full.map(({ ended: at }) => at))
  let left = wanted
  const enough = full.find(({ rows }) => (left -= rows) <= 0)
  return {
    ms: ended - began,
    writing: full.reduce((sum, one) => sum + one.ended - one.began, 0),
    shown: shown - began,
    // Take the last count of a company that has fewer rows, which is the whole of it.
    firstPage: (counts.find(({ rows }) => rows >= 50) ?? counts.at(-1))?.at ?? Number.NaN,
    window: enough?.ended ?? ended,
    all: ended,
    longTasks: longTasks.filter(({ at }) => at > began && at < shown).map(({ ms }) => ms),
    rows: full.reduce((sum, { rows }) => sum + rows, 0),
    pages: full.length,
  }
}

function writeAll(lab: SyncLab): Promise<RawTimes> {
  return withNewProfile(lab, async ({ context }) => {
    const page: Page = await context.newPage()
    // Open a page of the same origin in which nothing else runs.
    await page.goto('/icon.svg')
    return page.evaluate(writeRaw, 'strict' as const)
  })
}

function tellProgress(pulls: readonly PullTimes[], raws: readonly RawTimes[]): void {
  const last = { pull: pulls.at(-1), raw: raws.at(-1), load: loadavg()[0] }
  console.log(`  ${JSON.stringify(last)}`)
}
