// Replace the client and the local tables: what a form sends is tested, and no service runs beside these tests.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { instrumentCalls } from '../../domain/calls/instruments.ts'
import { instrumentTypeCalls } from '../../domain/calls/instrument-types.ts'
import { permissions } from '../../domain/permissions.ts'
import { completeTexts } from '../../web/i18n/catalogs.ts'
import { DevicesScreen } from '../../web/screens/devices/DevicesScreen.tsx'
import { endSession, enterProven } from '../../web/state/session.ts'
import { operatorAccount } from '../support/operator-account.ts'
import { mount } from './mount.tsx'
import { uuidOf } from '../support/uuid-of.ts'

const asked = vi.hoisted(() => vi.fn())
const tables = vi.hoisted(() => ({}) as Record<string, object[]>)
vi.mock('../../web/client/call.ts', async (load) => ({ ...(await load<object>()), call: asked }))
vi.mock('../../web/state/use-records.ts', async (load) => ({
  ...(await load<object>()),
  useRecords: ({ kind }: { kind: string }) => tables[kind] ?? [],
  useFetchedRecords: ({ kind }: { kind: string }) => tables[kind] ?? [],
  useWhole: () => true,
}))

const at = { created_at: '2026-11-02T08:00:00.000Z', updated_at: '2026-11-02T08:00:00.000Z' }
const gateway = { ...at, uuid: uuidOf(1), name: 'bGATE Riva', deviceType: 'bgate', swarms: [] }
const cube = { ...at, uuid: uuidOf(2), name: 'bCUBE Nord', deviceType: 'bcube', swarms: [] }
const type = {
  ...at,
  uuid: uuidOf(3),
  name: 'CFX96 Touch',
  manufacturer: 'Bio-Rad',
  model: 'CFX96',
}
const instrument = {
  ...at,
  uuid: uuidOf(4),
  name: 'Cycler by the window',
  serial_no: 'CT-785431',
  type_uuid: type.uuid,
  device_uuid: gateway.uuid,
  company_uuid: uuidOf(5),
  status: 'active',
}
const sent = () => asked.mock.calls.at(-1) as [row: unknown, parts: { body?: object }]
const dialog = () => page.getByRole('alertdialog')

async function open(view: string, held: readonly string[] = permissions): Promise<void> {
  enterProven({ ...operatorAccount, permissions: [...held] as never })
  history.replaceState(null, '', `?view=${view}`)
  mount(<DevicesScreen />)
}

beforeEach(async () => {
  await page.viewport(1366, 768)
  for (const part of ['device', 'record', 'faults'] as const) await completeTexts(part)
  Object.assign(tables, {
    device: [gateway, cube],
    instrument: [instrument],
    instrument_type: [type],
  })
  asked.mockResolvedValue(instrument)
})
afterEach(() => {
  endSession({ stay: false })
  history.replaceState(null, '', location.pathname)
  asked.mockReset()
})

test('[SCREEN-044] instruments are listed with type and gateway, and a new one begins with the only ones there are', async () => {
  await open('instruments')
  const row = page.getByRole('row', { name: /Cycler by the window/ })
  await expect.element(row).toMatchTextContent(/CT-785431/)
  await expect.element(row).toMatchTextContent(/CFX96 Touch \(Bio-Rad\).*bGATE Riva.*In use/)
  await page.getByRole('button', { name: 'New instrument' }).click()
  // Offer gateways only: a cube takes no instruments.
  const gateways = dialog().getByLabelText('Attached to')
  await expect.element(gateways).toHaveTextContent('Not attachedbGATE Riva')
  await dialog().getByLabelText(/^Name/).fill('Cycler by the door')
  await dialog()
    .getByLabelText(/^Serial number/)
    .fill('CT-2')
  await dialog().getByRole('button', { name: 'Add' }).click()
  await expect.poll(() => sent()?.[0]).toBe(instrumentCalls.issue)
  expect(sent()[1].body).toEqual({
    name: 'Cycler by the door',
    serial_no: 'CT-2',
    type_uuid: type.uuid,
    device_uuid: gateway.uuid,
    status: 'active',
  })
})

test('[SCREEN-044] an instrument is taken off its gateway by an edit that sends nothing else', async () => {
  await open('instruments')
  await page.getByText('Cycler by the window').click()
  await page.getByRole('complementary').getByRole('button', { name: 'Edit' }).click()
  await dialog().getByLabelText('Attached to').selectOptions('Not attached')
  await dialog().getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => sent()?.[0]).toBe(instrumentCalls.edit)
  expect(sent()[1].body).toEqual({ device_uuid: null, base: at.updated_at })
})

test('[SCREEN-045] types are changed by the provider, and read by others with the reason', async () => {
  await open('instrument-types')
  await page.getByRole('button', { name: 'New type' }).click()
  await dialog().getByLabelText(/^Name/).fill('LightCycler 480 II')
  await dialog()
    .getByLabelText(/^Manufacturer/)
    .fill('Roche')
  await dialog()
    .getByLabelText(/^Model/)
    .fill('480 II')
  await dialog().getByRole('button', { name: 'Add' }).click()
  await expect.poll(() => sent()?.[0]).toBe(instrumentTypeCalls.create)
  expect(sent()[1].body).toEqual({
    name: 'LightCycler 480 II',
    manufacturer: 'Roche',
    model: '480 II',
  })
})

test('[SCREEN-045] a laboratory reads the types and its instruments of each', async () => {
  await open(
    'instrument-types',
    permissions.filter((one) => one !== 'instrumentsType.edit'),
  )
  await expect.element(page.getByRole('row', { name: /CFX96 Touch/ })).toMatchTextContent(/1/)
  await expect
    .element(page.getByRole('button', { name: 'New type' }))
    .toHaveAccessibleDescription(/kept by the provider/)
})

test('a view that the account may not see is not offered, and its address shows the devices', async () => {
  await open(
    'instruments',
    permissions.filter((one) => one !== 'instruments.search'),
  )
  await expect.element(page.getByRole('heading', { name: 'Devices', level: 1 })).toBeVisible()
  await expect.element(page.getByText('Instrument types')).toBeVisible()
  expect(page.getByText('Instruments', { exact: true }).elements()).toEqual([])
})

test('[SCREEN-030] the address of a device that is not there says so above the list', async () => {
  await open(`list&device=${uuidOf(9)}&page=health`)
  await expect.element(page.getByText(/This device is not among yours/)).toBeVisible()
  await expect.element(page.getByText('bCUBE Nord')).toBeVisible()
})
