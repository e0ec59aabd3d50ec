// Replace the records by one plan: what others do with it comes from the service, which is not here.
import { type ReadonlySignal, signal } from '@preact/signals-react'
import { useEffect, useState } from 'react'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { Route, Switch } from 'wouter'
import { analysisCalls } from '../../domain/calls/analysis.ts'
import type { Analysis } from '../../domain/entities/analysis.ts'
import { Fault } from '../../domain/fault.ts'
import { permissions } from '../../domain/permissions.ts'
import { completeTexts } from '../../web/i18n/catalogs.ts'
import { paths } from '../../web/paths.ts'
import { EditAnalysisScreen } from '../../web/screens/analyses/EditAnalysisScreen.tsx'
import { changeDraft, draft } from '../../web/state/draft.ts'
import { endSession, enterProven } from '../../web/state/session.ts'
import { operatorAccount } from '../support/operator-account.ts'
import { mount } from './mount.tsx'

const uuid = '00000000-0000-4000-8000-000000000001'
const plan = {
  uuid,
  created_at: '2026-11-30T08:00:00.000Z',
  updated_at: '2026-11-30T08:00:00.000Z',
  name: 'Saved plan',
  status: 'INIT',
  notebook: '',
  device_uuid: null,
  swarm_uuid: '00000000-0000-4000-8000-000000000009',
  cartridge_type: 'Wells9',
  method: {
    recipe_uuid: null,
    protocol_uuid: null,
    process: { steps: [], channels: [] },
    evaluation: { targets: [] },
  },
  samples: [],
} as unknown as Analysis

const record = signal<Analysis | null>(plan)
function useNow<Value>(now: ReadonlySignal<Value>): Value {
  const [shown, show] = useState(now.peek())
  useEffect(() => now.subscribe(show), [now])
  return shown
}
vi.mock('../../web/state/use-records.ts', async (load) => ({
  ...(await load<object>()),
  useRecord: (_: object, id: string | null) => {
    const now = useNow(record)
    return id === uuid ? now : null
  },
  useRecords: () => [],
}))
vi.mock('../../web/client/call.ts', async (load) => {
  const real = await load<{ call: (row: object, ...rest: unknown[]) => Promise<unknown> }>()
  const call = (row: object, ...rest: unknown[]) =>
    row === analysisCalls.merge
      ? Promise.reject(new Fault('not_found', 'There is no such record'))
      : real.call(row, ...rest)
  return { ...real, call }
})
vi.mock('../../web/state/records.ts', async (load) => ({
  ...(await load<object>()),
  recordsReady: { value: true },
}))

const here = location.pathname + location.search
const name = page.getByRole('textbox', { name: 'Name (required)', exact: true })

beforeEach(async () => {
  // Begin without drafts of files that were run before.
  localStorage.clear()
  await page.viewport(1366, 900)
  for (const part of ['plan', 'faults', 'frame'] as const) await completeTexts(part)
  enterProven({ ...operatorAccount, permissions: [...permissions] })
  history.replaceState(null, '', `/analyses/${uuid}`)
  record.value = plan
  onTestFinished(() => history.replaceState(null, '', here))
})
afterEach(() => {
  endSession({ stay: false })
  localStorage.clear()
  sessionStorage.clear()
})

function Pages() {
  return (
    <Switch>
      <Route path="/analyses/new">
        <p>New plan</p>
      </Route>
      <Route path={paths.analysis(uuid)}>
        <p>Run page</p>
      </Route>
      <Route path="/analyses/:uuid">{(params) => <EditAnalysisScreen params={params} />}</Route>
    </Switch>
  )
}

test('A27-25: a plan that somebody else deletes stays with what was typed here, and becomes a new one', async () => {
  mount(<Pages />)
  await name.fill('Typed here')
  record.value = null
  await expect
    .element(page.getByRole('alert').getByText(/This analysis cannot be found/))
    .toBeVisible()
  await expect.element(name).toHaveValue('Typed here')
  await page.getByRole('button', { name: 'Keep what I typed as a new plan' }).click()
  await expect.element(page.getByText('New plan')).toBeVisible()
  const kept = Object.entries(localStorage).filter(([key]) => key.startsWith('draft-'))
  expect(kept.map(([key]) => key)).toEqual([`draft-${operatorAccount.uuid}-new`])
  expect(kept[0]?.[1]).toContain('Typed here')
})

test('A27-25: a plan that somebody else launches says that the run has no changes of here, one without any leads to the run', async () => {
  const running = { ...plan, status: 'RUNNING' } as unknown as Analysis
  mount(<Pages />)
  await name.fill('Typed here')
  record.value = running
  await expect
    .element(page.getByRole('alert').getByText(/The run began without your last changes/))
    .toBeVisible()
  await expect.element(name).toHaveValue('Typed here')
  await page.getByRole('button', { name: 'Open the run without them' }).click()
  await expect.element(page.getByText('Run page')).toBeVisible()
  record.value = plan
  history.pushState(null, '', `/analyses/${uuid}`)
  await expect.element(name).toHaveValue('Saved plan')
  expect(draft.peek()?.name).toBe('Saved plan')
  // Change the device alone, as the page does by itself where only one fits.
  changeDraft({ device_uuid: uuid })
  record.value = running
  await expect.element(page.getByText('Run page')).toBeVisible()
})

test('A27-25: a plan whose changes are saved after it was deleted says that they were not, and stays', async () => {
  mount(<Pages />)
  await name.fill('Typed here')
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Save without launching' }).click()
  await expect
    .element(page.getByRole('alert').getByText('The analysis was not saved'))
    .toBeVisible()
  record.value = null
  await expect.element(name).toHaveValue('Typed here')
  expect(draft.peek()).toMatchObject({ saved: false, name: 'Typed here' })
})

const sampled = {
  ...plan,
  recipe_name: 'Method of a file',
  samples: [
    {
      uuid: '00000000-0000-4000-8000-000000000011',
      name: 'Swab 1',
      sample_type: 'unknown',
      coordinates: ['A1'],
    },
  ],
} as unknown as Analysis
const swab = page.getByRole('textbox', { name: 'Name of sample Swab 1' })

test.each([
  ['deletes', null, /This analysis cannot be found/],
  ['launches', { ...sampled, status: 'RUNNING' } as unknown as Analysis, /The run began without/],
])(
  'A28-20: a name that is being typed in the list of samples stays when somebody else %s the plan',
  async (_, then, said) => {
    record.value = sampled
    mount(<Pages />)
    await swab.fill('Swab of Olga')
    record.value = then
    await expect.element(page.getByRole('alert').getByText(said)).toBeVisible()
    expect(draft.peek()?.layout.present[0]?.name).toBe('Swab of Olga')
    await expect
      .element(page.getByRole('textbox', { name: 'Name of sample Swab of Olga' }))
      .toHaveFocus()
  },
)

test('A28-21: what others did with a plan is in sight of who has scrolled down', async () => {
  await page.viewport(1366, 600)
  record.value = sampled
  mount(<Pages />)
  await name.fill('Typed here')
  scrollTo(0, document.body.scrollHeight)
  record.value = null
  await expect
    .element(page.getByRole('button', { name: 'Keep what I typed as a new plan' }))
    .toBeInViewport()
})

test('A28-22: a plan with the method of an imported run shows it when somebody else deletes the plan', async () => {
  record.value = sampled
  mount(<Pages />)
  await name.fill('Typed here')
  record.value = null
  await expect
    .element(page.getByRole('alert').getByText(/This analysis cannot be found/))
    .toBeVisible()
  await expect.element(page.getByText(/The method of a saved analysis is fixed/)).toBeVisible()
})
