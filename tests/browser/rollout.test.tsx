// Replace the client: what the page sends and says is tested; tests/edge/rollouts.test.ts checks the service.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { auditCalls } from '../../domain/calls/audit.ts'
import {
  bkernelCalls,
  type CompanyAudience,
  type RehearsalStep,
  type RolloutGates,
} from '../../domain/calls/bkernels.ts'
import {
  type Bkernel,
  gateNames,
  type RehearsedRun,
  type Rollout,
} from '../../domain/entities/bkernel.ts'
import { permissions } from '../../domain/permissions.ts'
import { usualPhases } from '../../domain/rules/rollout.ts'
import { haltEvidence } from '../../domain/rules/rollout-gates.ts'
import { completeTexts } from '../../web/i18n/catalogs.ts'
import { rolloutMs } from '../../web/screens/bkernels/rollout/DeviceList.tsx'
import { RolloutScreen } from '../../web/screens/bkernels/rollout/RolloutScreen.tsx'
import { endSession, enterProven } from '../../web/state/session.ts'
import { operatorAccount } from '../support/operator-account.ts'
import { mount } from './mount.tsx'
import { at, rehearsal, running, uuid, version } from './rollout-records.ts'

const asked = vi.hoisted(() => vi.fn())
vi.mock('../../web/client/call.ts', async (load) => ({ ...(await load<object>()), call: asked }))

const reading = (gate: string, more: object = {}) => ({
  gate,
  verdict: 'too_few',
  count: 0,
  mean: 0,
  evidence: 0,
  differences: [],
  ...more,
})
const late = Array.from({ length: 42 }, (_, index) => 0.4 + ((index * 7) % 11) / 20 - 0.25)
const gates: RolloutGates = {
  least: 40,
  drawn: 960,
  rehearsal: 'not_needed',
  installed: 60,
  rolled_back: 1,
  gates: gateNames.map((gate) => {
    if (gate === 'control_cq') {
      const seen = { count: 42, mean: 0.4, evidence: haltEvidence + 1, differences: late }
      return reading(gate, { verdict: 'worse', ...seen })
    }
    if (gate === 'invalid') return reading(gate, { verdict: 'fine' })
    if (gate !== 'noise') return reading(gate, gate === 'boot' ? { count: 60, mean: 1 / 60 } : {})
    const differences = late.map((value) => (value - 0.4) / 2)
    return reading(gate, { verdict: 'fine', count: 42, mean: 0.01, evidence: 1, differences })
  }) as RolloutGates['gates'],
}
type Row = ReturnType<typeof device>
const device = (last: number, state: string, more: object = {}) => ({
  uuid: uuid(last),
  name: `bGATE ${last}`,
  serial_no: `SN-${last}`,
  model: 'bGATE 96',
  bkernel_version: '2.9.4',
  state,
  since: at,
  why: '',
  share: null,
  ...more,
})
const rowOf = ({ state: _state, since: _since, why: _why, share: _share, ...row }: Row) => row
const companies = [
  { value: uuid(7), label: 'Aurora' },
  { value: uuid(8), label: 'Borealis' },
]
const devices = [
  device(1, 'confirmed', { bkernel_version: '3.0.0' }),
  device(2, 'held', { why: 'run' }),
  device(3, 'refused', { why: 'update_untrusted' }),
  device(4, 'downloading', { share: 40 }),
  device(5, 'waiting', { since: null }),
]
const made = (rollout?: Rollout, name = 'bkernel'): Bkernel => ({
  ...version,
  models: ['bGATE 96', 'bCUBE 16'],
  name,
  ...(rollout && { rollout }),
})
const sentTo = (row: unknown) =>
  asked.mock.calls.filter(([one]) => one === row).map(([, parts]) => parts.body as object)
const dialog = () => page.getByRole('alertdialog')

const heardAt = new Date().toISOString()
const audience: CompanyAudience[] = [
  {
    uuid: uuid(7),
    name: 'Aurora',
    heard_at: heardAt,
    devices: [
      { ...rowOf(device(1, '')), why: null },
      { ...rowOf(device(2, '')), why: 'swarm' },
    ],
    chosen: 1,
    excluded: { swarm: 1 },
    swarms: [{ uuid: uuid(3), name: 'Virology' }],
  },
]

/** Answers of the service beside the rollout. */
interface Answers {
  version: Partial<Bkernel>
  gates: Partial<RolloutGates>
  steps: RehearsalStep[]
  runs: RehearsedRun[]
}

async function show(rollout?: Rollout, name?: string, more: Partial<Answers> = {}): Promise<void> {
  asked.mockImplementation((row: unknown) => {
    if (row === bkernelCalls.linkForm)
      return Promise.resolve({
        record: { ...made(rollout, name), ...more.version },
        options: { company_uuids: companies },
      })
    if (row === bkernelCalls.audience)
      return Promise.resolve({ data: audience, pages: 1, total: audience.length })
    if (row === auditCalls.record) return Promise.resolve([])
    if (row === bkernelCalls.gates) return Promise.resolve({ ...gates, ...more.gates })
    if (row === bkernelCalls.rehearse) return Promise.resolve(more.steps?.shift())
    if (row === bkernelCalls.rehearsed)
      return Promise.resolve({ data: more.runs ?? [], pages: 1, total: more.runs?.length ?? 0 })
    if (row === bkernelCalls.updates) {
      const counts = { confirmed: 1, held: 1, refused: 1, downloading: 1, waiting: 1 }
      const data = [{ uuid: uuid(7), name: 'Aurora', heard_at: heardAt, devices, counts }]
      return Promise.resolve({ data, pages: 1, total: 1 })
    }
    return Promise.resolve(made(rollout, name))
  })
  mount(<RolloutScreen params={{ uuid: uuid(4) }} />)
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
}

beforeEach(async () => {
  await page.viewport(1366, 768)
  for (const part of ['bkernels', 'record', 'faults', 'device'] as const) await completeTexts(part)
  enterProven({ ...operatorAccount, permissions: [...permissions] })
})
afterEach(() => {
  endSession({ stay: false })
  history.replaceState(null, '', location.pathname)
  asked.mockReset()
})

test('[SCREEN-048] issue 19: a rollout shows its plan, its phase, what its gates saw and each device', async () => {
  await show(running)
  await expect.element(page.getByText('22:00 to 05:00, by the clock of the device')).toBeVisible()
  await expect.element(page.getByText('Borealis').first()).toBeVisible()
  const step = page.getByRole('listitem').filter({ hasText: 'at least 72 h and 40 pairs' })
  await expect.element(step.first()).toHaveAttribute('aria-current', 'step')
  const gate = page.getByRole('listitem').filter({ hasText: 'Cq of positive controls' })
  await expect.element(gate.getByText('Worse: halts')).toBeVisible()
  await expect
    .element(
      gate.getByRole('img', {
        name: 'Differences of 42 pairs: mean +0.40 cycles, limit 0.10 cycles',
      }),
    )
    .toBeVisible()
  await expect.element(gate.getByText('42 pairs compared, 40 needed')).toBeVisible()
  const few = page.getByRole('listitem').filter({ hasText: 'Failed runs' })
  await expect.element(few.getByText('Not enough runs yet')).toBeVisible()
  const unseen = page.getByRole('listitem').filter({ hasText: 'Invalid wells' })
  await expect.element(unseen.getByText('Nothing compared yet')).toBeVisible()
  await expect.element(unseen.getByText('No worse')).not.toBeInTheDocument()
  const rows = page.getByRole('row')
  await expect
    .element(rows.filter({ hasText: 'bGATE 2' }).getByText(/a run is going on/))
    .toBeVisible()
  await expect
    .element(rows.filter({ hasText: 'bGATE 4' }).getByText('Downloading: 40 %'))
    .toBeVisible()
  // Expect devices that need a person first.
  expect(rows.elements()[1]?.textContent).toContain('bGATE 3')
})

test.each([
  ['running', true],
  ['paused', false],
] as const)(
  'issue 19: the page of a %s rollout asks again by itself: %s',
  async (state, isAsked) => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    try {
      await show({ ...running, state })
      await expect.element(page.getByRole('row').filter({ hasText: 'bGATE 2' })).toBeVisible()
      const asks = () =>
        [bkernelCalls.gates, bkernelCalls.updates].map(
          (row) => asked.mock.calls.filter(([one]) => one === row).length,
        )
      expect(asks()).toEqual([1, 1])
      vi.advanceTimersByTime(rolloutMs)
      await expect.poll(asks).toEqual(isAsked ? [2, 2] : [1, 1])
      // Expect that a load that nobody asked for keeps no session open.
      const options = asked.mock.calls.filter(([row]) => row === bkernelCalls.gates)
      expect(options.map(([, , { background }]) => background)).toEqual(
        isAsked ? [false, true] : [false],
      )
    } finally {
      vi.useRealTimers()
    }
  },
)

test('issue 19: the next step is asked with its reason, and going on without runs is another one', async () => {
  await show(running)
  await page.getByRole('button', { name: 'Start the next phase' }).click()
  await dialog()
    .getByLabelText(/^Reason/)
    .fill('Evidence is there')
  await dialog().getByRole('button', { name: 'Start the next phase' }).click()
  await expect
    .poll(() => sentTo(bkernelCalls.rollout))
    .toEqual([{ step: 'next', reason: 'Evidence is there' }])
  await page.getByRole('button', { name: 'More actions' }).click()
  await expect
    .element(page.getByRole('menuitem', { name: 'Go on without enough runs' }))
    .toBeVisible()
  await expect.element(page.getByRole('menuitem', { name: 'Halt rollout' })).toBeVisible()
})

test('issue 19: a rollout that the service has halted says which figures did it', async () => {
  const stopped = {
    why: 'gates',
    at,
    gates: gates.gates.map(({ differences: _seen, ...one }) => one),
  } as const
  await show({ ...running, state: 'halted', stopped: { ...stopped, gates: [...stopped.gates] } })
  await expect
    .element(page.getByText(/^The service halted this rollout .*: Cq of positive controls\.$/))
    .toBeVisible()
  // Show no moment of the phase: beside the word *Halted* it would be taken for that of the stop.
  expect(page.getByRole('heading', { level: 1 }).element().parentElement?.textContent).toMatch(
    /Halted$/,
  )
})

test('issue 19: the heading has the number of the version once, whether its name has it or not', async () => {
  const heading = page.getByRole('heading', {
    level: 1,
    name: 'Rollout of bkernel 3.0.0',
    exact: true,
  })
  await show()
  await expect.element(heading).toBeVisible()
  document.body.replaceChildren()
  await show(undefined, 'bkernel 3.0.0')
  await expect.element(heading).toBeVisible()
})

test('issue 19: a version without a rollout is planned, with phases that are changed and a window', async () => {
  await show()
  await expect.element(page.getByText(/^It has no rollout/)).toBeVisible()
  expect(page.getByRole('heading', { name: /^(?:Plan|Phases)$/ }).elements()).toEqual([])
  await page.getByRole('button', { name: 'Plan the rollout' }).click()
  await dialog().getByRole('button', { name: 'Remove phase 2' }).click()
  await dialog().getByRole('checkbox', { name: 'bGATE 96' }).click()
  await dialog()
    .getByLabelText(/^Versions that devices run now/)
    .fill('2.9.4, 2.10.0')
  await dialog()
    .getByLabelText(/^Reason/)
    .fill('Quieter fans')
  await dialog().getByRole('button', { name: 'Save plan' }).click()
  await expect
    .poll(() => sentTo(bkernelCalls.plan))
    .toEqual([
      {
        models: ['bGATE 96'],
        versions: ['2.9.4', '2.10.0'],
        company_uuids: [],
        swarm_uuids: [],
        except_company_uuids: [],
        except_device_uuids: [],
        phases: usualPhases.filter((_, index) => index !== 1),
        window: { from: '22:00', to: '05:00' },
        deadline: null,
        reason: 'Quieter fans',
      },
    ])
})

test('issue 19: a plan shows whom it reaches and who is left out by which rule, and offers swarms of a chosen company', async () => {
  await show()
  await page.getByRole('button', { name: 'Plan the rollout' }).click()
  await expect.element(dialog().getByText(/^Devices chosen: 1, in companies: 1\./)).toBeVisible()
  await expect.element(dialog().getByText('Left out: Other swarm: 1')).toBeVisible()
  const rows = dialog().getByRole('row')
  await expect.element(rows.filter({ hasText: 'bGATE 2' }).getByText('Other swarm')).toBeVisible()
  await expect
    .element(dialog().getByRole('checkbox', { name: 'Virology · Aurora' }))
    .not.toBeInTheDocument()
  const only = dialog().getByRole('group', { name: 'Only these companies' })
  await only.getByRole('checkbox', { name: 'Aurora' }).click()
  await dialog().getByRole('checkbox', { name: 'Virology · Aurora' }).click()
  await expect
    .poll(() => sentTo(bkernelCalls.audience).at(-1))
    .toMatchObject({ company_uuids: [uuid(7)], swarm_uuids: [uuid(3)] })
})

const rehearsed = (last: number, more: Partial<RehearsedRun> = {}): RehearsedRun => ({
  company_uuid: uuid(7),
  analysis_uuid: uuid(last),
  device: `bGATE ${last}`,
  serial_no: `SN-${last}`,
  model: 'bGATE 96',
  version: '2.9.4',
  started_at: at,
  assumed: true,
  found: {
    results: 20_610,
    calls: 3,
    moved: 120,
    shift: 0.42,
    moves: [{ from: 'detected', to: 'review', count: 3 }],
  },
  ...more,
})

const processing = { gain: 1.5, offset: 0, step: 1, ceiling: null, mean_of: 1 }
const draft: Rollout = { ...running, state: 'draft', phase: 0 }

test('issue 19: a version with another processing is rehearsed part by part, until it is kept with the plan', async () => {
  const part = { companies: 12, done: 3, runs: 8, version: null }
  const steps = [part, { ...part, done: 12, runs: 31, version: made(draft) }]
  await show(draft, 'bkernel', { version: { processing }, gates: { rehearsal: 'due' }, steps })
  await expect.element(page.getByText(/^The plan cannot be approved before/).last()).toBeVisible()
  // Say so before a reason is typed, not after.
  const approve = page.getByRole('button', { name: 'Approve the plan' })
  await expect.element(approve).toHaveAttribute('aria-disabled', 'true')
  const { length } = asked.mock.calls.filter(([row]) => row === bkernelCalls.gates)
  await page.getByRole('button', { name: 'Rehearse' }).click()
  // Read the page again once the service has kept the outcome.
  await expect
    .poll(() => asked.mock.calls.filter(([row]) => row === bkernelCalls.gates).length)
    .toBeGreaterThan(length)
  const ids = asked.mock.calls
    .filter(([row]) => row === bkernelCalls.rehearse)
    .map(([, , options]) => options.opId as string)
  expect(new Set(ids).size).toBe(2)
})

test('a version that does not declare its processing, as those before it do, says where to declare it', async () => {
  await show(draft, 'bkernel', { gates: { rehearsal: 'due' } })
  await expect
    .element(page.getByText(/^This version does not declare .* Edit/).last())
    .toBeVisible()
  await expect
    .element(page.getByRole('button', { name: 'Rehearse' }))
    .toHaveAttribute('aria-disabled', 'true')
})

test('issue 19: a rehearsal names companies that do not answer, and asks them again once a person wants it', async () => {
  const silent = [{ uuid: uuid(77), name: 'Borealis' }]
  const last = { companies: 12, done: 11, runs: 31, version: null, silent }
  const end = { ...last, done: 12, silent: [], version: made(draft) }
  const steps = [{ ...last, done: 3 }, last, last, end]
  await show(draft, 'bkernel', { version: { processing }, gates: { rehearsal: 'due' }, steps })
  const parts = () => asked.mock.calls.filter(([row]) => row === bkernelCalls.rehearse).length
  await page.getByRole('button', { name: 'Rehearse' }).click()
  await expect.element(page.getByText(/^What they hold is missing here.*Borealis/)).toBeVisible()
  // Stop where a part brought nothing.
  await expect.element(page.getByText(/done: 11 of 12\. What was calculated is kept/)).toBeVisible()
  await page.getByRole('button', { name: 'Ask again' }).click()
  await expect.element(page.getByText(/^What they hold/)).not.toBeInTheDocument()
  expect(parts()).toBe(4)
})

test('issue 19: a rehearsal says how many calls change, run by run, and which runs it could not calculate', async () => {
  await show({ ...running, state: 'draft', phase: 0, rehearsal }, 'bkernel', {
    gates: { rehearsal: 'held' },
    runs: [rehearsed(5, { found: null }), rehearsed(6)],
  })
  await expect
    .element(
      page.getByText(
        'Calls that change: 3 of 41,220. Only the Cq moves: 120. Runs: 2. Runs that could not be calculated: 1.',
      ),
    )
    .toBeVisible()
  const table = page.getByRole('grid', { name: 'Runs of the rehearsal' })
  await expect
    .element(
      table.getByRole('row').filter({ hasText: 'bGATE 6' }).getByText('3 × Detected → Review'),
    )
    .toBeVisible()
  await expect
    .element(
      table.getByRole('row').filter({ hasText: 'bGATE 5' }).getByText('Could not be calculated'),
    )
    .toBeVisible()
})
