// A stand-in for the store: only so can a test set that news of a page comes between a read of the disk and its answer.
import { expect, test, vi } from 'vitest'
import type { LocalDocument } from '../../domain/sync/pending.ts'
import type { Change, LocalStore } from '../../web/local/document-store.ts'
import { ReadModel } from '../../web/local/read-model.ts'
import { analysisRecord } from './local-bench-records.ts'

function documentOf(at: number): LocalDocument {
  const { uuid, seq, body } = analysisRecord(at)
  const created_at = (body as { created_at: string }).created_at
  const id = `analysis|${uuid}`
  return { id, kind: 'analysis', uuid, seq, created_at, body, pending: [], journal: [], oldest: '' }
}

const newest = (documents: readonly LocalDocument[], limit: number) =>
  documents.toSorted((one, other) => other.created_at.localeCompare(one.created_at)).slice(0, limit)

test('a page that is told while the first rows are read costs the list none of the others', async () => {
  const disk = Array.from({ length: 600 }, (_, at) => documentOf(at + 1))
  let tell: (changes: Change[]) => void = () => undefined
  let told = false
  const store = {
    onChange(listener: typeof tell) {
      tell = listener
      return () => undefined
    },
    async newest(_: string, limit: number) {
      const found = newest(disk, limit)
      // All but five of what was just read: they come into the list with the next frame only.
      if (!told) {
        tell(
          found
            .slice(5)
            .map((one) => ({ id: one.id, kind: one.kind, waits: false, read: () => one })),
        )
      }
      told = true
      return found
    },
    async slice(_: string, after: string, limit: number) {
      const rest = disk
        .toSorted((one, other) => one.uuid.localeCompare(other.uuid))
        .filter(({ uuid }) => uuid > after)
      const documents = rest.slice(0, limit)
      return { documents, last: rest.length > limit ? (documents.at(-1)?.uuid ?? null) : null }
    },
  }
  const model = new ReadModel(store as unknown as LocalStore)
  const list = model.list('analysis')
  await vi.waitFor(() => expect(list.isWhole() && list.get()?.length).toBe(disk.length))
  model.stop()
})
