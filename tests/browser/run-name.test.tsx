// Replace company and records by one pattern and one earlier run: the name is made of them, and of the day.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useRunName } from '../../web/screens/analyses/wizard/use-first-choices.ts'
import { closeDraft, type Draft, draft, openDraft } from '../../web/state/draft.ts'
import { endSession, enterProven } from '../../web/state/session.ts'
import { operatorAccount } from '../support/operator-account.ts'
import { mount } from './mount.tsx'

/** Far from UTC, so that the day of the person is another one than that of the service for most of the time. */
const timezone = new Date().getUTCHours() < 12 ? 'Pacific/Pago_Pago' : 'Pacific/Kiritimati'
const day = new Intl.DateTimeFormat('en-CA', { timeZone: timezone }).format(new Date())

vi.mock('../../web/state/use-own-company.ts', async (load) => ({
  ...(await load<object>()),
  useOwnCompany: () => ({ run_names: '{method} {date} {number}' }),
}))
vi.mock('../../web/state/use-records.ts', async (load) => ({
  ...(await load<object>()),
  useRecords: () => [{ name: `Measles ${day} 01` }],
}))

beforeEach(() => {
  const { preferences } = operatorAccount
  enterProven({ ...operatorAccount, preferences: { ...preferences, timezone } })
  openDraft('olga', 'new')
})
afterEach(() => {
  endSession({ stay: false })
  closeDraft()
  localStorage.clear()
})

function Named({ of }: { of: Draft }) {
  useRunName(of, 'Measles')
  return null
}
function Planning() {
  const now = draft.value
  return now && <Named of={now} />
}

test('A27-28: a new run is named by the pattern of its company, with the day of the person', async () => {
  mount(<Planning />)
  await expect.poll(() => draft.peek()?.name).toBe(`Measles ${day} 02`)
})
