import { afterEach, expect, test, vi } from 'vitest'
import {
  changeDraft,
  closeDraft,
  discardDraft,
  draft,
  draftKept,
  openDraft,
} from '../../web/state/draft.ts'
import { uuidOf } from '../support/uuid-of.ts'

const place = 'draft-olga-new'

afterEach(() => {
  vi.restoreAllMocks()
  closeDraft()
  localStorage.clear()
})

/** Leave the page and come back, as a reload does. */
function reload(): void {
  closeDraft()
  openDraft('olga', 'new')
}

test('a draft is there again after a reload, and says that it is kept only once it is', () => {
  openDraft('olga', 'new')
  expect(draftKept.value).toBe('new')
  changeDraft({ name: 'Swabs' })
  expect(draftKept.value).toBe('kept')
  reload()
  expect(draft.value?.name).toBe('Swabs')
  expect(draftKept.value).toBe('kept')
})

test('a draft of an older version of the app, which knew less, is gone on with', () => {
  const old = {
    uuid: uuidOf(1),
    create_op: uuidOf(2),
    saved: false,
    filled: true,
    protocol_uuid: null,
    recipe_uuid: uuidOf(3),
    swarm_uuid: null,
    device_uuid: null,
    cartridge_type: 'Wells9',
    name: 'From before the update',
    notebook: '',
    command_uuid: null,
    samples: [{ uuid: uuidOf(4), name: 'F-1', sample_type: 'unknown', coordinates: ['A1'] }],
  }
  localStorage.setItem(place, JSON.stringify(old))
  openDraft('olga', 'new')
  expect(draft.value).toMatchObject({ name: 'From before the update', kit: null, accepted: [] })
  expect(draft.value?.layout.present).toHaveLength(1)
})

test('a browser that keeps nothing more is reported, and not a letter is lost on the page', () => {
  openDraft('olga', 'new')
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  changeDraft({ name: 'Swabs' })
  expect(draftKept.value).toBe('failed')
  expect(draft.value?.name).toBe('Swabs')
})

test('a draft that was thrown away can be had back, unless another was begun', () => {
  openDraft('olga', 'new')
  changeDraft({ name: 'Swabs' })
  const restore = discardDraft()
  expect(localStorage.getItem(place)).toBeNull()
  restore()
  openDraft('olga', 'new')
  expect(draft.value?.name).toBe('Swabs')
  const again = discardDraft()
  openDraft('olga', 'new')
  changeDraft({ name: 'Another' })
  again()
  reload()
  expect(draft.value?.name).toBe('Another')
})
