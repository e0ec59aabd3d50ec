/// <reference lib="dom" />
import type { SyncRecord } from '../../domain/calls/sync.ts'

export interface RawTimes {
  records: number
  pages: number
  /** From the begin of each write until the disk had it, together, in ms. */
  writing: number
  /** Asking the edge for the same pages and reading the answers. */
  asking: number
}

/**
 * Run in a page: the same records by the browser's database alone, in pages as the edge gives them, with the key and the
 * index that lists need. It must not use anything from outside itself.
 */
export async function writeRaw(durability: IDBTransactionDurability): Promise<RawTimes> {
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open(`raw-${durability}`, 1)
    opening.addEventListener('upgradeneeded', () => {
      const docs = opening.result.createObjectStore('docs', { keyPath: 'id' })
      docs.createIndex('created', ['kind', 'created_at'])
    })
    opening.addEventListener('success', () => resolve(opening.result))
    opening.addEventListener('error', () => reject(new Error('not opened')))
  })
  const times = { records: 0, pages: 0, writing: 0, asking: 0 }
  const fetchPage = async (after: number) => {
    const path = `/v3/sync/pull?kinds=analysis&after=${after}&limit=500`
    const answer = await fetch(path, { headers: { 'x-requested-with': 'XMLHttpRequest' } })
    const { data } = (await answer.json()) as {
      data: { records: SyncRecord[]; checkpoint: number; more: boolean }
    }
    return data
  }
  const writePage = (records: readonly SyncRecord[]) =>
    new Promise<void>((resolve, reject) => {
      const writing = database.transaction('docs', 'readwrite', { durability })
      const docs = writing.objectStore('docs')
      for (const record of records) {
        const { kind, uuid, body } = record
        docs.put({ ...record, id: `${kind}|${uuid}`, created_at: body?.['created_at'] })
      }
      writing.addEventListener('complete', () => resolve())
      writing.addEventListener('abort', () => reject(new Error('not written')))
    })
  let [after, more] = [0, true]
  while (more) {
    const asked = performance.now()
    const page = await fetchPage(after)
    const got = performance.now()
    await writePage(page.records)
    times.writing += performance.now() - got
    times.asking += got - asked
    times.records += page.records.length
    times.pages += 1
    after = page.checkpoint
    more = page.more
  }
  database.close()
  return times
}
