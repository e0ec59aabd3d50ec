// Replace the records of this machine and the service: check what pages show of the last word of a device.
import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { permissions } from '../../domain/permissions.ts'
import type { Analysis } from '../../domain/entities/analysis.ts'
import type { Device } from '../../domain/entities/device.ts'
import type { DeviceStatus, RunProgress } from '../../domain/live/event.ts'
import { AnalysisResults } from '../../web/entities/analysis/AnalysisResults.tsx'
import { completeTexts } from '../../web/i18n/catalogs.ts'
import type { AnalysisRow } from '../../web/local/list-rows.ts'
import { OtherRun } from '../../web/screens/analyses/detail/running/OtherRun.tsx'
import { LiveFacts } from '../../web/screens/devices/LiveFacts.tsx'
import { LifeSection } from '../../web/screens/devices/settings/LifeSection.tsx'
import { RunningRuns } from '../../web/shell/RunningRuns.tsx'
import { enterProven } from '../../web/state/session.ts'
import { closeLive, deviceStatuses, keepStatuses } from '../../web/state/live.ts'
import { analysisRecord } from './local-bench-records.ts'
import { uuidOf } from '../support/uuid-of.ts'
import { operatorAccount } from '../support/operator-account.ts'
import { mount } from './mount.tsx'

const asked = vi.hoisted(() => vi.fn())
vi.mock('../../web/client/call.ts', async (load) => ({ ...(await load<object>()), call: asked }))
const known = vi.hoisted(() => ({ records: {} as Record<string, Record<string, unknown>[]> }))
vi.mock('../../web/state/use-records.ts', () => {
  const list = ({ kind }: { kind: string }) => known.records[kind] ?? []
  const find = (entity: { kind: string }, uuid: string) =>
    list(entity).find((one) => one['uuid'] === uuid) ?? null
  return { useRecords: list, useRecord: find, useListRow: find }
})

const planned = analysisRecord(4).body as unknown as Analysis
const device = planned.device_uuid ?? ''
const first = uuidOf(5)

beforeEach(async () => {
  closeLive()
  await Promise.all([completeTexts('plan'), completeTexts('device'), completeTexts('view')])
  asked.mockResolvedValue({ options: { company_uuid: [] } })
  enterProven({ ...operatorAccount, permissions: [...permissions] })
  say({ analysis_uuid: null, busy: 'N' })
})

/** Set what the record of the device says. */
function say(record: { analysis_uuid: string | null; busy: 'Y' | 'N' }): void {
  known.records = { device: [{ uuid: device, name: 'Cube one', connected: '10', ...record }] }
}

/** Let the page hear a status of the device, so many seconds ago; by default one that stays current on a slow machine. */
async function hear(status: Partial<DeviceStatus>, secondsAgo = -600): Promise<void> {
  const whole = { uuid: device, busy: 'N', lid: 'closed', run: null, ...status } as DeviceStatus
  keepStatuses(new Map([[device, { status: whole, heardAt: Date.now() - secondsAgo * 1000 }]]))
  await vi.waitFor(() => expect(deviceStatuses.value.get(device)?.status).toBe(whole))
}

const runOf = (state: RunProgress['state']) =>
  ({
    analysis_uuid: first,
    state,
    cycle: 12,
    cycles: 40,
    elapsed: 60,
    remaining: 90,
  }) as RunProgress

const showPlan = () => mount(<OtherRun record={planned} />).textContent

test('A26-60: a plan is not held up by a run of its device that has ended', async () => {
  await hear({ busy: 'Y', run: runOf('running') })
  expect(showPlan()).toContain('Another run is in progress on Cube one')
  for (const state of ['finished', 'aborted'] as const) {
    await hear({ run: runOf(state) })
    expect(showPlan()).toBe('')
  }
})

test('A26-60: a plan names a run of its device that this person does not see', async () => {
  say({ analysis_uuid: first, busy: 'Y' })
  await hear({ busy: 'Y' })
  expect(showPlan()).toContain('Another run is in progress on Cube one')
})

test('A26-60: a lid that was open some minutes ago is not said to be open', async () => {
  await hear({ lid: 'open' })
  expect(showPlan()).toContain('The lid of Cube one is open')
  await hear({ lid: 'open' }, 120)
  expect(showPlan()).toBe('')
})

test('A26-61: the cycle of a run in lists and in the top bar has its age', async () => {
  const row = {
    ...planned,
    uuid: first,
    status: 'RUNNING',
    summary: null,
  } as unknown as AnalysisRow
  say({ analysis_uuid: first, busy: 'Y' })
  const texts = () =>
    [<AnalysisResults key="list" analysis={row} />, <RunningRuns key="bar" />].map(
      (one) => mount(one).textContent,
    )
  await hear({ busy: 'Y', run: runOf('running') })
  for (const text of texts()) expect(text).not.toContain('ago')
  await hear({ busy: 'Y', run: runOf('running') }, 125)
  for (const text of texts()) expect(text).toMatch(/last connected .* ago/)
})

const health = { cpu: 5, memory: 5, system_disk: 5, data_disk: 5 }
const facts = { block_temperature: 60, lid_temperature: 105, uptime: 60, health }

test('A26-63: the state of a device that has been silent for minutes is not called the one of now', async () => {
  const show = () => mount(<LiveFacts device={known.records['device']![0] as Device} />)
  await hear({ ...facts, pending: 0 })
  expect(show().textContent).toContain('Now')
  await hear({ ...facts, pending: 0 }, 125)
  expect(show().textContent).toContain('At last contact')
})

test.each([
  { when: 'now', secondsAgo: undefined, text: 'does not have yet: 0' },
  { when: 'some minutes ago', secondsAgo: 125, text: 'it is not known whether' },
])(
  'A26-63: before a device moves its page says what it has to send as heard $when',
  async (given) => {
    await hear({ ...facts, pending: 0 }, given.secondsAgo)
    mount(<LifeSection device={known.records['device']![0] as Device} />)
    await page.getByRole('button', { name: /^Move to another company/ }).click()
    await vi.waitFor(() => expect(document.body.textContent).toContain(given.text), 60_000)
  },
)
