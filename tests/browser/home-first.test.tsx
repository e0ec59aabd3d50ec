// `fetch` never answers: the page before the first answer of the service is what this is about.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { Device } from '../../domain/entities/device.ts'
import { completeTexts } from '../../web/i18n/catalogs.ts'
import { DeviceGlance } from '../../web/screens/home/DeviceGlance.tsx'
import { HomeScreen } from '../../web/screens/home/HomeScreen.tsx'
import { closeRecords, openRecords, records } from '../../web/state/records.ts'
import { uuidOf } from '../support/uuid-of.ts'
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

test('home counts the devices of a large fleet, and lists those that can take a run first', async () => {
  for (const part of ['frame', 'device', 'home'] as const) await completeTexts(part)
  const devices = Array.from({ length: 200 }, (_, at) => {
    const state = at === 150 ? { connected: '10', status: '{"srv_status":0}' } : { connected: '0' }
    return { uuid: uuidOf(600 + at), name: `Bench ${at}`, active: 'Y', busy: 'N', ...state }
  }) as unknown as Device[]
  mount(<DeviceGlance devices={devices} />)
  await expect.element(page.getByText('Available: 1')).toBeVisible()
  await expect.element(page.getByText('Offline: 199')).toBeVisible()
  const lines = page.getByRole('listitem').elements()
  expect(lines).toHaveLength(6)
  expect(lines[0]?.textContent).toContain('Bench 150')
  await expect.element(page.getByRole('link', { name: 'Show all 200' })).toBeVisible()
})
