// The service is answered by the same functions that it uses: a page of calibration needs a device that answers commands.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { calibrationCalls } from '../../domain/calls/calibrations.ts'
import { deviceCommandCalls } from '../../domain/calls/device-commands.ts'
import { limitsOf } from '../../domain/catalog/calibration.ts'
import type { WavelengthName } from '../../domain/catalog/wavelengths.ts'
import type { Calibration } from '../../domain/entities/calibration.ts'
import type { Device } from '../../domain/entities/device.ts'
import { type PlateFaults, takePicture, viewOf } from '../../devices/camera.ts'
import { readRoi } from '../../workers/images/read-roi.ts'
import { completeTexts } from '../../web/i18n/catalogs.ts'
import { CalibrationView } from '../../web/screens/devices/calibration/CalibrationView.tsx'
import { toPgm } from '../support/plate-picture.ts'
import { hasOpenWork } from '../../web/state/unsaved.ts'
import { mount } from './mount.tsx'

const asked = vi.hoisted(() => vi.fn())
vi.mock('../../web/client/call.ts', async (load) => ({ ...(await load<object>()), call: asked }))
vi.mock('../../web/state/session.ts', async (load) => {
  const { signal } = await import('@preact/signals-react')
  const { operatorAccount } = await import('../support/operator-account.ts')
  const permissions = ['products.search', 'calibrations.compute']
  return {
    ...(await load<object>()),
    account: signal({ ...operatorAccount, permissions }),
    may: (permission: string) => permissions.includes(permission),
  }
})

const device = {
  uuid: '00000000-0000-4000-8000-000000000001',
  name: 'Cube one',
  serial_no: 'SIM-1',
  deviceType: 'bcube',
  cartridge_type: 'Wells9',
  wavelengths: ['FAM', 'VIC'],
  config: {},
  connected: '10',
  active: 'Y',
} as unknown as Device

const record = {
  uuid: '00000000-0000-4000-8000-000000000009',
  created_at: '2026-11-27T10:00:00.000Z',
  updated_at: '2026-11-27T10:00:00.000Z',
  user_uuid: device.uuid,
  user_name: 'Olga',
  name: device.name,
  device_uuid: device.uuid,
  deviceType: 'bcube',
  serial_no: 'SIM-1',
  cartridge_type: 'Wells9',
  method: '1.0.0',
  material: '',
  measured_at: '2026-11-27T10:00:00.000Z',
  valid_until: '2027-05-29T10:00:00.000Z',
  supersedes: null,
  signature: null,
} as const

let faults: PlateFaults = {}
let files: Uint8Array[] = []
const pictureOf = (channel: WavelengthName) =>
  toPgm(takePicture(viewOf({ serial: 'SIM-1', cartridge: 'Wells9' }, channel, 'now', faults)))

type Sent = { params: { id: string }; body: Record<string, unknown> }

async function answer(row: unknown, sent: Sent): Promise<unknown> {
  switch (row) {
    case calibrationCalls.search:
      return { data: [], pages: 1, total: 0 }
    case deviceCommandCalls.takePicture: {
      const { channel } = sent.body as { channel: string }
      const command = { name: 'TAKE_PICTURE', channel }
      return { uuid: channel, state: 'done', command, updated_at: '2026-11-27T10:00:00.000Z' }
    }
    case deviceCommandCalls.data: {
      const channel = sent.params.id as WavelengthName
      const image = btoa(String.fromCharCode(...pictureOf(channel)))
      return { command: {}, data: { of: 'picture', channel, image } }
    }
    case calibrationCalls.picture: {
      const { file } = sent.body as unknown as { file: File }
      files.push(new Uint8Array(await file.arrayBuffer()))
      return { uuid: `file ${files.length}` }
    }
    case calibrationCalls.prepareRoi: {
      const pictures = files.map((bytes, at) => ({ channel: device.wavelengths[at] ?? '', bytes }))
      const look = { rows: 3, columns: 3, wells: 'bright' } as const
      const { findings } = readRoi(pictures, look, { placed: null, last: null })
      return { ...record, kind: 'roi', limits: limitsOf('roi'), findings } as unknown as Calibration
    }
    case calibrationCalls.apply: {
      const command = { name: 'APPLY_CALIBRATION' }
      return { uuid: 'applied', state: 'queued', command, updated_at: record.updated_at }
    }
    case calibrationCalls.prepareThermal:
      return { ...record, kind: 'thermal', limits: limitsOf('thermal'), findings: [] }
    case calibrationCalls.drift:
      return { runs: 0, unread: 0, followed: 0, series: [] }
    default:
      return {}
  }
}

beforeEach(async () => {
  faults = {}
  files = []
  await page.viewport(1366, 900)
  for (const part of ['frame', 'device', 'calibration', 'record', 'faults'] as const) {
    await completeTexts(part)
  }
  asked.mockImplementation(answer)
})
afterEach(() => asked.mockReset())

const sentTo = (row: unknown) => asked.mock.calls.filter(([one]) => one === row)
const accept = () => page.getByRole('button', { name: 'Check and accept…' })
const takeAll = async () => {
  await page.getByRole('button', { name: 'Take pictures' }).click()
  await expect.element(accept()).toBeVisible()
}

test('[SCREEN-041] regions are accepted by a signature, after the picture of every channel was looked at', async () => {
  mount(<CalibrationView device={device} />)
  await takeAll()
  await expect.element(page.getByText('All limits are met.')).toBeVisible()
  // Expect the second channel, which was not looked at; the first one is drawn large by itself.
  await expect
    .element(accept())
    .toHaveAccessibleDescription(/Look at the picture of every channel first: HEX/)
  // Expect the reason written out as well: gloves show no tip.
  await expect
    .element(
      page.getByRole('paragraph').filter({ hasText: 'Look at the picture of every channel' }),
    )
    .toBeVisible()
  await accept().click({ force: true })
  expect(sentTo(calibrationCalls.prepareRoi)).toEqual([])
  await page.getByRole('button', { name: /HEX.*not looked at yet/ }).click()
  await expect.element(accept()).not.toHaveAttribute('aria-disabled', 'true')
  await page.getByRole('textbox', { name: 'Plate and lot' }).fill('ROI plate, lot 7')
  await accept().click()
  const dialog = page.getByRole('alertdialog')
  await expect.element(dialog.getByText('All limits are met.')).toBeVisible()
  const [, prepared] = sentTo(calibrationCalls.prepareRoi)[0] as [unknown, Sent]
  expect(prepared.body).toMatchObject({
    wells: 'bright',
    material: 'ROI plate, lot 7',
    pictures: [
      { channel: 'FAM', file_uuid: 'file 1', command_uuid: 'FAM' },
      { channel: 'VIC', file_uuid: 'file 2', command_uuid: 'VIC' },
    ],
  })
  expect('placed' in prepared.body).toBe(false)
  expect(files.map((bytes) => bytes.length)).toEqual(
    device.wavelengths.map((channel) => pictureOf(channel).length),
  )
  await dialog.getByRole('textbox', { name: /Password/ }).fill('Right-password-1!')
  await dialog.getByRole('button', { name: /sign/i }).click()
  await expect.poll(() => sentTo(calibrationCalls.sign).length).toBe(1)
  const [, signed] = sentTo(calibrationCalls.sign)[0] as [unknown, Sent]
  expect(signed).toMatchObject({
    params: { id: record.uuid },
    body: { meaning: 'approval', record_hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
  })
  // Expect it to go to the device at once.
  await expect
    .poll(() => sentTo(calibrationCalls.apply).map(([, one]) => (one as Sent).params.id))
    .toEqual([record.uuid])
})

test('[SCREEN-041] the worst well comes first, and a well that is not seen is never accepted', async () => {
  faults = { missing: [4], dim: { 0: 0.3 } }
  mount(<CalibrationView device={device} />)
  await takeAll()
  const lines = page.getByRole('listitem').filter({ hasText: /at (most|least)/ })
  await expect.poll(() => lines.elements().length).toBe(4)
  expect(lines.elements()[0]?.textContent).toMatch(/B2.*Well not seen/)
  expect(lines.elements()[2]?.textContent).toMatch(/A1.*Brightness/)
  await page.getByRole('button', { name: /HEX.*not looked/ }).click()
  await expect.element(accept()).toHaveAccessibleDescription(/cannot be accepted/)
  const states = [...document.querySelectorAll('svg [data-well] circle')].map((circle) =>
    circle.getAttribute('data-state'),
  )
  expect(states.filter((state) => state === 'failed')).toHaveLength(1)
  expect(states.filter((state) => state === 'doubtful')).toHaveLength(1)
})

test('[SCREEN-041] a well is moved by arrow keys, judged again, and moved back by undo', async () => {
  mount(<CalibrationView device={device} />)
  await takeAll()
  await page.getByRole('radio', { name: 'One well' }).click({ force: true })
  const circle = () => document.querySelector<SVGGElement>('[data-well="C3"]')
  await expect.poll(() => circle() !== null).toBe(true)
  circle()?.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, pointerId: 1 }))
  circle()?.dispatchEvent(new PointerEvent('pointerup', { bubbles: true, pointerId: 1 }))
  const editor = page.getByRole('application', { name: /chosen well C3/ })
  await expect.element(editor).toBeVisible()
  const before = circle()?.querySelector('circle')?.getAttribute('cx')
  const held = document.querySelector<HTMLElement>('[role="application"]')
  held?.focus()
  await userEvent.keyboard('{Shift>}{ArrowRight}{ArrowRight}{ArrowRight}{/Shift}')
  const lines = page.getByRole('listitem').filter({ hasText: 'Distance from the grid' })
  await expect.poll(() => lines.elements().length).toBeGreaterThan(0)
  expect(lines.elements().every((line) => line.textContent.includes('C3'))).toBe(true)
  const moved = Number(circle()?.querySelector('circle')?.getAttribute('cx')) - Number(before)
  expect(moved).toBeCloseTo(15, 1)
  await userEvent.keyboard('{Control>}zzz{/Control}')
  await expect.poll(() => lines.elements().length).toBe(0)
  await expect.poll(() => circle()?.querySelector('circle')?.getAttribute('cx')).toBe(before)
})

const readings = [35, 60, 72, 95].map((t) => `${t - 0.3}; ${t + 0.05}; ${t - 0.05}`)
const heading = [
  'serial: TC-7',
  'uuid: 11111111-2222-4333-8444-555555555555',
  'firmware_version: 1.4.0',
  'timestamp: 2026-11-27T09:00:00.000Z',
]

test('[SCREEN-042] pasted readings are fitted, shown with their limits, and accepted by a signature', async () => {
  mount(<CalibrationView device={device} />)
  await page.getByRole('radio', { name: 'Temperature' }).click({ force: true })
  const field = page.getByRole('textbox', { name: 'Readings' })
  await field.fill([...heading, ...readings].join('\n'))
  await expect.element(page.getByRole('img', { name: /offset .*0\.3.* gain/ })).toBeVisible()
  await expect.element(page.getByText('All limits are met.')).toBeVisible()
  await accept().click()
  const [, prepared] = sentTo(calibrationCalls.prepareThermal)[0] as [unknown, Sent]
  expect(prepared.body).toMatchObject({ serial: 'TC-7', readings: { length: 4 } })
  await page
    .getByRole('alertdialog')
    .getByRole('textbox', { name: /Password/ })
    .fill('Right-password-1!')
  await page.getByRole('alertdialog').getByRole('button', { name: /sign/i }).click()
  await expect.poll(() => sentTo(calibrationCalls.sign).length).toBe(1)
})

test('[SCREEN-042] readings beyond a limit are not accepted, and an invalid line is named', async () => {
  mount(<CalibrationView device={device} />)
  await page.getByRole('radio', { name: 'Temperature' }).click({ force: true })
  const field = page.getByRole('textbox', { name: 'Readings' })
  await field.fill([...heading, ...readings, '95; 96'].join('\n'))
  await expect.element(page.getByText(/Line 9 is not three temperatures/)).toBeVisible()
  const off = [35, 60, 72, 95].map((t) => `${t / 1.06}; ${t}; ${t}`)
  await field.fill([...heading, ...off].join('\n'))
  await expect
    .element(page.getByText('The calibration has failed.', { exact: false }))
    .toBeVisible()
  await expect.element(accept()).toHaveAccessibleDescription(/cannot be accepted/)
  expect(sentTo(calibrationCalls.prepareThermal)).toEqual([])
})

test('A25-28: pictures and readings that are not kept yet are work that no end of the session takes', async () => {
  mount(<CalibrationView device={device} />)
  expect(hasOpenWork()).toBe(false)
  await takeAll()
  await expect.poll(hasOpenWork).toBe(true)
  await page.getByRole('radio', { name: 'Temperature' }).click({ force: true })
  await page.getByRole('textbox', { name: 'Readings' }).fill('serial: TC-7')
  await expect.poll(hasOpenWork).toBe(true)
})

test('A26-20: what was begun of a kind of calibration is there again after another kind', async () => {
  mount(<CalibrationView device={device} />)
  await takeAll()
  await page.getByRole('radio', { name: 'Temperature' }).click({ force: true })
  await expect.element(accept()).not.toBeInTheDocument()
  const readings = page.getByRole('textbox', { name: 'Readings' })
  await readings.fill('serial: TC-7')
  await page.getByRole('radio', { name: 'Regions of interest' }).click({ force: true })
  await expect.element(accept()).toBeVisible()
  await page.getByRole('radio', { name: 'Temperature' }).click({ force: true })
  await expect.element(readings).toHaveValue('serial: TC-7')
})
