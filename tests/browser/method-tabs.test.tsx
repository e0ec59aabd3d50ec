// Replace the service: what is not saved needs none.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { ProcessRecipe } from '../../domain/entities/process-recipe.ts'
import { completeTexts } from '../../web/i18n/catalogs.ts'
import { ProcessEditor } from '../../web/screens/methods/process/ProcessEditor.tsx'
import { endSession, enterProven } from '../../web/state/session.ts'
import { operatorAccount } from '../support/operator-account.ts'
import { mount } from './mount.tsx'

vi.mock('../../web/client/call.ts', async (load) => ({
  ...(await load<object>()),
  call: () => new Promise(() => undefined),
}))

const at = '2026-11-30T10:00:00.000Z'
const programme: ProcessRecipe = {
  uuid: '0f6a4c1e-0000-4000-8000-000000000002',
  created_at: at,
  updated_at: at,
  name: 'Duplex',
  swarm_uuid: null,
  archived: 0,
  version: 3,
  process: {
    steps: [
      { type: 'temperature', temperature: 95, duration: 120 },
      { type: 'temperature', temperature: 60, duration: 30, measure: 'real time' },
      { type: 'loop', goto: 1, repeat: 40 },
    ],
    channels: [{ wavelength: 'FAM', intensity: 100, exposure: 50 }],
    lid_temperature: 105,
  },
}
const who = operatorAccount.uuid
const place = `draft-${who}-process-${programme.uuid}`
const name = page.getByRole('textbox', { name: 'Name', exact: false }).first()
const kept = () => localStorage.getItem(place)

/** Send the event of a write by another tab: the browser sends it to other tabs only. */
function otherTabWrites(newValue: string | null): void {
  const oldValue = kept()
  if (newValue === null) localStorage.removeItem(place)
  else localStorage.setItem(place, newValue)
  dispatchEvent(new StorageEvent('storage', { key: place, oldValue, newValue }))
}

beforeEach(async () => {
  await completeTexts('methods')
  localStorage.clear()
  await page.viewport(1366, 768)
  enterProven({ ...operatorAccount, permissions: ['processRecipe.edit'] })
})
afterEach(() => endSession({ stay: false }))

test('A28-23: a method that is open in two tabs has the changes of both, and what came from the other one can be undone', async () => {
  mount(<ProcessEditor who={who} record={programme} swarms={[]} />)
  await name.fill('Duplex of here')
  await expect.poll(kept).toContain('Duplex of here')
  otherTabWrites((kept() ?? '').replace('"lid_temperature":105', '"lid_temperature":108'))
  await expect.element(page.getByRole('spinbutton', { name: 'Lid temperature' })).toHaveValue('108')
  await expect.element(name).toHaveValue('Duplex of here')
  await name.fill('Duplex of both')
  await expect.poll(kept).toContain('Duplex of both')
  expect(kept()).toContain('"lid_temperature":108')
})

test('A28-23: a method that another tab has saved or thrown away has no changes here any more', async () => {
  mount(<ProcessEditor who={who} record={programme} swarms={[]} />)
  await name.fill('Duplex of here')
  await expect.poll(kept).toContain('Duplex of here')
  otherTabWrites(null)
  await expect.element(name).toHaveValue('Duplex')
  await page.getByRole('button', { name: 'Undo', exact: true }).first().click()
  await expect.element(name).toHaveValue('Duplex of here')
})
