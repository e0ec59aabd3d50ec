// Replace the service: it alone knows how long a version is supported.
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { Device } from '../../domain/entities/device.ts'
import { SupportNotice } from '../../web/screens/devices/SupportNotice.tsx'
import { endSession, signIn } from '../../web/state/session.ts'
import { operatorAccount } from '../support/operator-account.ts'
import { mount } from './mount.tsx'

const asked = vi.hoisted(() => vi.fn())
vi.mock('../../web/client/call.ts', async (load) => ({ ...(await load<object>()), call: asked }))
afterEach(() => {
  endSession({ stay: false })
  localStorage.clear()
  asked.mockReset()
})

const device = { uuid: 'one', model: 'bCUBE', bkernel_version: '2.8.2' } as unknown as Device

async function show(
  days: number | null,
  next: string | null,
  more: object = {},
  { shown = device, permissions = ['bkernels.search'] as readonly string[] } = {},
) {
  asked.mockImplementation(async (row: { path: string }, parts?: { body?: object }) => {
    if (row.path.startsWith('/session/')) return { ...operatorAccount, permissions }
    if (row.path.startsWith('/products/postpone')) return device
    const isOffer = 'device_uuid' in (parts?.body ?? {})
    return {
      data: isOffer
        ? next === null
          ? []
          : [{ version: next, file_hash: 'a'.repeat(64), ...more }]
        : [{ days_left: days }],
    }
  })
  await signIn('olga', 'a secret')
  mount(<SupportNotice device={shown} />)
}

test('[ERR-055] [CONST-069] software that is no longer supported is said to be, with what follows it', async () => {
  await show(0, '3.0.0')
  await expect.element(page.getByText('Software update required')).toBeVisible()
  await expect
    .element(page.getByText('2.8.2 is no longer supported. Next version: 3.0.0.'))
    .toBeVisible()
})

test('[ERR-054] [CONST-069] the days that are left are those that the service says', async () => {
  await show(12, null)
  await expect.element(page.getByText(/2\.8\.2 is supported for 12 more days\./)).toBeVisible()
})

test('issue 19: a version that waits is said with the hours in which it is installed', async () => {
  const plan = { window: { from: '22:00', to: '05:00' } }
  await show(null, '3.0.0', { rollout: { state: 'running', phase: 0, plan } })
  await expect.element(page.getByText('Software 3.0.0 is offered to this device')).toBeVisible()
  await expect
    .element(page.getByText(/never during a run\. .*between 22:00 and 05:00, by the clock/))
    .toBeVisible()
})

const day = (offset: number) =>
  new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)
const itself = (due: number, latest: number, security = false) => ({
  install: { offered: day(0), due: day(due), latest: day(latest), security },
  rollout: { state: 'running', phase: 0, plan: { window: { from: '22:00', to: '05:00' } } },
})
const mayPostpone = { permissions: ['bkernels.search', 'products.update'] }

test('issue 19: the device says when it installs a version by itself, and a person postpones it with a reason', async () => {
  await show(null, '3.0.0', itself(3, 10), mayPostpone)
  await expect
    .element(page.getByText(/Software 3\.0\.0 is installed automatically from .* on/))
    .toBeVisible()
  await expect.element(page.getByText(/Between 22:00 and 05:00, by the clock/)).toBeVisible()
  await page.getByRole('button', { name: 'Postpone' }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByRole('button', { name: 'Postpone' }).click()
  // Send nothing without a reason.
  await expect.element(dialog.getByText('Field is required')).toBeVisible()
  // Send nothing without a day either: an empty day does not take a postponement back.
  const until = dialog.getByLabelText(/Install from/)
  const latest = (until.element() as HTMLInputElement).value
  await until.fill('')
  await dialog.getByLabelText(/Reason for the audit trail/).fill('Verification')
  await dialog.getByRole('button', { name: 'Postpone' }).click()
  await expect.element(dialog.getByText('Field is required')).toBeVisible()
  expect(asked.mock.calls.some(([row]) => row.path.startsWith('/products/postpone'))).toBe(false)
  await until.fill(latest)
  await dialog.getByLabelText(/Reason for the audit trail/).fill('Verification goes on')
  await dialog.getByRole('button', { name: 'Postpone' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  const sent = asked.mock.calls.find(([row]) => row.path.startsWith('/products/postpone'))
  expect(sent?.[1]).toEqual({
    params: { id: 'one' },
    body: { version: '3.0.0', until: day(10), reason: 'Verification goes on' },
  })
})

test('issue 19: who has postponed it and why is said, and it can be taken back', async () => {
  const postponed = { version: '3.0.0', by_name: 'Ada', reason: 'Verification' }
  const shown = { ...device, postponed } as unknown as Device
  await show(null, '3.0.0', itself(5, 10), { ...mayPostpone, shown })
  await expect.element(page.getByText(/Postponed by Ada: Verification\./)).toBeVisible()
  await page.getByRole('button', { name: 'Postpone' }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByLabelText(/Reason for the audit trail/).fill('Done')
  await dialog.getByRole('button', { name: 'Install as planned' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  const sent = asked.mock.calls.find(([row]) => row.path.startsWith('/products/postpone'))
  expect(sent?.[1].body).toMatchObject({ until: null, reason: 'Done' })
})

test('issue 19: a security update says so, and nobody postpones one whose last day is over', async () => {
  await show(null, '3.0.0', itself(1, 3, true), { permissions: ['bkernels.search'] })
  await expect.element(page.getByText(/Security update 3\.0\.0 is installed/)).toBeVisible()
  await expect
    .element(page.getByRole('button', { name: 'Postpone' }))
    .toHaveAttribute('aria-disabled', 'true')
  await show(null, '3.1.0', itself(-1, 0), mayPostpone)
  await expect
    .element(page.getByText('Software 3.1.0 is installed in the next quiet hours'))
    .toBeVisible()
  await expect
    .element(page.getByRole('button', { name: 'Postpone' }).last())
    .toHaveAttribute('aria-disabled', 'true')
})
