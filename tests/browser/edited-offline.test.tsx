// Replace the service: its answers say that nobody is there, and later that another person has saved.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { ProcessRecipe } from '../../domain/entities/process-recipe.ts'
import { Fault } from '../../domain/fault.ts'
import { ProcessEditor } from '../../web/screens/methods/process/ProcessEditor.tsx'
import { operatorAccount } from '../support/operator-account.ts'
import { mount } from './mount.tsx'

const asked = vi.hoisted(() => vi.fn())
vi.mock('../../web/client/call.ts', async (load) => ({ ...(await load<object>()), call: asked }))
vi.mock('../../web/state/session.ts', async (load) => {
  const { signal } = await import('@preact/signals-react')
  const { operatorAccount: account } = await import('../support/operator-account.ts')
  const permissions = ['create', 'edit', 'search'].map((one) => `processRecipe.${one}`)
  return {
    ...(await load<object>()),
    account: signal({ ...account, permissions }),
    may: (permission: string) => permissions.includes(permission),
  }
})

const at = '2026-11-21T10:00:00.000Z'
const later = '2026-11-21T11:00:00.000Z'
const recipe: ProcessRecipe = {
  uuid: '0f6a4c1e-0000-4000-8000-000000000002',
  created_at: at,
  updated_at: at,
  name: 'Duplex',
  swarm_uuid: null,
  archived: 0,
  version: 3,
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
  localStorage.clear()
  await page.viewport(1366, 768)
})
afterEach(() => {
  asked.mockReset()
})

const show = (record: ProcessRecipe = recipe) =>
  mount(<ProcessEditor who={operatorAccount.uuid} record={record} swarms={[]} />)
const cell = (name: string) => page.getByRole('textbox', { name, exact: true })
const save = () => page.getByRole('button', { name: 'Save', exact: true })

test('issue 17: what was edited offline is kept through a reload, and shown beside what another person has saved meanwhile', async () => {
  const steps = recipe.process.steps.map((step, at) =>
    at === 2 ? { ...step, temperature: 62 } : step,
  )
  const theirs = {
    ...recipe,
    updated_at: later,
    process: { ...recipe.process, steps },
  } as ProcessRecipe
  asked.mockRejectedValueOnce(new Fault('offline', 'No Internet Connection'))
  const first = show()
  await cell('Step 3: Temperature (°C)').fill('61')
  await save().click()
  await expect.element(page.getByRole('alert').first()).toBeVisible()
  await expect.element(cell('Step 3: Temperature (°C)')).toHaveValue('61')
  // Wait, as the edit is kept a moment after it was made.
  await expect.poll(() => Object.values(localStorage).join()).toContain('"temperature":61')
  first.remove()
  // Come online again: the other person's version has come to this browser before the page is opened.
  const versions = { yours: {}, theirs }
  asked.mockRejectedValueOnce(new Fault('stale', '', { reason: 'changed_meanwhile', versions }))
  show(theirs)
  await expect.element(cell('Step 3: Temperature (°C)').last()).toHaveValue('61')
  await save().last().click()
  const dialog = page.getByRole('alertdialog')
  await expect
    .element(dialog.getByRole('row', { name: /^Step 3 61 °C, 30 s, .* 62 °C, 30 s/ }))
    .toBeVisible()
  // Expect it on top of what this person had seen, not of what nobody has looked at.
  expect(asked.mock.calls.at(-1)?.[1].body.base).toBe(at)
  asked.mockImplementation(async (_row, { body }) => ({ ...theirs, ...body, updated_at: later }))
  await dialog.getByRole('button', { name: 'Overwrite with mine' }).click()
  await expect.poll(() => asked.mock.calls.at(-1)?.[1].body.base).toBe(later)
})
