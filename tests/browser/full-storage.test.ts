import { afterEach, beforeEach, expect, test } from 'vitest'
import { keepVisit } from '../../web/client/visiting.ts'
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

test('A29-94: a visit begins where the browser takes nothing more', () => {
  const company = {
    uuid: operatorAccount.company_uuid,
    name: 'Lab of the North',
    data_region: 'eu',
  }
  const visit = { uuid: operatorAccount.uuid } as Parameters<typeof keepVisit>[0]['visit']
  const rights = { permissions: [], swarms: [], four_eyes: true }
  keepVisit({ user: operatorAccount.uuid, visit, company, ...rights } as Parameters<
    typeof keepVisit
  >[0])
  expect(sessionStorage.getItem('visit')).toContain('Lab of the North')
  sessionStorage.clear()
})
