// Replace the client: what the page sends and says is tested; tests/edge/postponed-updates.test.ts checks the service.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { auditCalls } from '../../domain/calls/audit.ts'
import { bkernelCalls, type RolloutGates } from '../../domain/calls/bkernels.ts'
import type { Bkernel, Rollout } from '../../domain/entities/bkernel.ts'
import { permissions } from '../../domain/permissions.ts'
import { usualPhases } from '../../domain/rules/rollout.ts'
import { completeTexts } from '../../web/i18n/catalogs.ts'
import { RolloutScreen } from '../../web/screens/bkernels/rollout/RolloutScreen.tsx'
import { endSession, enterProven } from '../../web/state/session.ts'
import { operatorAccount } from '../support/operator-account.ts'
import { mount } from './mount.tsx'
import { at, rehearsal, uuid, version } from './rollout-records.ts'

const asked = vi.hoisted(() => vi.fn())
vi.mock('../../web/client/call.ts', async (load) => ({ ...(await load<object>()), call: asked }))

const plan = {
  models: [],
  versions: [],
  company_uuids: [],
  except_company_uuids: [],
  except_device_uuids: [],
  phases: [...usualPhases],
  window: { from: '22:00', to: '05:00' },
  deadline: null,
  install: { days: 3, at_most: 30, security: false },
}
const running: Rollout = { state: 'running', phase: 0, since: at, offered_from: [at], plan }
const device = {
  uuid: uuid(6),
  name: 'bGATE 6',
  serial_no: 'SN-6',
  model: 'bGATE 96',
  bkernel_version: '2.9.4',
  state: 'offered',
  since: at,
  why: '',
  share: null,
  install: { offered: '2026-11-20', due: '2026-12-09', latest: '2026-12-20', security: false },
  postponed: { until: '2026-12-09', by_profile: 'Manager', reason: 'Verification' },
}

/** Device of a company whose store does not say now who has postponed the version. */
const ofSilent = {
  ...device,
  uuid: uuid(9),
  name: 'Silent',
  postponed: { until: '2026-12-09' },
}

async function show(
  more: Partial<Bkernel>,
  rehearsal: RolloutGates['rehearsal'] = 'not_needed',
  counts: Record<string, number> = { offered: 2 },
): Promise<void> {
  const record = { ...version, ...more }
  const gates = { least: 8, drawn: 0, rehearsal, installed: 0, rolled_back: 0, gates: [] }
  const company = { uuid: uuid(7), name: 'Aurora', heard_at: new Date().toISOString() }
  const answers = new Map<unknown, object>([
    [bkernelCalls.linkForm, { record, options: { company_uuids: [] } }],
    [bkernelCalls.gates, gates],
    [auditCalls.record, []],
    [bkernelCalls.audience, { data: [], pages: 1, total: 0 }],
    [bkernelCalls.rehearsed, { data: [], pages: 1, total: 0 }],
    [
      bkernelCalls.updates,
      {
        data: [{ ...company, devices: [device, ofSilent], counts }],
        pages: 1,
        total: 1,
      },
    ],
  ])
  asked.mockImplementation((row: unknown) => Promise.resolve(answers.get(row) ?? record))
  mount(<RolloutScreen params={{ uuid: version.uuid }} />)
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
}

beforeEach(async () => {
  await page.viewport(1366, 768)
  for (const part of ['bkernels', 'record', 'faults', 'device'] as const) await completeTexts(part)
  enterProven({ ...operatorAccount, permissions: [...permissions] })
})
afterEach(() => {
  endSession({ stay: false })
  asked.mockReset()
})

const dialog = () => page.getByRole('alertdialog')

test('issue 19: a plan whose version installs itself has its days and quiet hours, fewer for a security fix', async () => {
  await show({})
  await page.getByRole('button', { name: 'Plan the rollout' }).click()
  await dialog()
    .getByRole('checkbox', { name: /^Devices install it by themselves/ })
    .click()
  await dialog()
    .getByRole('checkbox', { name: /^It mends a security weakness/ })
    .click()
  await dialog()
    .getByLabelText(/^Reason/)
    .fill('A weakness is known')
  await dialog().getByRole('button', { name: 'Save plan' }).click()
  const sent = () => asked.mock.calls.find(([row]) => row === bkernelCalls.plan)?.[1].body as object
  await expect.poll(sent).toMatchObject({
    window: { from: '22:00', to: '05:00' },
    install: { days: 1, at_most: 14, security: true },
  })
})

test('issue 19: the devices of a rollout say who has postponed it until when', async () => {
  await show({ rollout: running })
  await expect
    .element(page.getByText('3 days after the offer; laboratories may postpone it to day 30'))
    .toBeVisible()
  const row = page.getByRole('row').filter({ hasText: 'bGATE 6' })
  await expect.element(row.getByText(/^Postponed to .* by Manager: Verification$/)).toBeVisible()
  const silent = page.getByRole('row').filter({ hasText: 'Silent' })
  await expect.element(silent.getByText(/^Postponed to [^:]+$/)).toBeVisible()
  await expect.element(page.getByText(/the oldest report is from/)).toBeVisible()
})

test('issue 19: a person who approves a plan reads what the version declares and what its rehearsal found', async () => {
  const processing = { gain: 1.5, offset: 0, step: 1, ceiling: null, mean_of: 1 }
  await show({ processing, rollout: { ...running, state: 'draft', rehearsal } }, 'held')
  await page.getByRole('button', { name: 'Approve the plan' }).click()
  await expect.element(dialog().getByText(/^1\.5 × count \+ 0, step 1/)).toBeVisible()
  await expect.element(dialog().getByText(/^Calls that change: 3 of 41,220\./)).toBeVisible()
  await expect.element(dialog().getByText(/^The rehearsal changed calls/)).toBeVisible()
})

test('A24-20: a figure of a plan or of readings that cannot be read becomes no other', async () => {
  await show({ rollout: { ...running, state: 'draft' } })
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Plan the rollout' }).click()
  for (const label of ['Devices', 'Hours at least', 'Pairs at least', 'Days after the offer']) {
    const field = dialog().getByRole('spinbutton', { name: label }).first()
    await field.fill('4B')
    await expect.element(field).toHaveValue('4B')
  }
  await dialog()
    .getByLabelText(/^Reason/)
    .fill('Quieter fans')
  await dialog().getByRole('button', { name: 'Save plan' }).click()
  await expect.element(dialog().getByRole('spinbutton', { name: 'Devices' }).first()).toHaveFocus()
  expect(asked.mock.calls.filter(([row]) => row === bkernelCalls.plan)).toEqual([])
})

test('a phase whose share holds no device says that nothing happens in it', async () => {
  await show({ rollout: running }, 'not_needed', { waiting: 2 })
  await expect.element(page.getByText(/^No device of this plan is in the phase/)).toBeVisible()
  await expect.element(page.getByText(/its share of 2 devices holds none/)).toBeVisible()
})

test('a phase with a device says nothing of an empty one', async () => {
  await show({ rollout: running }, 'not_needed', { waiting: 1, offered: 1 })
  await expect.element(page.getByRole('heading', { name: 'Devices: 2' })).toBeVisible()
  await expect.element(page.getByText(/the oldest report is from/)).toBeVisible()
  expect(page.getByText(/^No device of this plan is in the phase/).elements()).toEqual([])
})

test('first-use P4: the tab of a rollout says of which version it is', async () => {
  await show({})
  expect(document.title).toContain(version.version)
})

test('A27-84: a rollout says of no device only once the devices are known', async () => {
  await show({})
  await expect.element(page.getByText('Devices: 2')).toBeVisible()
  const answers = asked.getMockImplementation()
  asked.mockImplementation((row: unknown) =>
    row === bkernelCalls.updates ? Promise.reject(new Error('gone')) : answers?.(row),
  )
  mount(<RolloutScreen params={{ uuid: version.uuid }} />)
  await expect.element(page.getByText('Devices: –')).toBeVisible()
  await expect.element(page.getByRole('alert').first()).toBeVisible()
  expect(page.getByText(/^No device of these models/).elements()).toEqual([])
})
