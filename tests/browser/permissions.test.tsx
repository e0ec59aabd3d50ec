import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { permissionCalls } from '../../domain/calls/profiles.ts'
import { permissionNames, permissions } from '../../domain/permissions.ts'
import { comparePermissions } from '../../domain/rules/profile-change.ts'
import { completeTexts } from '../../web/i18n/catalogs.ts'
import { CompareDialog } from '../../web/screens/permissions/CompareDialog.tsx'
import { MatrixDialog } from '../../web/screens/permissions/MatrixDialog.tsx'
import { RulesDialog } from '../../web/screens/permissions/RulesDialog.tsx'
import { mount } from './mount.tsx'

const asked = vi.hoisted(() => vi.fn())
vi.mock('../../web/client/call.ts', async (load) => ({ ...(await load<object>()), call: asked }))

const bench = {
  uuid: 'p1',
  name: 'Bench',
  base: 'Operator' as const,
  permissions: ['analysis.search', 'analysis.run'],
  users_count: 2,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-02T00:00:00.000Z',
}
const people = [
  { uuid: 'ada', name: 'Ada', active: 'Y' },
  { uuid: 'ben', name: 'Ben', active: 'N' },
]
let refusal: object | null
const sent: { row: unknown; parts: { body?: Record<string, unknown> } }[] = []

beforeEach(async () => {
  await page.viewport(1200, 900)
  refusal = null
  sent.length = 0
  for (const part of ['frame', 'people', 'record', 'rights', 'faults'] as const) {
    await completeTexts(part)
  }
  asked.mockImplementation((row: unknown, parts: { body?: { permissions: string[] } }) => {
    sent.push({ row, parts })
    if (row === permissionCalls.editForm) {
      const matrix = permissions.map((permission) => ({
        permission,
        route_name: permissionNames[permission],
        granted: bench.permissions.includes(permission),
        refusal: permission === 'companies.create' ? 'provider_only' : null,
      }))
      return Promise.resolve({ record: bench, matrix })
    }
    if (row === permissionCalls.preview) {
      const change = comparePermissions(bench.permissions, parts.body?.permissions ?? [])
      const effect = { ...change, asleep: [], opened: ['analysis.validate'], closed: [], people }
      return Promise.resolve({ ...effect, refusal })
    }
    if (row === permissionCalls.rules) {
      return Promise.resolve({ rules: [], updated_at: bench.updated_at })
    }
    return Promise.resolve(bench)
  })
})
afterEach(() => asked.mockReset())

test('[SCREEN-055] a profile is changed in words, with its effect on people by name before it is saved', async () => {
  const done = vi.fn()
  mount(<MatrixDialog profile={bench} self="ada" onDone={done} onClose={() => undefined} />)
  const look = page.getByRole('button', { name: 'See the effect' })
  await expect.element(look).toHaveAttribute('aria-disabled', 'true')
  await page.getByRole('searchbox', { name: 'Find a permission' }).fill('validate')
  expect(page.getByRole('checkbox').elements().length).toBeLessThan(5)
  await page.getByRole('checkbox', { name: /^validate analyses/ }).click()
  await look.click()
  await expect.element(page.getByText('People affected: 2')).toBeVisible()
  await expect.element(page.getByText('Ada', { exact: true })).toBeVisible()
  await expect.element(page.getByText('Ben (Switched off)')).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'They gain (1)' })).toBeVisible()
  // Send nothing without a reason.
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByText('at least three characters', { exact: false })).toBeVisible()
  expect(sent.some(({ row }) => row === permissionCalls.edit)).toBe(false)
  await page.getByRole('textbox', { name: /^Reason/ }).fill('Now signs runs')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => done.mock.calls.length).toBe(1)
  expect(sent.at(-1)?.parts.body).toEqual({
    permissions: ['analysis.search', 'analysis.run', 'analysis.validate'],
    seen: bench.updated_at,
    reason: 'Now signs runs',
  })
})

test('[SCREEN-055] a change that would be refused says so before saving, and a permission that may not be given cannot be chosen', async () => {
  refusal = { code: 'refused', reason: 'access_rule_broken', params: { rule: 'None', by: 'Bench' } }
  mount(<MatrixDialog profile={bench} self="ada" onDone={vi.fn()} onClose={vi.fn()} />)
  await expect.element(page.getByRole('checkbox', { name: /^add companies/ })).toBeDisabled()
  await page
    .getByRole('checkbox', { name: /^run analyses|start/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'See the effect' }).click()
  await expect
    .element(page.getByText('A rule of your company forbids this', { exact: false }))
    .toBeVisible()
  await expect
    .element(page.getByRole('button', { name: 'Save' }))
    .toHaveAttribute('aria-disabled', 'true')
})

test('[SCREEN-054] two profiles are compared by what only one of them holds', async () => {
  const other = {
    ...bench,
    uuid: 'p2',
    name: 'Desk',
    permissions: ['analysis.search', 'users.menu'],
  }
  mount(<CompareDialog profile={bench} profiles={[bench, other]} onClose={vi.fn()} />)
  await expect.element(page.getByText('In both: 1')).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'Only Bench (1)' })).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'Only Desk (1)' })).toBeVisible()
})

test('[PERM-035] a rule of the company is made of a sentence and saved with its reason', async () => {
  const closed = vi.fn()
  mount(<RulesDialog onClose={closed} />)
  await page.getByRole('combobox', { name: /^Permission/ }).selectOptions('analysis.validate')
  await page.getByRole('textbox', { name: /^Name of the rule/ }).fill('No Operator may validate')
  await page.getByRole('button', { name: 'Add rule' }).click()
  await expect
    .element(page.getByText('No profile made from Operator includes', { exact: false }))
    .toBeVisible()
  await page.getByRole('textbox', { name: /^Reason/ }).fill('Quality manual')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => closed.mock.calls.length).toBe(1)
  expect(sent.at(-1)?.parts.body).toMatchObject({
    rules: [{ kind: 'never', base: 'Operator', permission: 'analysis.validate' }],
    reason: 'Quality manual',
  })
})

test('A29-96: the form of a rule marks all that it needs', async () => {
  mount(<RulesDialog onClose={vi.fn()} />)
  await page.getByRole('combobox', { name: 'Kind of rule' }).selectOptions('apart')
  const exact = true
  for (const name of ['Permission (required)', 'Other permission (required)']) {
    await expect.element(page.getByRole('combobox', { name, exact })).toBeVisible()
  }
  const name = 'Name of the rule (required)'
  await expect.element(page.getByRole('textbox', { name, exact })).toBeVisible()
})
