import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { median } from '../bench-edge/load.ts'
import { pullAll } from '../bench-sync/first-pull.ts'
import { closeSyncLab, openSyncLab, type SyncLab } from '../bench-sync/lab.ts'
import { atMost, type ReportRow } from '../report-table.ts'
import type { ScaleForm } from './fleet.ts'
import { sizeOf, usualSamples } from './size.ts'

const asks = 20

/** Measure a company with very many analyses: lists and searches of the service, its start, and the first pull of a new browser. */
export async function measureAnalyses(
  { analyses, window }: ScaleForm,
  { short }: { short: boolean },
): Promise<ReportRow[]> {
  const state = mkdtempSync(join(tmpdir(), 'bapp-scale-analyses-'))
  const lab = await openSyncLab(analyses, { short, state, samples: usualSamples })
  try {
    return [
      await measureStore(lab),
      ...(await measureLists(lab)),
      await measureWake(lab),
      ...(await measurePull(lab, window)),
    ]
  } finally {
    await closeSyncLab(lab)
    rmSync(state, { recursive: true, force: true })
  }
}

async function measureStore({ edge, records }: SyncLab): Promise<ReportRow> {
  const value = (await sizeOf(edge)) / 1e9
  return { name: `${records} analyses: store`, value, unit: 'GB', bar: '', ok: null }
}

async function measureLists({ edge, records }: SyncLab): Promise<ReportRow[]> {
  const time = async (name: string, query: string, body: object) => {
    const took: number[] = []
    for (let at = 0; at < asks; at += 1) {
      const began = performance.now()
      await edge.client.ask(`/v3/analysis/search?${query}`, body)
      took.push(performance.now() - began)
    }
    return atMost(`${records} analyses: ${name}, median`, median(took), 'ms', 50)
  }
  return [
    await time('list, the newest 10', 'limit=10&page=1', {}),
    await time('list, far back', `limit=10&page=${Math.max(1, Math.floor(records / 20))}`, {}),
    await time('search for a text in the name', 'limit=10&page=1', { search: '4999' }),
  ]
}

/** Start the service again: its first list, when the service itself answers already. */
async function measureWake({ edge, records }: SyncLab): Promise<ReportRow> {
  await edge.worker.stop()
  await edge.restart()
  await edge.client.ask('/bench/bare')
  const began = performance.now()
  await edge.client.ask('/v3/analysis/search?limit=10&page=1', {})
  return atMost(
    `${records} analyses: first list of a store that wakes`,
    performance.now() - began,
    'ms',
    1000,
  )
}

async function measurePull(lab: SyncLab, window: number): Promise<ReportRow[]> {
  const { all, writing, firstPage, window: kept } = await pullAll(lab, window)
  const what = `${lab.records} analyses in a new browser`
  const row = { unit: 's', bar: '', ok: null }
  return [
    atMost(`${what}: the newest are shown`, firstPage / 1000, 's', 3),
    atMost(`${what}: the newest ${window} are on the disk`, kept / 1000, 's', 30),
    { ...row, name: `${what}: all are on the disk`, value: all / 1000 },
    { ...row, name: `${what}: of it while something was being written`, value: writing / 1000 },
  ]
}
