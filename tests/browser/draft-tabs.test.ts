import { afterEach, expect, test } from 'vitest'
import {
  changeDraft,
  closeDraft,
  discardDraft,
  draft,
  fillDraft,
  openDraft,
  partDraft,
} from '../../web/state/draft.ts'

const kept = 'draft-olga-new'

/** What this tab hears when another one writes; the browser tells only the others by itself. */
function otherTabWrites(newValue: string | null): void {
  const oldValue = localStorage.getItem(kept)
  if (newValue === null) localStorage.removeItem(kept)
  else localStorage.setItem(kept, newValue)
  dispatchEvent(new StorageEvent('storage', { key: kept, oldValue, newValue }))
}

afterEach(() => {
  closeDraft()
  localStorage.removeItem(kept)
})

test('a draft that another tab goes on with becomes a plan of its own here', () => {
  openDraft('olga', 'new')
  changeDraft({ name: 'Mine' })
  const before = draft.peek()?.uuid
  otherTabWrites((localStorage.getItem(kept) ?? '').replace('Mine', 'Theirs'))
  expect(draft.peek()?.name).toBe('Mine')
  expect(draft.peek()?.uuid).not.toBe(before)
  // Launched here: the other tab's draft stays kept.
  discardDraft()
  expect(localStorage.getItem(kept)).toContain('Theirs')
})

test('a draft that another tab launched stays here as another analysis, and is kept', () => {
  openDraft('olga', 'new')
  changeDraft({ name: 'Mine' })
  const before = draft.peek()?.uuid
  otherTabWrites(null)
  expect(draft.peek()?.uuid).not.toBe(before)
  expect(localStorage.getItem(kept)).toContain('Mine')
})

test('an analysis that the edge has keeps its id', () => {
  openDraft('olga', 'new')
  changeDraft({ name: 'Mine', saved: true })
  const before = draft.peek()?.uuid
  otherTabWrites((localStorage.getItem(kept) ?? '').replace('Mine', 'Theirs'))
  expect(draft.peek()?.uuid).toBe(before)
})

test('after a clash what was typed goes on as a plan of its own, with samples of its own', () => {
  const sample = { uuid: '00000001-0000-4000-8000-000000000000', name: 'Swab', coordinates: ['A1'] }
  openDraft('olga', 'new')
  fillDraft(
    {
      name: 'Mine',
      saved: true,
      base: { name: 'Run', notebook: '', device_uuid: null, samples: [], kit: null },
    },
    [{ ...sample, sample_type: 'unknown' }],
  )
  const before = draft.peek()
  partDraft()
  const after = draft.peek()
  expect(after).toMatchObject({ name: 'Mine', saved: false, base: null, command_uuid: null })
  expect(after?.uuid).not.toBe(before?.uuid)
  expect(after?.create_op).not.toBe(before?.create_op)
  expect(after?.layout.present).toMatchObject([{ name: 'Swab', coordinates: ['A1'] }])
  expect(after?.layout.present[0]?.uuid).not.toBe(sample.uuid)
  expect(localStorage.getItem(kept)).toContain(after?.uuid)
})
