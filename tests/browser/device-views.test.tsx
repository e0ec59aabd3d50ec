// Replace the service and the device in the local network: check what the views ask of them and what they show of the answers.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import { assetCalls } from '../../domain/calls/assets.ts'
import { deviceCommandCalls } from '../../domain/calls/device-commands.ts'
import { deviceCalls } from '../../domain/calls/devices.ts'
import type { Device } from '../../domain/entities/device.ts'
import { Fault } from '../../domain/fault.ts'
import { permissions } from '../../domain/permissions.ts'
import type { SeenDevice } from '../../web/local/seen-device.ts'
import { completeTexts } from '../../web/i18n/catalogs.ts'
import { makeDeviceColumns } from '../../web/screens/devices/device-columns.tsx'
import { HealthView } from '../../web/screens/devices/health/HealthView.tsx'
import { LiveFacts } from '../../web/screens/devices/LiveFacts.tsx'
import { HistoryView } from '../../web/screens/devices/history/HistoryView.tsx'
import { LogsView } from '../../web/screens/devices/logs/LogsView.tsx'
import { SettingsView } from '../../web/screens/devices/settings/SettingsView.tsx'
import { endSession, enterProven } from '../../web/state/session.ts'
import { operatorAccount } from '../support/operator-account.ts'
import { mount } from './mount.tsx'
import { uuidOf } from '../support/uuid-of.ts'

const asked = vi.hoisted(() => vi.fn())
const local = vi.hoisted(() => ({ call: vi.fn(), greet: vi.fn() }))
const known = vi.hoisted(() => ({ records: {} as Record<string, unknown[]> }))
vi.mock('../../web/client/call.ts', async (load) => ({ ...(await load<object>()), call: asked }))
// Whole modules, not parts of them: each would wait for the other's original.
vi.mock('../../web/lan/call-device.ts', () => ({
  callDevice: local.call,
  greetDevice: local.greet,
}))
vi.mock('../../web/state/use-records.ts', () => ({
  useRecords: ({ kind }: { kind: string }) => known.records[kind] ?? [],
  useListRow: () => undefined,
  useRecord: () => null,
  useWhole: () => true,
  useBodies: () => ({ bodies: [], isWhole: true }),
}))

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
const device = {
  uuid: uuidOf(1),
  name: 'bCUBE Sud',
  hostname: 'cube-1',
  serial_no: 'S1',
  deviceType: 'bcube',
  model: 'bCUBE',
  bkernel_version: '2.9.4',
  cartridge_type: 'Wells16',
  wavelengths: ['FAM', 'VIC'],
  swarms: [],
  config: { 'illumination.FAM.intensity': 80, 'illumination.FAM.exposure': 100 },
  status: '{"srv_status":0}',
  connected: '10',
  busy: 'N',
  active: 'Y',
  analysis_uuid: null,
  created_at: ago(9000),
  updated_at: ago(10),
} as unknown as Device

const info = {
  ip: '10.0.0.7',
  ssid: '',
  latitude: null,
  longitude: null,
  accuracy: null,
  versions: { bkernel: '2.9.4' },
  uptime: 100,
  temperature: 31,
  health: { system_disk: 20, data_disk: 97, memory: 40, cpu: 10 },
  measured: {
    wifi: null,
    fan: 1200,
    optics: { FAM: 99, VIC: 97 },
    uploads: { waiting: 0, oldest: null },
  },
}
const test1 = {
  uuid: uuidOf(2),
  name: 'Self-test',
  outcome: 'passed',
  ran_at: ago(60),
  bkernel_version: '2.9.4',
  values: { 'FAM (%)': 99 },
  assets: [{ name: 'FAM.png', mime_type: 'image/png', size: 100, content_hash: 'x' }],
}
const page1 = <Item,>(data: Item[], total = data.length, pages = 1) => ({ data, total, pages })

let location: ReturnType<typeof memoryLocation>
const search = () => location.history?.at(-1) ?? ''

beforeEach(async () => {
  await page.viewport(1200, 900)
  for (const part of ['device', 'view', 'record', 'files', 'lan', 'faults', 'security'] as const)
    await completeTexts(part)
  enterProven({ ...operatorAccount, permissions: [...permissions] })
  location = memoryLocation({ path: '/devices', record: true })
  known.records = {}
})
afterEach(() => {
  endSession({ stay: false })
  asked.mockReset()
  local.call.mockReset()
  local.greet.mockReset()
})

/** Answer each call by its row; what is not named is never answered. */
function answer(rows: readonly (readonly [row: object, reply: (parts: never) => unknown])[]): void {
  asked.mockImplementation((row: object, parts: never) => {
    const found = rows.find(([known]) => known === row)
    return found ? Promise.resolve().then(() => found[1](parts)) : new Promise(() => {})
  })
}

function show(content: React.ReactNode): void {
  mount(
    <Router hook={location.hook} searchHook={location.searchHook}>
      {content}
    </Router>,
  )
}

/** Wait until an element has a text that fits. */
async function hasText(one: Locator, text: RegExp | string): Promise<void> {
  const wanted = typeof text === 'string' ? new RegExp(text) : text
  await expect.poll(() => one.query()?.textContent ?? '').toMatch(wanted)
}

const sent = (row: object) =>
  asked.mock.calls
    .filter(([one]) => one === row)
    .map(([, parts]) => parts as { body?: object; query?: object })

test('[SCREEN-031] [CALL-120] health: worst checks first with figure, limit and remedy, and nothing fine that was not reported', async () => {
  answer([
    [deviceCalls.details, () => ({ device, info, heard_at: ago(1) })],
    [deviceCalls.autoTests, () => page1([test1])],
    [assetCalls.autoTest, () => ({ bytes: new Uint8Array([1]), type: 'image/png' })],
  ])
  show(<HealthView device={device} />)
  const checks = page.getByRole('list', { name: 'Checks' }).getByRole('listitem')
  await hasText(checks.first(), /fault\s*Data disk\s*97%/)
  await hasText(checks.first(), /Warning above 85%, fault above 95%\..*Clear its folders/)
  await hasText(checks.nth(1), /warning\s*Fan\s*1,200 rpm/)
  const clock = checks.filter({ has: page.getByRole('heading', { name: 'Clock' }) })
  await hasText(clock, /^unknown/)
  await hasText(clock, 'not reported')
  await expect
    .element(page.getByRole('img', { name: 'Picture of the reference in channel FAM' }))
    .toBeInTheDocument()
  // Expect the remedy of a full disk beside its check (issue 19), and none to press at a fan.
  expect(checks.nth(1).getByRole('button').elements()).toEqual([])
  await checks.first().getByRole('button', { name: 'Clear folders…' }).click()
  await page.getByRole('button', { name: 'Clear folders', exact: true }).click()
  await expect.poll(() => sent(deviceCommandCalls.clearFolders)).toHaveLength(1)
})

test('[SCREEN-031] an old report says so, and the local network is a sign of life of its own', async () => {
  const gone = { ...device, connected: '0', disconnected_at: ago(90) } as Device
  answer([
    [deviceCalls.details, () => ({ device: gone, info, heard_at: ago(95) })],
    [deviceCalls.autoTests, () => page1([])],
  ])
  local.greet.mockResolvedValue({ uuid: device.uuid })
  show(<HealthView device={gone} />)
  const signs = page.getByRole('region', { name: 'Signs of life' })
  await expect.element(signs.getByText(/^No contact since/)).toBeVisible()
  const memory = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: 'Memory' }) })
  await hasText(memory, /^unknown\s*Memory\s*40%/)
  await hasText(memory, 'This is an old figure')
  await signs.getByRole('button', { name: 'Look in the local network' }).click()
  await expect.element(signs.getByText(/^Reachable only by the local network since/)).toBeVisible()
  expect(local.greet).toHaveBeenCalledWith('cube-1', { device: device.uuid })
})

test('[SCREEN-031] a self-test names parts and channels as the rest of the page does', async () => {
  const values = { 'heating (°C/s)': 2.9, 'VIC (%)': 97, 'lamp (V)': 5 }
  answer([
    [deviceCalls.details, () => ({ device, info, heard_at: ago(1) })],
    [deviceCalls.autoTests, () => page1([{ ...test1, values, assets: [] }])],
  ])
  show(<HealthView device={device} />)
  const tests = page.getByRole('region', { name: 'Self-tests' })
  for (const name of ['Heating rate (°C/s)', 'HEX (%)', 'lamp (V)'])
    await expect.element(tests.getByText(name)).toBeVisible()
})

test('[SCREEN-031] an idle processor of a device is shown idle', async () => {
  const health = { system_disk: 70.2, data_disk: 0.6, memory: 1, cpu: 0.1 }
  const status = { uuid: device.uuid, block_temperature: 25, lid_temperature: 25, lid: 'closed' }
  const seen = { status: { ...status, uptime: 60, health, run: null, pending: 0 } } as SeenDevice
  show(<LiveFacts device={device} seen={seen} />)
  await expect.element(page.getByText('Processor')).toBeVisible()
  const said = document.querySelector('dl')?.textContent
  expect(said).toContain('Processor0%Memory1%System disk70%Data disk1%')
})

test('[SCREEN-030] the list of devices is sorted by what needs somebody', async () => {
  const healths = {
    [uuidOf(1)]: { verdict: 'ok', check: null },
    [uuidOf(3)]: { verdict: 'bad', check: 'fan' },
    [uuidOf(4)]: { verdict: 'unknown', check: 'line' },
  } as const
  const columns = makeDeviceColumns(
    [],
    ({ uuid: one }) => healths[one as keyof typeof healths] ?? null,
  )
  const rows = [1, 3, 4].map((last) => ({ ...device, uuid: uuidOf(last), name: `Cube ${last}` }))
  const column = columns.find(({ id }) => id === 'health')
  show(rows.map((row) => <p key={row.uuid}>{column?.cell?.(row)}</p>))
  await expect.element(page.getByText('Fan')).toBeVisible()
  await expect.element(page.getByText('in order')).toBeVisible()
  const sorted = rows.toSorted((one, other) =>
    String(column?.value(one)) < String(column?.value(other)) ? -1 : 1,
  )
  expect(sorted.map(({ name }) => name)).toEqual(['Cube 3', 'Cube 4', 'Cube 1'])
  // Show nothing of the health to people who may not see it.
  expect(makeDeviceColumns([], null).some(({ id }) => id === 'health')).toBe(false)
})

test('[SCREEN-035] [CALL-124] messages are filtered by level and text, paged, and found around a moment', async () => {
  const opened = 'lid opened at 2026-11-30T15:19:03.327Z'
  const message = (last: number, level: string, text: string) => ({
    uuid: uuidOf(last),
    device_uuid: device.uuid,
    level,
    code: level === 'error' ? 'error' : 'lid_opened',
    text,
    created_at: ago(last),
  })
  answer([
    [
      deviceCalls.messages,
      () => page1([message(2, 'info', opened), message(3, 'error', 'hot')], 120, 3),
    ],
    [deviceCalls.logList, () => page1([])],
  ])
  show(<LogsView device={device} />)
  await expect.element(page.getByText(/^Lid opened\. at 30\/11\/2026, \d\d:19:03/)).toBeVisible()
  await page.getByRole('button', { name: 'Older' }).click()
  await expect.poll(() => sent(deviceCalls.messages).at(-1)?.query).toMatchObject({ page: '2' })
  await page.getByLabelText('Level').selectOptions('Errors')
  await expect
    .poll(() => sent(deviceCalls.messages).at(-1)?.body)
    .toMatchObject({ levels: ['error'] })
  expect(sent(deviceCalls.messages).at(-1)?.query).toMatchObject({ page: '1' })
  await page.getByLabelText('Contains').fill('hot')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => sent(deviceCalls.messages).at(-1)?.body).toMatchObject({ search: 'hot' })
  location.navigate('/devices?page=logs&at=2026-11-27T08:02:00.000Z')
  await expect
    .poll(() => sent(deviceCalls.messages).at(-1)?.body)
    .toEqual({
      device_uuid: device.uuid,
      update_from: '2026-11-27T07:57:00.000Z',
      update_to: '2026-11-27T08:07:00.000Z',
    })
  await page.getByRole('button', { name: /^Around/ }).click()
  expect(search()).not.toContain('at=')
})

test('[SCREEN-035] [CALL-123] log files are listed and read in the local network; a failure says why', async () => {
  answer([
    [deviceCalls.messages, () => page1([])],
    [deviceCalls.logList, () => page1([{ name: 'device.log', size: 2048, date: ago(5) }])],
  ])
  local.call.mockRejectedValueOnce(new Fault('network', 'no', { reason: 'lan_no_host' }))
  local.call.mockResolvedValue({ name: 'device.log', text: 'one on\ntwo lid open\n' })
  show(<LogsView device={device} />)
  await expect.element(page.getByText('2 kB')).toBeVisible()
  await page.getByRole('button', { name: 'Read', exact: true }).click()
  await expect.element(page.getByText('The log could not be read')).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).first().click()
  await expect.element(page.getByText(/one on\s*two lid open/)).toBeVisible()
  const texts = page.getByLabelText('Contains')
  await texts.last().fill('lid')
  await expect.element(page.getByText(/Lines shown: 1 of 2/)).toBeVisible()
})

test('[SCREEN-035] a bundle shows its size and what is missing before it is saved', async () => {
  answer([
    [deviceCalls.messages, () => page1([])],
    [deviceCalls.logList, () => page1([])],
    [deviceCalls.details, () => ({ device, info, heard_at: ago(1) })],
  ])
  local.call.mockRejectedValue(new Fault('network', 'no', { reason: 'lan_no_host' }))
  show(<LogsView device={device} />)
  await page.getByRole('button', { name: 'Make a bundle…' }).click()
  const dialog = page.getByRole('alertdialog')
  await expect.element(dialog.getByRole('button', { name: /^Save \(\d+ kB\)$/ })).toBeVisible()
  await expect.element(dialog.getByText('report.json')).toBeVisible()
  await expect.element(dialog.getByText('Not in it: logs')).toBeVisible()
})

test('[SCREEN-032] [CALL-112] settings: what differs comes first, is sent to the device or stored with a reason', async () => {
  const settings = { 'illumination.FAM.intensity': 80, 'illumination.FAM.exposure': 120 }
  const entry = {
    uuid: uuidOf(5),
    state: 'done',
    updated_at: ago(0),
    command: { name: 'GET_SETUP' },
    reason: '',
  }
  const setup = { name: null, hostname: 'cube-1', settings }
  answer([
    [deviceCommandCalls.getSetup, () => entry],
    [deviceCommandCalls.data, () => ({ data: { of: 'setup', setup } })],
    [deviceCommandCalls.updateSetup, () => ({ ...entry, uuid: uuidOf(6) })],
    [deviceCalls.setConfig, () => device],
  ])
  show(<SettingsView device={device} />)
  const region = page
    .getByRole('region', { name: 'Configuration: stored and on the device' })
    .first()
  await expect.element(region.getByText('not read').first()).toBeVisible()
  await region.getByRole('button', { name: 'Read from the device' }).click()
  await expect.element(region.getByText('Settings that differ: 1')).toBeVisible()
  await hasText(region.getByRole('row').nth(1), /illumination\.FAM\.exposure\s*100\s*120\s*differs/)
  await region.getByRole('button', { name: 'Send stored values to the device' }).click()
  await expect
    .poll(() => sent(deviceCommandCalls.updateSetup).at(-1)?.body)
    .toEqual({ settings: { 'illumination.FAM.exposure': 100 } })
  await region.getByRole('button', { name: 'Change illumination.FAM.intensity' }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByLabelText(/^illumination/).fill('900')
  await dialog.getByRole('button', { name: 'Store' }).click()
  await expect.element(dialog.getByText(/between/i)).toBeVisible()
  expect(sent(deviceCalls.setConfig)).toEqual([])
  await dialog.getByLabelText(/^illumination/).fill('70')
  await dialog.getByLabelText(/^Reason/).fill('dimmer lamp')
  await dialog.getByRole('button', { name: 'Store' }).click()
  await expect
    .poll(() => sent(deviceCalls.setConfig).at(-1)?.body)
    .toEqual({
      config: { ...device.config, 'illumination.FAM.intensity': 70 },
      base: device.updated_at,
      reason: 'dimmer lamp',
    })
})

test('[SCREEN-032] [CALL-122] a device is removed only by its name and with a reason', async () => {
  answer([[deviceCalls.delete, () => ({})]])
  show(<SettingsView device={device} />)
  await page.getByRole('button', { name: 'Remove…' }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByLabelText(/^Type the name/).fill('bCUBE')
  await dialog.getByLabelText(/^Reason/).fill('given back')
  await dialog.getByRole('button', { name: 'Remove…' }).click()
  await expect.element(dialog.getByText('This is not the name.')).toBeVisible()
  expect(sent(deviceCalls.delete)).toEqual([])
  await dialog.getByLabelText(/^Type the name/).fill('bCUBE Sud')
  await dialog.getByRole('button', { name: 'Remove…' }).click()
  await expect.poll(() => sent(deviceCalls.delete).at(-1)?.body).toEqual({ reason: 'given back' })
})

test('[SCREEN-031] the history is one picture with a list that says the same: runs, gaps, restarts', async () => {
  known.records = {
    analysis: [
      {
        uuid: uuidOf(7),
        name: 'Plate 7',
        device_uuid: device.uuid,
        status: 'ABORT',
        started_at: ago(120),
        ended_at: ago(100),
      },
      {
        uuid: uuidOf(8),
        name: 'Other',
        device_uuid: uuidOf(9),
        status: 'COMPLETE',
        started_at: ago(120),
        ended_at: ago(100),
      },
    ],
  }
  const text = `Started; was off from ${ago(300)} to ${ago(200)}`
  const started = {
    uuid: uuidOf(2),
    device_uuid: device.uuid,
    level: 'info',
    code: 'started',
    text,
    created_at: ago(200),
  }
  answer([[deviceCalls.messages, () => page1([started])]])
  show(<HistoryView device={device} />)
  const lines = page.getByRole('list', { name: 'History' }).getByRole('listitem')
  await expect.element(lines.nth(2)).toBeVisible()
  const words = lines.elements().map((one) => one.textContent ?? '')
  expect(words[0]).toMatch(/Runs.*Plate 7.*until/)
  expect(words[1]).toMatch(/Restarts.*Started/)
  expect(words[2]).toMatch(/Gaps.*Without power.*until/)
  expect(document.querySelectorAll('svg rect').length).toBe(3)
})
