import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Rollout } from '../../domain/entities/bkernel.ts'
import { listTakenSteps } from '../../domain/rules/rollout-history.ts'
import { completeTexts } from '../../web/i18n/catalogs.ts'
import { StopNotice, TakenSteps } from '../../web/screens/bkernels/rollout/TakenSteps.tsx'
import { mount } from './mount.tsx'
import { at, version } from './rollout-records.ts'

type Entries = Parameters<typeof listTakenSteps>[0]

const running: Rollout = { state: 'running', phase: 1, since: at }
const ben = { name: 'Ben Aziz', via: 'account' }

/** Make an entry of the trail by which a rollout got from one state to another. */
const entry = (
  seq: number,
  [before, after]: [Rollout['state'], Rollout],
  more: Partial<Entries[number]> = {},
): Entries[number] => ({
  seq,
  at: `2026-11-2${seq}T08:00:00.000Z`,
  actor: ben,
  action: 'bkernel.rollout',
  reason: 'Two laboratories report restarts',
  changes: [{ field: 'rollout', before: { ...after, state: before }, after }],
  ...more,
})

function show(rollout: Rollout, entries: Entries): void {
  const steps = listTakenSteps(entries)
  mount(
    <main>
      <StopNotice version={{ ...version, rollout }} steps={steps} />
      <TakenSteps steps={steps} />
    </main>,
  )
}

beforeEach(() => completeTexts('bkernels'))

test.each([
  ['halted', 'Ben Aziz halted this rollout on', 'Halted'],
  ['paused', 'Ben Aziz paused this rollout on', 'Paused'],
] as const)(
  'issue 19: a rollout that a person has %s says who did, when and why',
  async (state, said, step) => {
    // Stop a rollout that the service had paused before: that is over.
    const stopped = { why: 'deadline' as const, at, gates: [] }
    const after: Rollout = { ...running, state, ...(state === 'halted' && { stopped }) }
    show(after, [entry(1, ['running', after])])
    const notice = page.getByRole(state === 'halted' ? 'alert' : 'status').filter({ hasText: said })
    await expect.element(notice).toBeVisible()
    await expect.element(notice.getByText('Reason: Two laboratories report restarts')).toBeVisible()
    await expect.element(page.getByText(/^The service paused/)).not.toBeInTheDocument()
    const row = page.getByRole('listitem').filter({ hasText: 'Two laboratories' })
    await expect.element(row.getByText(step, { exact: true })).toBeVisible()
    await expect.element(row.getByText('Ben Aziz')).toBeVisible()
  },
)

test('issue 19: the steps of a rollout are listed with who took them, the newest first, and the gates by their name', async () => {
  const halted: Rollout = {
    ...running,
    state: 'halted',
    stopped: { why: 'gates', at, gates: [] },
  }
  const service = {
    action: 'bkernel.stop_rollout',
    actor: { name: 'service', via: 'system' },
    reason: '',
  }
  show(halted, [
    entry(1, ['approved', { ...running, phase: 0 }], { reason: 'Released today' }),
    entry(2, ['running', running], { reason: 'Evidence is there' }),
    entry(3, ['running', { ...running, state: 'paused' }], { reason: 'Holidays' }),
    entry(4, ['paused', running], { reason: 'Back at work' }),
    entry(5, ['running', halted], service),
  ])
  await expect.element(page.getByText(/^The service halted this rollout/)).toBeVisible()
  const section = page.getByRole('heading', { name: 'Steps so far' })
  await expect.element(section).toBeVisible()
  const rows = [...(section.element().parentElement?.querySelectorAll('li') ?? [])]
  expect(rows.map((row) => row.querySelector('strong')?.textContent)).toEqual([
    'Halted',
    'Resumed',
    'Paused',
    'Phase 2 started',
    'Started',
  ])
  expect(rows[0]?.textContent).toContain('The gates')
  expect(rows[2]?.textContent).toContain('Holidays')
})
