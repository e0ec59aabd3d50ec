import { median } from '../quantile.ts'
import { pullAll } from '../bench-sync/first-pull.ts'
import { addRecords, type SyncLab } from '../bench-sync/lab.ts'
import { atMost, measured, type ReportRow } from '../report-table.ts'
import { sizeOf } from './size.ts'

const asks = 20

/**
 * Measure a company with very many analyses: lists and searches of the service, its start, and the first pull of a new browser.
 * @param window of the newest analyses, for which a person waits.
 */
export async function measureAnalyses(lab: SyncLab, window: number): Promise<ReportRow[]> {
  return [...(await measureStore(lab)), ...(await measurePull(lab, window))]
}

/** Measure the same store when it has been filled with more of the same, up to so many bytes. */
export async function measureFullStore(lab: SyncLab, bytes: number): Promise<ReportRow[]> {
  for (;;) {
    const size = await sizeOf(lab.edge)
    if (size >= bytes) break
    await addRecords(lab, Math.ceil(((bytes - size) * lab.records) / size))
  }
  return measureStore(lab)
}

async function measureStore(lab: SyncLab): Promise<ReportRow[]> {
  const gigabytes = (await sizeOf(lab.edge)) / 1e9
  const what = `store of ${lab.records} analyses`
  return [
    measured(`${what}: size`, gigabytes, 'GB'),
    ...(await measureLists(lab, what)),
    await measureWake(lab, what),
  ]
}

async function measureLists({ edge, records }: SyncLab, what: string): Promise<ReportRow[]> {
  const time = async (name: string, query: string, body: object) => {
    const took: number[] = []
    for (let at = 0; at < asks; at += 1) {
      const began = performance.now()
      await edge.client.ask(`/v3/analysis/search?${query}`, body)
      took.push(performance.now() - began)
    }
    return atMost(`${what}: ${name}, median`, median(took), 'ms', 50)
  }
  return [
    await time('list, the newest 10', 'limit=10&page=1', {}),
    await time('list, far back', `limit=10&page=${Math.ceil(records / 20)}`, {}),
    await time('search for a text in the name', 'limit=10&page=1', { search: '4999' }),
  ]
}

/** Start the service again, and time its first list when the service itself answers already. */
async function measureWake({ edge }: SyncLab, what: string): Promise<ReportRow> {
  await edge.worker.stop()
  await edge.restart()
  await edge.client.ask('/bench/bare')
  const began = performance.now()
  await edge.client.ask('/v3/analysis/search?limit=10&page=1', {})
  return atMost(`${what}: first list after it woke`, performance.now() - began, 'ms', 1000)
}

async function measurePull(lab: SyncLab, window: number): Promise<ReportRow[]> {
  const { all, writing, firstPage, window: kept } = await pullAll(lab, window)
  const what = `${lab.records} analyses in a new browser`
  const row = { unit: 's', bar: '', ok: null }
  return [
    atMost(`${what}: the newest are shown`, firstPage / 1000, 's', 3),
    atMost(`${what}: the newest ${window} are on the disk`, kept / 1000, 's', 30),
    { ...row, name: `${what}: all are on the disk, older ones on request`, value: all / 1000 },
    { ...row, name: `${what}: of it while something was being written`, value: writing / 1000 },
  ]
}
