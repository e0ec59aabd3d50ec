// Replace the store: only so can a test place a page's changes between a read of the disk and its answer.
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

type Tell = (changes: Change[], more: boolean) => void

/** Make a disk with documents on it, and the function that reports its changes. */
function storeOf(disk: readonly LocalDocument[], onNewest: (found: LocalDocument[]) => void) {
  const follow = { tell: (() => undefined) as Tell }
  const store = {
    onChange(listener: Tell) {
      follow.tell = listener
      return () => undefined
    },
    async newest(_: string, limit: number) {
      const found = newest(disk, limit)
      onNewest(found)
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
  return { store: store as unknown as LocalStore, follow }
}

const changeOf = (one: LocalDocument): Change => ({
  id: one.id,
  kind: one.kind,
  waits: false,
  read: () => one,
})

test('a page announced while the first rows are read costs the list none of the others', async () => {
  const disk = Array.from({ length: 600 }, (_, at) => documentOf(at + 1))
  let told = false
  const { store, follow } = storeOf(disk, (found) => {
    // Tell all but five of what was just read: they come into the list with the next frame only.
    if (!told) follow.tell(found.slice(5).map(changeOf), false)
    told = true
  })
  const model = new ReadModel(store)
  const list = model.list('analysis')
  await vi.waitFor(() => expect(list.isWhole() && list.get()?.length).toBe(disk.length), 10_000)
  model.stop()
})

test('pages that follow each other at once are drawn together, and one whose next fails to come by itself', async () => {
  const disk = Array.from({ length: 6000 }, (_, at) => documentOf(at + 1))
  const { store, follow } = storeOf(disk, () => undefined)
  const model = new ReadModel(store)
  const list = model.list('analysis')
  await vi.waitFor(() => expect(list.isWhole() && list.get()?.length).toBe(disk.length), 10_000)
  const rename = (from: number, name: string) =>
    disk
      .slice(from, from + 30)
      .map((one) => changeOf({ ...one, body: { ...one.body, name } as LocalDocument['body'] }))
  const renamed = (name: string) => list.get()?.filter((row) => row['name'] === name).length
  await new Promise((resolve) => setTimeout(resolve, 500))
  const drawn: (number | undefined)[] = []
  list.subscribe(() => drawn.push(renamed('Now')))
  follow.tell(rename(100, 'Now'), true)
  await new Promise((resolve) => setTimeout(resolve, 50))
  follow.tell(rename(200, 'Now'), false)
  await vi.waitFor(() => expect(drawn).toEqual([60]), 10_000)
  follow.tell(rename(300, 'Alone'), true)
  await vi.waitFor(() => expect(renamed('Alone')).toBe(30), 10_000)
  model.stop()
})

test('issue 19: a row is followed at once, also while a long list rests between two draws', async () => {
  const disk = Array.from({ length: 3000 }, (_, at) => documentOf(at + 1))
  const { store, follow } = storeOf(disk, () => undefined)
  const model = new ReadModel(store)
  const list = model.list('analysis')
  await expect.poll(list.isWhole).toBe(true)
  const one = disk[5] as LocalDocument
  const heard: unknown[] = []
  const stop = list.subscribeRow(one.uuid, () => heard.push(list.row(one.uuid)?.['name']))
  const rename = (name: string) =>
    follow.tell([changeOf({ ...one, body: { ...one.body, name } })], true)
  rename('First')
  await expect.poll(() => heard).toEqual(['First'])
  expect(list.get()?.find(({ uuid }) => uuid === one.uuid)?.['name']).not.toBe('First')
  stop()
  rename('Second')
  await expect.poll(() => list.row(one.uuid)?.['name']).toBe('Second')
  expect(heard).toEqual(['First'])
  model.stop()
})
