import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import {
  changeDraft,
  closeDraft,
  discardDraft,
  draft,
  draftClash,
  fillDraft,
  findDraft,
  openDraft,
  openSecondDraft,
  partDraft,
  takeDraftOver,
} from '../../web/state/draft.ts'

const kept = 'draft-olga-new'

/** Send the event of a write by another tab: the browser sends it to other tabs only. */
function otherTabWrites(newValue: string | null): void {
  const oldValue = localStorage.getItem(kept)
  if (newValue === null) localStorage.removeItem(kept)
  else localStorage.setItem(kept, newValue)
  dispatchEvent(new StorageEvent('storage', { key: kept, oldValue, newValue }))
}

afterEach(() => {
  closeDraft()
  for (const key of Object.keys(localStorage))
    if (key.startsWith(kept)) localStorage.removeItem(key)
  sessionStorage.clear()
})

/** Play another tab with the same draft, as far as this one receives messages from it. */
function openOtherTab() {
  const channel = new BroadcastChannel('drafts')
  onTestFinished(() => channel.close())
  const heard: { kind: string }[] = []
  channel.addEventListener('message', ({ data }) => heard.push(data))
  const uuid = draft.peek()?.uuid
  return { heard, say: (kind: string) => channel.postMessage({ kind, place: kept, uuid }) }
}

test('a draft that another tab goes on with becomes a plan of its own here', () => {
  openDraft('olga', 'new')
  changeDraft({ name: 'Mine' })
  const before = draft.peek()?.uuid
  otherTabWrites((localStorage.getItem(kept) ?? '').replace('Mine', 'Theirs'))
  expect(draft.peek()?.name).toBe('Mine')
  expect(draft.peek()?.uuid).not.toBe(before)
  // Launch here: the other tab's draft stays kept.
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
      base: {
        name: 'Run',
        notebook: '',
        device_uuid: null,
        samples: [],
        kit: null,
        instrument: null,
      },
    },
    [{ ...sample, sample_type: 'unknown' }],
  )
  const before = draft.peek()
  partDraft('olga')
  const after = draft.peek()
  expect(after).toMatchObject({ name: 'Mine', saved: false, base: null, command_uuid: null })
  expect(after?.uuid).not.toBe(before?.uuid)
  expect(after?.create_op).not.toBe(before?.create_op)
  expect(after?.layout.present).toMatchObject([{ name: 'Swab', coordinates: ['A1'] }])
  expect(after?.layout.present[0]?.uuid).not.toBe(sample.uuid)
  expect(localStorage.getItem(kept)).toContain(after?.uuid)
})

test('A27-25: a plan that is made of the changes of a saved one is found with the new plans, beside one that was begun', () => {
  openDraft('olga', 'new')
  changeDraft({ name: 'Begun before' })
  closeDraft()
  openDraft('olga', 'edit-1')
  fillDraft({ name: 'Mine', saved: true }, [])
  expect(findDraft('olga', 'edit-1')?.name).toBe('Mine')
  partDraft('olga')
  closeDraft()
  expect(findDraft('olga', 'edit-1')).toBeNull()
  openDraft('olga', 'new')
  expect(draft.peek()).toMatchObject({ name: 'Mine', saved: false })
  discardDraft()
  openDraft('olga', 'new')
  expect(draft.peek()?.name).toBe('Begun before')
})

test('first-use H20: two tabs that changed one draft each find their own again after a reload', () => {
  openDraft('olga', 'new')
  changeDraft({ name: 'Reload test 7' })
  otherTabWrites((localStorage.getItem(kept) ?? '').replace('Reload test 7', 'Changed in tab 2'))
  expect(draftClash.peek()).toBe('parted')
  closeDraft()
  openDraft('olga', 'new')
  expect(draft.peek()?.name).toBe('Reload test 7')
  // Expect the other tab to remember no place of its own.
  closeDraft()
  sessionStorage.clear()
  openDraft('olga', 'new')
  expect(draft.peek()?.name).toBe('Changed in tab 2')
})

test('first-use H20: another draft that is written to the same place is not mixed with this one', () => {
  openDraft('olga', 'new')
  changeDraft({ name: 'Mine' })
  const before = draft.peek()?.uuid
  const text = localStorage.getItem(kept) ?? ''
  otherTabWrites(text.replace('Mine', 'Theirs').replaceAll(before ?? '', crypto.randomUUID()))
  expect(draft.peek()).toMatchObject({ name: 'Mine', uuid: before })
  changeDraft({ name: 'Mine, later' })
  expect(localStorage.getItem(kept)).toContain('Theirs')
})

test('first-use H20: a draft that is only looked at follows the tab that changes it', () => {
  openDraft('olga', 'new')
  changeDraft({ name: 'First' })
  closeDraft()
  openDraft('olga', 'new')
  const before = draft.peek()?.uuid
  otherTabWrites((localStorage.getItem(kept) ?? '').replace('First', 'Second'))
  expect(draft.peek()).toMatchObject({ name: 'Second', uuid: before })
  expect(draftClash.peek()).toBeNull()
})

test('first-use H20: a draft that is open in another tab says so; taken over, the other tab shows it', async () => {
  openDraft('olga', 'new')
  changeDraft({ name: 'Mine' })
  closeDraft()
  openDraft('olga', 'new')
  const other = openOtherTab()
  other.say('here')
  await vi.waitFor(() => expect(draftClash.peek()).toBe('elsewhere'))
  takeDraftOver()
  expect(draftClash.peek()).toBeNull()
  await vi.waitFor(() =>
    expect(other.heard).toContainEqual(expect.objectContaining({ kind: 'take' })),
  )
})

test('first-use H20: asked by a newcomer it answers; taken over, its next change is a plan of its own', async () => {
  openDraft('olga', 'new')
  changeDraft({ name: 'Mine' })
  const before = draft.peek()?.uuid
  const other = openOtherTab()
  other.say('ask')
  await vi.waitFor(() =>
    expect(other.heard).toContainEqual(expect.objectContaining({ kind: 'here' })),
  )
  other.say('take')
  await vi.waitFor(() => expect(draftClash.peek()).toBe('taken'))
  changeDraft({ name: 'Changed after all' })
  expect(draft.peek()?.uuid).not.toBe(before)
  expect(localStorage.getItem(kept)).toContain('"Mine"')
})

test('first-use H20: a second draft leaves the first where it is, and one that a closed tab left is found again', () => {
  openDraft('olga', 'new')
  changeDraft({ name: 'First' })
  openSecondDraft()
  expect(draft.peek()?.name).toBe('')
  changeDraft({ name: 'Second' })
  expect(localStorage.getItem(kept)).toContain('First')
  closeDraft()
  sessionStorage.clear()
  localStorage.removeItem(kept)
  openDraft('olga', 'new')
  expect(draft.peek()?.name).toBe('Second')
})
