// Replace the local table: the choice in the wizard is tested, and no service runs beside these tests.
import { useSignals } from '@preact/signals-react/runtime'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { Device } from '../../domain/entities/device.ts'
import { completeTexts } from '../../web/i18n/catalogs.ts'
import { InstrumentChoice } from '../../web/screens/analyses/wizard/InstrumentChoice.tsx'
import { changeDraft, closeDraft, discardDraft, draft, openDraft } from '../../web/state/draft.ts'
import { mount } from './mount.tsx'

const tables = vi.hoisted(() => ({ instruments: [] as object[] }))
vi.mock('../../web/state/use-records.ts', async (load) => ({
  ...(await load<object>()),
  useRecords: () => tables.instruments,
}))

const gateway = { uuid: 'g', name: 'bGATE Riva' } as Device
const made = (uuid: string, name: string, more: object = {}) => ({
  uuid,
  name,
  serial_no: `CT-${uuid}`,
  type_uuid: 't',
  device_uuid: 'g',
  status: 'active',
  ...more,
})
const others = [
  made('8', 'Elsewhere', { device_uuid: 'h' }),
  made('9', 'Out of use', { status: 'inactive' }),
]
const chosen = () => draft.value?.instrument

function Choice() {
  useSignals()
  return draft.value && <InstrumentChoice device={gateway} draft={draft.value} />
}

beforeEach(async () => {
  await completeTexts('plan')
  openDraft('olga', 'new')
})
afterEach(() => {
  discardDraft()
  closeDraft()
})

test('the only instrument in use on the gateway is chosen by itself, and the draft counts as untouched', async () => {
  tables.instruments = [made('1', 'Left'), ...others]
  mount(<Choice />)
  await expect.poll(chosen).toEqual({ uuid: '1', name: 'Left', serial_no: 'CT-1' })
  expect(draft.value?.filled).toBe(false)
})

test('of several the person chooses one; those elsewhere and out of use are not offered', async () => {
  tables.instruments = [made('2', 'Right'), made('1', 'Left'), ...others]
  mount(<Choice />)
  const field = page.getByLabelText(/^Instrument/)
  await expect.element(field).toMatchTextContent(/Left · CT-1.*Right · CT-2$/)
  expect(chosen()).toBeNull()
  await field.selectOptions('Right · CT-2')
  await expect.poll(chosen).toMatchObject({ uuid: '2' })
})

test('one that was taken off the gateway is chosen no longer', async () => {
  tables.instruments = others
  changeDraft({ instrument: { uuid: '1', name: 'Left', serial_no: 'CT-1' } })
  mount(<Choice />)
  await expect.poll(chosen).toBeNull()
})
