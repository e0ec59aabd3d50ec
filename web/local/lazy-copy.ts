import type { Copy } from './document-store.ts'
import type { Partition } from './partition.ts'
import type { SecondCopy } from './second-copy.ts'
import { bucketName, storageBuckets } from './storage-buckets.ts'
import type { RawRow } from './write-page.ts'

export interface LazyCopy extends Copy {
  /** Null where nothing can be or was ever kept. */
  lost: () => Promise<((waiting: RawRow[]) => RawRow[]) | null>
  /** @param waits whether something does: it begins with that. */
  align: (records: IDBDatabase, waits: () => Promise<boolean>) => void
}

/** Return the second copy (second-copy.ts), loaded with the first waiting operation. */
export function lazyCopy(partition: Partition, scope: string): LazyCopy {
  const buckets = storageBuckets()
  let loading: Promise<SecondCopy> | null = null
  const load = () => {
    loading ??= import('./second-copy.ts').then(
      ({ SecondCopy }) => new SecondCopy(partition, scope),
      (error: unknown) => {
        loading = null
        throw error
      },
    )
    return loading
  }
  const isThere = async () => buckets !== null && (await buckets.keys()).includes(bucketName)
  /** Alignment under way; changes noted meanwhile are written after it, and the copy is complete then. */
  let aligned: Promise<void> = Promise.resolve()
  const align = async (records: IDBDatabase, waits: () => Promise<boolean>) => {
    if (buckets && ((await isThere()) || (await waits()))) await (await load()).align(records)
  }
  return {
    note: async (...row) => {
      if (!buckets) return
      await aligned
      await (await load()).note(...row)
    },
    lost: async () => ((await isThere()) ? (await load()).lost() : null),
    align: (records, waits) => {
      // Leave what fails now to the next start.
      aligned = align(records, waits).catch(() => undefined)
    },
    close: () => {
      void loading?.then((copy) => copy.close()).catch(() => undefined)
    },
  }
}
