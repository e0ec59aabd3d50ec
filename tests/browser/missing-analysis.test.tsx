// `fetch` is refused: a person without permissions has nothing to fetch, so the record is known to be missing.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { AnalysisScreen } from '../../web/screens/analyses/detail/AnalysisScreen.tsx'
import { closeRecords, openRecords } from '../../web/state/records.ts'
import { uuidOf } from '../support/uuid-of.ts'
import { mount } from './mount.tsx'

const user = uuidOf(Math.floor(Math.random() * 1e9) * 100 + 5)
const who = { uuid: user, company_uuid: uuidOf(502), scope: 's', permissions: [] }

beforeEach(async () => {
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('no service'))
  await openRecords(who, () => undefined)
})
afterEach(async () => {
  await closeRecords()
  vi.restoreAllMocks()
})

test('first-use P18: the page of an analysis that is not there leads on to the list', async () => {
  mount(<AnalysisScreen params={{ uuid: uuidOf(1) }} />)
  await expect.element(page.getByText('This analysis cannot be found')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'To the analyses' })).toBeVisible()
})
