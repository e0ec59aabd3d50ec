// Replace the service: what is not saved needs none.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { EvaluationRecipe } from '../../domain/entities/evaluation-recipe.ts'
import type { ProcessRecipe } from '../../domain/entities/process-recipe.ts'
import { EvaluationEditor } from '../../web/screens/methods/evaluation/EvaluationEditor.tsx'
import { ProcessEditor } from '../../web/screens/methods/process/ProcessEditor.tsx'
import { operatorAccount } from '../support/operator-account.ts'
import { mount } from './mount.tsx'

const asked = vi.hoisted(() => vi.fn())
const held = vi.hoisted(() => new Set<string>())
vi.mock('../../web/client/call.ts', async (load) => ({ ...(await load<object>()), call: asked }))
vi.mock('../../web/state/session.ts', async (load) => {
  const { signal } = await import('@preact/signals-react')
  const { operatorAccount: account } = await import('../support/operator-account.ts')
  return {
    ...(await load<object>()),
    account: signal({
      ...account,
      get permissions() {
        return [...held]
      },
    }),
    may: (permission: string) => held.has(permission),
  }
})

const at = '2026-11-21T10:00:00.000Z'
const common = {
  created_at: at,
  updated_at: at,
  name: 'Duplex',
  swarm_uuid: null,
  archived: 0,
  version: 3,
} as const
const evaluation: EvaluationRecipe = {
  ...common,
  uuid: '0f6a4c1e-0000-4000-8000-000000000003',
  evaluation: {
    targets: [
      {
        name: 'N1',
        channel: 'FAM',
        role: 'target',
        threshold: { method: 'fixed', value: 0.1 },
        baseline: { method: 'automatic' },
        cq_method: 'threshold',
        cq_max: 38,
        cq_min: 12,
      },
    ],
    passive_reference: null,
    controls: { ntc_clean: true, positive_detected: true, internal_control: false },
    variables: [],
  },
}
const programme: ProcessRecipe = {
  ...common,
  uuid: '0f6a4c1e-0000-4000-8000-000000000002',
  process: {
    steps: [
      { type: 'temperature', temperature: 95, duration: 120 },
      { type: 'temperature', temperature: 95, duration: 15 },
      { type: 'temperature', temperature: 60, duration: 30, measure: 'real time' },
      { type: 'loop', goto: 1, repeat: 40 },
    ],
    channels: [{ wavelength: 'FAM', intensity: 100, exposure: 50 }],
    lid_temperature: 105,
  },
}

beforeEach(async () => {
  // Forget what a page that is taken away keeps.
  localStorage.clear()
  await page.viewport(1366, 768)
  for (const one of ['evaluationRecipe.edit', 'processRecipe.edit']) held.add(one)
})
afterEach(() => {
  asked.mockReset()
  held.clear()
})

const save = () => page.getByRole('button', { name: 'Save', exact: true })

test('A25-20: a limit that cannot be read stays a problem once its form is closed and the page is loaded again', async () => {
  const show = () =>
    mount(<EvaluationEditor who={operatorAccount.uuid} record={evaluation} swarms={[]} />)
  const target = page.getByRole('region', { name: 'Target N1', exact: true })
  show()
  const limits = () => target.getByRole('button', { name: /^Limits/ })
  const lowest = () => target.getByRole('spinbutton', { name: 'Lowest Cq' })
  await limits().click()
  await lowest().fill('1O')
  await limits().click()
  await expect.element(lowest()).not.toBeInTheDocument()
  await expect.element(save()).toHaveAttribute('aria-disabled', 'true')
  await page.getByRole('button', { name: /Lowest Cq This must be a number/ }).click()
  await expect.element(lowest()).toHaveValue('1O')
  await expect.poll(() => Object.values(localStorage).join()).toContain('"cq_min":"1O"')
  document.body.replaceChildren()
  show()
  await expect.element(save()).toHaveAttribute('aria-disabled', 'true')
  await limits().click()
  await expect.element(lowest()).toHaveValue('1O')
  await lowest().fill('')
  await expect.element(save()).not.toHaveAttribute('aria-disabled')
  await userEvent.tab()
  await lowest().fill('1O')
  await userEvent.keyboard('{Control>}z{/Control}')
  await expect.element(lowest()).toHaveValue('')
})

test('A25-20: a change that cannot be read is a problem of its step wherever that is moved', async () => {
  const show = () =>
    mount(<ProcessEditor who={operatorAccount.uuid} record={programme} swarms={[]} />)
  show()
  const change = (step: number) =>
    page.getByRole('textbox', { name: `Step ${step}: Change per pass (°C)`, exact: true })
  await change(2).fill('0.5x')
  await expect.element(change(2)).toHaveAccessibleDescription('This must be a number.')
  await page.getByRole('button', { name: 'Step 2: Move down' }).click()
  await expect.element(change(3)).toHaveValue('0.5x')
  await expect.element(change(2)).toHaveValue('')
  await expect.element(save()).toHaveAccessibleDescription('1 problem prevents saving.')
  await expect.poll(() => Object.values(localStorage).join()).toMatch(/"temperature":60.*0\.5x/)
  document.body.replaceChildren()
  show()
  await expect.element(change(3)).toHaveValue('0.5x')
  await change(3).fill('-0,5')
  await expect.element(page.getByText('No problems found.')).toBeVisible()
})
