// `fetch` never answers: the page before the first answer of the service is what this is about.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { HomeScreen } from '../../web/screens/home/HomeScreen.tsx'
import { closeRecords, openRecords, records } from '../../web/state/records.ts'
import { uuidOf } from './local-bench-records.ts'
import { mount } from './mount.tsx'

const user = uuidOf(Math.floor(Math.random() * 1e9) * 100 + 7)
const who = {
  uuid: user,
  company_uuid: uuidOf(501),
  scope: 's',
  permissions: ['analysis.search', 'products.search'],
}

beforeEach(async () => {
  vi.spyOn(globalThis, 'fetch').mockReturnValue(new Promise(() => undefined))
  await openRecords(who, () => undefined)
})
afterEach(async () => {
  await closeRecords()
  vi.restoreAllMocks()
})

test('issue 20: before the first answer home says that it is opening, not that there is nothing', async () => {
  const read = (kind: string) => {
    const list = records.value!.model.list(kind)
    list.subscribe(() => undefined)
    return () => expect(list.get()).toEqual([])
  }
  mount(<HomeScreen />)
  await vi.waitFor(read('analysis'), 10_000)
  await vi.waitFor(read('device'), 10_000)
  await expect.element(page.getByRole('progressbar')).toBeVisible()
  expect(document.body.textContent).not.toContain('Nothing is running')
  expect(document.body.textContent).not.toContain('From here to the first run')
})
