// Replace the records of this machine and the service: check what the overview makes of them, and what it sends.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import { bkernelCalls } from '../../domain/calls/bkernels.ts'
import { deviceCommandCalls } from '../../domain/calls/device-commands.ts'
import { deviceCalls } from '../../domain/calls/devices.ts'
import type { Device } from '../../domain/entities/device.ts'
import { permissions } from '../../domain/permissions.ts'
import { completeTexts } from '../../web/i18n/catalogs.ts'
import { DevicesScreen } from '../../web/screens/devices/DevicesScreen.tsx'
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

const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
const swarm = { uuid: uuidOf(90), name: 'Virology', archived: 0 }

function makeDevice(at: number, changes: Partial<Device> = {}): Device {
  return {
    uuid: uuidOf(at),
    name: `Cube ${at}`,
    hostname: `cube-${at}`,
    serial_no: `S${at}`,
    deviceType: 'bcube',
    model: 'bCUBE 3',
    bkernel_version: '2.9.4',
    cartridge_type: 'Wells16',
    wavelengths: ['FAM'],
    swarms: [swarm.uuid],
    config: { 'calibration.last_at': ago(10) },
    status: '{"srv_status":0}',
    connected: '10',
    busy: 'N',
    active: 'Y',
    analysis_uuid: null,
    created_at: ago(100),
    updated_at: ago(1),
    ...changes,
  } as Device
}

/** Eight devices: one silent during a run, one at fault, one silent, one that is due, one that runs; the others are fine. */
const devices = [
  makeDevice(1),
  makeDevice(2, { config: {} }),
  makeDevice(3, { connected: '0', disconnected_at: ago(3) }),
  makeDevice(4),
  makeDevice(5, { connected: '0', disconnected_at: ago(1), analysis_uuid: uuidOf(50) }),
  makeDevice(6, { analysis_uuid: uuidOf(51), bkernel_version: '2.9.5' }),
  makeDevice(7),
  makeDevice(8),
]
const run = (device: number, status: string, began: number) => ({
  uuid: uuidOf(60 + device + Math.round(began)),
  device_uuid: uuidOf(device),
  status,
  name: `Run of ${device}`,
  started_at: ago(began),
  ended_at: ago(began - 0.5),
})

let location: ReturnType<typeof memoryLocation>
const search = () => location.history?.at(-1) ?? ''

beforeEach(async () => {
  await page.viewport(1360, 900)
  for (const part of ['device', 'view', 'record', 'lan', 'faults', 'fleet'] as const)
    await completeTexts(part)
  enterProven({ ...operatorAccount, permissions: [...permissions] })
  location = memoryLocation({ path: '/devices', record: true })
  known.records = {
    device: devices,
    swarm: [swarm],
    analysis: [run(1, 'VALIDATION', 2), run(1, 'ABORT', 4), run(7, 'COMPLETE', 3)],
  }
  asked.mockImplementation((row: object) => {
    if (row === deviceCalls.health) {
      const data = devices.map((one) => ({
        uuid: one.uuid,
        heard_at: ago(0),
        worst: {
          name: 'fan',
          verdict: one.uuid === uuidOf(4) ? 'bad' : 'ok',
          value: 300,
          why: null,
          at: ago(0),
        },
      }))
      return Promise.resolve({ data, total: data.length, pages: 1 })
    }
    if (row === bkernelCalls.search) {
      return Promise.resolve({ data: [{ version: '2.9.5', file_hash: 'x' }], total: 1, pages: 1 })
    }
    const { update, clearFolders, selfTest } = deviceCommandCalls
    if ([update, clearFolders, selfTest].some((one) => one === row)) {
      return Promise.resolve({
        uuid: uuidOf(80),
        state: 'done',
        reason: '',
        command: { name: 'UPDATE' },
      })
    }
    return new Promise(() => {})
  })
})
afterEach(() => {
  endSession({ stay: false })
  asked.mockReset()
})

function show(path: string): void {
  location.navigate(path)
  mount(
    <Router hook={location.hook} searchHook={location.searchHook}>
      <DevicesScreen />
    </Router>,
  )
}

/** Read a text without the marks that keep figures in their order inside a line. */
const textOf = (one: { query(): Element | null }) =>
  (one.query()?.textContent ?? '').replaceAll(/[\u2066-\u2069]/g, '')

const names = () =>
  page
    .getByRole('row')
    .elements()
    .flatMap((row) => row.querySelector('strong')?.textContent ?? [])

test('A29-93: a view of the devices that the account may not see says which permission it needs', async () => {
  const held = permissions.filter((one) => one !== 'analysis.create')
  enterProven({ ...operatorAccount, permissions: held })
  show('/devices?view=files')
  await vi.waitFor(() => expect(location.history.at(-1)).toBe('/401?needs=analysis.create&page='))
})

test('issue 19: a fleet opens with its overview, the worst device first, each with the way to its remedy', async () => {
  show('/devices')
  await expect.poll(() => names().slice(0, 4)).toEqual(['Cube 5', 'Cube 4', 'Cube 3', 'Cube 2'])
  await expect
    .element(page.getByRole('link', { name: 'See the run' }))
    .toHaveAttribute('href', `/analyses/details/${uuidOf(50)}`)
  await expect
    .element(page.getByRole('link', { name: 'See the check' }))
    .toHaveAttribute('href', `/devices?device=${uuidOf(4)}&page=health`)
  await expect.element(page.getByText('Fault: Fan')).toBeVisible()
})

test('issue 19: the figures count all devices, also while chips show few of them', async () => {
  show('/devices')
  const figures = page.getByRole('group', { name: 'All devices now' })
  await expect.element(figures).toHaveTextContent('4need someone1running5ready2silent')
  await figures.getByRole('button', { name: /silent/ }).click()
  await expect.poll(names).toEqual(['Cube 5', 'Cube 3'])
  expect(search()).toContain('now=silent')
  await expect.element(figures).toHaveTextContent('4need someone1running5ready2silent')
  await page.getByRole('button', { name: /^Silent during a run/ }).click()
  await expect.poll(names).toEqual(['Cube 5'])
})

test('issue 19: fewer devices than a fleet open as a list, and the overview is one press away', async () => {
  known.records['device'] = devices.slice(0, 3)
  show('/devices')
  await expect.poll(names).toEqual(['Cube 1', 'Cube 2', 'Cube 3'])
  await page.getByRole('radio', { name: 'Overview' }).click()
  await expect.poll(names).toEqual(['Cube 3', 'Cube 2', 'Cube 1'])
  expect(search()).toContain('view=fleet')
})

test('issue 19: use of devices and groups, and no figure of nothing', async () => {
  show('/devices?show=use&group=version')
  const groups = page.getByRole('grid', { name: 'Groups' })
  const row = (text: string) => groups.getByRole('row').filter({ hasText: text })
  // Expect that two of three runs ended well in 7 devices of 30 days.
  await expect.poll(() => textOf(row('2.9.4'))).toMatch(/^2\.9\.4730\.101%33\.33\.0/)
  await expect.poll(() => textOf(row('2.9.5'))).toMatch(/^2\.9\.5100\.000%––/)
})

test('issue 19: the time line has a row for each device, and a mark leads to its moment', async () => {
  show('/devices?show=times')
  const lines = page.getByRole('region', { name: 'Timeline' })
  await expect.element(lines.getByRole('link', { name: 'Cube 1', exact: true })).toBeVisible()
  const marks = lines.element().querySelectorAll<HTMLAnchorElement>('a[data-lane="run"]')
  expect([...marks].map(({ title }) => title.split(': ').at(-1) ?? '').toSorted()).toEqual([
    'Run of 1',
    'Run of 1',
    'Run of 7',
  ])
  expect(marks[0]?.getAttribute('href')).toContain('/analyses/details/')
  const gaps = lines.element().querySelectorAll('a[data-lane="gap"]')
  expect(gaps).toHaveLength(2)
})

test('issue 19: an update of many is planned first: who cannot have it and why, then the end of each', async () => {
  known.records['device'] = devices.map((one) =>
    one.uuid === uuidOf(8) ? { ...one, bkernel_version: '2.10.0' } : one,
  )
  show('/devices?filter=cube')
  await expect.poll(names).toHaveLength(8)
  await page.getByRole('checkbox', { name: 'Select all on this page' }).click()
  await page.getByRole('button', { name: 'Change…' }).click()
  await page.getByRole('menuitem', { name: 'Install 2.9.5' }).click()
  const plan = page.getByRole('alertdialog')
  await expect
    .poll(() => textOf(plan.getByRole('row').filter({ hasText: 'Cube 6' })))
    .toMatch(/Already runs 2\.9\.5/)
  await expect
    .poll(() => textOf(plan.getByRole('row').filter({ hasText: 'Cube 8' })))
    .toMatch(/Already runs 2\.10\.0, which is newer/)
  await expect
    .poll(() => textOf(plan.getByRole('row').filter({ hasText: 'Cube 3' })))
    .toMatch(/Silent/)
  expect(asked.mock.calls.some(([row]) => row === deviceCommandCalls.update)).toBe(false)
  // Hold the answer: a device that does not answer yet is seen to have begun.
  const later = Promise.withResolvers<object>()
  const reply = asked.getMockImplementation()
  asked.mockImplementation((row: object, parts: { params: { id: string } }) =>
    row === deviceCommandCalls.update && parts.params.id === uuidOf(7)
      ? later.promise
      : (reply?.(row, parts) as Promise<unknown>),
  )
  await plan.getByRole('button', { name: /^Apply to 4/ }).click()
  await expect.poll(() => textOf(plan.getByRole('row').filter({ hasText: 'Cube 7' }))).toMatch(/…$/)
  later.resolve({ uuid: uuidOf(81), state: 'done', reason: '', command: { name: 'UPDATE' } })
  await expect
    .poll(() => textOf(plan.getByRole('row').filter({ hasText: 'Cube 1' })))
    .toMatch(/done/i)
  const sent = asked.mock.calls.filter(([row]) => row === deviceCommandCalls.update)
  expect(
    sent.map(([, parts]) => (parts as { params: { id: string } }).params.id).toSorted(),
  ).toEqual([1, 2, 4, 7].map(uuidOf))
})

test.each([
  ['Clear folders', deviceCommandCalls.clearFolders],
  ['Self-test', deviceCommandCalls.selfTest],
])('issue 19: "%s" is ordered of many from the overview', async (label, row) => {
  show('/devices?filter=cube')
  await expect.poll(names).toHaveLength(8)
  await page.getByRole('checkbox', { name: 'Select all on this page' }).click()
  await page.getByRole('button', { name: 'Change…' }).click()
  await page.getByRole('menuitem', { name: label }).click()
  const plan = page.getByRole('alertdialog')
  const healthAsks = () => asked.mock.calls.filter(([one]) => one === deviceCalls.health).length
  const before = healthAsks()
  await plan.getByRole('button', { name: /^Apply to / }).click()
  await expect
    .poll(() => textOf(plan.getByRole('row').filter({ hasText: 'Cube 4' })))
    .toMatch(/done/i)
  // Expect the overview to say at once whether it has helped.
  await expect.poll(healthAsks).toBeGreaterThan(before)
  const ids = asked.mock.calls
    .filter(([one]) => one === row)
    .map(([, parts]) => (parts as { params: { id: string } }).params.id)
  expect(ids).toContain(uuidOf(4))
  // Leave out silent devices, which would do it when nobody thinks of it.
  expect(ids).not.toContain(uuidOf(3))
  // Expect only those without one to be selected still: the next order does not meet the others by accident.
  const chosen = page.getByRole('group', { name: 'Selection' }).getByRole('status')
  await expect.element(chosen).toHaveTextContent('Selected: this page (8)')
  await plan.getByRole('contentinfo').getByRole('button', { name: 'Close' }).click()
  await expect.element(chosen).toHaveTextContent(`Selected: ${8 - ids.length}`)
  const again = page.getByRole('button', { name: 'Select these again' })
  await expect.element(page.getByText(`${label}: ordered for ${ids.length}.`)).toBeVisible()
  await again.click()
  await expect.element(chosen).toHaveTextContent(`Selected: ${ids.length}`)
  // Close a dialog without an order, which changes nothing.
  await page.getByRole('button', { name: 'Change…' }).click()
  await page.getByRole('menuitem', { name: label }).click()
  await plan.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(chosen).toHaveTextContent(`Selected: ${ids.length}`)
})

test('decision 87: several devices are postponed by one plan with its reason, each answers with its own day, and another plan takes it back', async () => {
  const version = '3.0.0'
  const answer = asked.getMockImplementation()
  const install = { days: 7, at_most: 30, security: false }
  asked.mockImplementation((row: object, parts: { params?: { id: string }; body: unknown }) => {
    if (row === bkernelCalls.search) {
      const rollout = { state: 'running', plan: { install } }
      const data = [{ version, file_hash: 'x', rollout }]
      return Promise.resolve({ data, total: 1, pages: 1 })
    }
    if (row !== deviceCalls.postpone) return answer?.(row, parts) as Promise<unknown>
    const found = devices.find(({ uuid: id }) => id === parts.params?.id)
    const { until } = parts.body as { until: string | null }
    return Promise.resolve({
      ...found,
      ...(until && { postponed: { version, until: '2026-12-24' } }),
    })
  })
  known.records['device'] = devices.map((one) =>
    one.uuid === uuidOf(4) ? { ...one, postponed: { version, until: '2026-12-20' } } : one,
  )
  show('/devices?filter=cube')
  await expect.poll(names).toHaveLength(8)
  await page.getByRole('checkbox', { name: 'Select all on this page' }).click()
  await page.getByRole('button', { name: 'Change…' }).click()
  await page.getByRole('menuitem', { name: `Postpone ${version}` }).click()
  const plan = page.getByRole('alertdialog')
  const line = (name: string) => textOf(plan.getByRole('row').filter({ hasText: name }))
  await expect.poll(() => line('Cube 1')).toMatch(/as planned.*last day that the plan allows/)
  await expect.poll(() => line('Cube 4')).toMatch(/20/)
  await plan.getByRole('textbox', { name: /Reason/ }).fill('The study ends in December')
  await plan.getByRole('button', { name: /^Apply to 8/ }).click()
  await expect.poll(() => line('Cube 8')).toMatch(/24/)
  const sent = asked.mock.calls.filter(([row]) => row === deviceCalls.postpone)
  expect(sent).toHaveLength(8)
  expect(sent[0]?.[1]).toMatchObject({
    body: { version, until: 'latest', reason: 'The study ends in December' },
  })
  await userEvent.keyboard('{Escape}')
  // Expect the focus where the selection can be had back, since the bar has gone with it.
  const again = page.getByRole('button', { name: 'Select these again' })
  await expect.element(again).toHaveFocus()
  await again.click()
  await page.getByRole('button', { name: 'Change…' }).click()
  await page.getByRole('menuitem', { name: `Install ${version} as planned` }).click()
  await expect.poll(() => line('Cube 1')).toMatch(/Is not postponed/)
  await plan.getByRole('textbox', { name: /Reason/ }).fill('The study is over')
  await plan.getByRole('button', { name: /^Apply to 1/ }).click()
  await expect
    .poll(() => asked.mock.calls.filter(([row]) => row === deviceCalls.postpone).at(-1)?.[1])
    .toMatchObject({ params: { id: uuidOf(4) }, body: { version, until: null } })
}, 240_000)

test('a page of a device that the account may not open says what is missing, in place of another page', async () => {
  const fewer = permissions.filter((one) => one !== 'calibrations.compute')
  enterProven({ ...operatorAccount, permissions: fewer })
  show(`/devices?device=${uuidOf(1)}&page=calibration`)
  await expect.poll(search).toMatch(/^\/401\?needs=calibrations\.compute/)
  show(`/devices?device=${uuidOf(1)}&page=settings`)
  await expect.element(page.getByRole('tab', { name: 'Settings' }).last()).toBeVisible()
})
