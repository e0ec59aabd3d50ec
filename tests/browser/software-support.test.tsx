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

async function show(days: number | null, next: string | null, more: object = {}) {
  asked.mockImplementation(async (row: { path: string }, parts?: { body?: object }) => {
    if (row.path.startsWith('/session/'))
      return { ...operatorAccount, permissions: ['bkernels.search'] }
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
  mount(<SupportNotice device={device} />)
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
