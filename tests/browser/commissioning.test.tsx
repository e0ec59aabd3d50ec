// Replace the records of this machine and the service: check what the page of a device makes of them.
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { createRoot } from 'react-dom/client'
import { bkernelCalls } from '../../domain/calls/bkernels.ts'
import { commissioningCalls } from '../../domain/calls/commissionings.ts'
import { deviceCalls } from '../../domain/calls/devices.ts'
import type { Device } from '../../domain/entities/device.ts'
import { Fault } from '../../domain/fault.ts'
import { permissions } from '../../domain/permissions.ts'
import { commissioningSteps } from '../../domain/entities/commissioning.ts'
import { completeTexts } from '../../web/i18n/catalogs.ts'
import { CommissionView } from '../../web/screens/devices/commission/CommissionView.tsx'
import { DeviceActions } from '../../web/screens/devices/DeviceActions.tsx'
import { HealthView } from '../../web/screens/devices/health/HealthView.tsx'
import { workOffline, workOnline } from '../../web/state/mode.ts'
import { endSession, enterProven } from '../../web/state/session.ts'
import { operatorAccount } from '../support/operator-account.ts'
import { mount } from './mount.tsx'
import { uuidOf } from '../support/uuid-of.ts'

const asked = vi.hoisted(() => vi.fn())
const known = vi.hoisted(() => ({ records: {} as Record<string, unknown[]> }))
vi.mock('../../web/client/call.ts', async (load) => ({ ...(await load<object>()), call: asked }))
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
  swarms: [uuidOf(5)],
  config: {},
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
  health: { system_disk: 20, data_disk: 30, memory: 40, cpu: 10 },
  measured: { wifi: null, fan: 1800, clock: ago(1) },
}

beforeEach(async () => {
  await page.viewport(1200, 900)
  for (const part of ['device', 'view', 'record', 'lan', 'faults', 'commission'] as const)
    await completeTexts(part)
  enterProven({ ...operatorAccount, permissions: [...permissions] })
  known.records = {}
})
afterEach(() => {
  endSession({ stay: false })
  asked.mockReset()
})

/** Wait until an element has a text that fits. */
async function hasText(one: { query(): Element | null }, text: RegExp): Promise<void> {
  await expect.poll(() => one.query()?.textContent ?? '').toMatch(text)
}

test('issue 19: commissioning: each step with its state from the device, the next one marked, and where it is done', async () => {
  asked.mockImplementation((row: object) => {
    if (row === deviceCalls.details) return Promise.resolve({ device, info, heard_at: ago(1) })
    if (row === bkernelCalls.search) {
      return Promise.resolve({ data: [{ version: '3.0.0' }], total: 1, pages: 1 })
    }
    return new Promise(() => {})
  })
  mount(<CommissionView device={device} />)
  const step = (name: string) => page.getByRole('listitem').filter({ hasText: name })
  await hasText(step('Clock'), /Done/)
  await hasText(step('Self-test'), /Not known/)
  await hasText(step('Newest software'), /To do.*Update it/)
  await expect
    .element(step('Newest software').getByRole('link'))
    .toHaveAttribute('href', `/devices?device=${device.uuid}&page=work`)
  await expect.element(page.getByRole('status').first()).toHaveTextContent('4 of 9 steps done')
  expect(step('Find the device').element().getAttribute('aria-current')).toBe('step')
})

test('issue 19: the step of the software is done once the device has been updated, while its page is open', async () => {
  asked.mockImplementation((row: object) => {
    if (row !== bkernelCalls.search) return new Promise(() => {})
    return Promise.resolve({ data: [{ version: '3.0.0' }], total: 1, pages: 1 })
  })
  const host = document.createElement('div')
  document.body.append(host)
  const root = createRoot(host)
  onTestFinished(() => {
    root.unmount()
    host.remove()
  })
  root.render(<CommissionView device={device} />)
  const step = page.getByRole('listitem').filter({ hasText: 'Newest software' })
  await expect.poll(() => step.query()?.textContent).toMatch(/To do/)
  asked.mockImplementation((row: object) => {
    if (row !== bkernelCalls.search) return new Promise(() => {})
    return Promise.resolve({ data: [], total: 0, pages: 1 })
  })
  root.render(<CommissionView device={{ ...device, bkernel_version: '3.0.0' }} />)
  await hasText(step, /Done/)
})

test('issue 19: a sheet is signed as the service has judged it, and opened as the PDF of the service', async () => {
  const steps = commissioningSteps.map((step) => ({ step, state: 'done', at: null }))
  const draft = { ...device, uuid: uuidOf(7), device_uuid: device.uuid, steps, signature: null }
  const signature = {
    printed_name: 'Ada Cole',
    at: '2026-11-28T10:00:00.000Z',
    meaning: 'approval',
    comment: '',
    record_hash: 'a'.repeat(64),
  }
  let sheets: object[] = []
  let judged: object = { ...draft, steps: steps.map((one) => ({ ...one, state: 'todo' })) }
  asked.mockImplementation((row: object) => {
    if (row === commissioningCalls.search)
      return Promise.resolve({ data: sheets, total: sheets.length, pages: 1 })
    if (row === commissioningCalls.prepare) return Promise.resolve(judged)
    if (row === commissioningCalls.print)
      return Promise.resolve({
        bytes: new Uint8Array([37]),
        type: 'application/pdf',
        name: 'a.pdf',
      })
    if (row === commissioningCalls.sign) {
      sheets = [{ ...draft, signature }]
      return Promise.resolve(sheets[0])
    }
    return new Promise(() => {})
  })
  mount(<CommissionView device={device} />)
  const open = page.getByRole('button', { name: 'Sign the sheet…' })
  await open.click()
  const sign = page.getByRole('button', { name: 'Sign', exact: true })
  // Expect that nothing can be signed while a step is open, whatever is typed.
  await expect.element(sign).toHaveAccessibleDescription(/^A required step is not done/)
  await page.getByRole('button', { name: 'Cancel' }).click()
  judged = draft
  await open.click()
  await expect.element(page.getByText('Sign the commissioning of bCUBE Sud')).toBeVisible()
  await page.getByRole('textbox', { name: /Password/ }).fill('Demo-2026!')
  await sign.click()
  await expect.element(page.getByText(/Ada Cole, /)).toBeVisible()
  const [, sent] = asked.mock.calls.find(([row]) => row === commissioningCalls.sign) as [
    unknown,
    { params: object; body: Record<string, unknown> },
  ]
  expect(sent.params).toEqual({ id: uuidOf(7) })
  expect(sent.body['record_hash']).toMatch(/^[0-9a-f]{64}$/)
  const opened = vi.spyOn(window, 'open').mockReturnValue(window)
  onTestFinished(() => opened.mockRestore())
  await page.getByRole('button', { name: 'Print sheet' }).click()
  await expect.poll(() => opened.mock.calls[0]?.[0]).toMatch(/^blob:/)
  const printed = asked.mock.calls.find(([row]) => row === commissioningCalls.print)
  expect(printed?.[1]).toEqual({ params: { id: uuidOf(7) } })
})

test('issue 19: without the service the health says so once, in words, and shows no error', async () => {
  workOffline()
  onTestFinished(async () => {
    asked.mockResolvedValue({})
    await workOnline()
  })
  asked.mockRejectedValue(new Fault('network', 'The service cannot be reached'))
  mount(<HealthView device={device} />)
  await expect
    .element(page.getByText('Reports and self-tests are kept by the service', { exact: false }))
    .toBeVisible()
  expect(page.getByRole('heading', { name: 'Self-tests' }).query()).toBeNull()
  expect(page.getByRole('alert').query()).toBeNull()
})

test('issue 19: of a remote shell only what is possible now is offered: to open it, or to close it', async () => {
  asked.mockImplementation(() => new Promise(() => {}))
  mount(<DeviceActions device={device} />)
  const open = page.getByRole('button', { name: 'Open remote shell' })
  const close = page.getByRole('button', { name: 'Close remote shell' })
  await expect.element(open).not.toHaveAttribute('aria-disabled', 'true')
  await expect.element(close).toHaveAttribute('aria-disabled', 'true')
  const command = { name: 'REMOTE_SHELL', action: 'start', minutes: 30, reason: 'Look at it' }
  known.records = {
    command: [
      {
        uuid: uuidOf(9),
        device_uuid: device.uuid,
        user_name: 'Amina',
        state: 'done',
        reason: '',
        created_at: ago(1),
        updated_at: ago(1),
        command,
      },
    ],
  }
  mount(<DeviceActions device={device} />)
  await expect.element(open.last()).toHaveAttribute('aria-disabled', 'true')
  await expect.element(close.last()).not.toHaveAttribute('aria-disabled', 'true')
})
