import { afterEach, beforeEach, expect, test } from 'vitest'
import { changeDraft, closeDraft, draft, draftKept, openDraft } from '../../web/state/draft.ts'
import { endSession, enterProven, session } from '../../web/state/session.ts'
import { chooseTheme, readTheme } from '../../web/styles/look.ts'
import { fillStorage } from './fill-storage.ts'
import { operatorAccount } from '../support/operator-account.ts'

beforeEach(() => {
  localStorage.clear()
  fillStorage()
})
afterEach(() => {
  closeDraft()
  endSession({ stay: false })
  localStorage.clear()
})

test('A28-25: a person signs in, and uses the page, where the browser takes nothing more', () => {
  enterProven(operatorAccount)
  expect(session.peek()).toMatchObject({ state: 'in', account: { uuid: operatorAccount.uuid } })
  chooseTheme('dark')
  expect(document.documentElement.dataset['theme']).toBe('dark')
  expect(readTheme()).toBe('system')
  openDraft(operatorAccount.uuid, 'new')
  changeDraft({ name: 'Not kept' })
  expect(draft.peek()?.name).toBe('Not kept')
  expect(draftKept.peek()).toBe('failed')
})
