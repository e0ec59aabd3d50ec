import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { permissionCalls, type PermissionUses } from '../../domain/calls/profiles.ts'
import type { User } from '../../domain/entities/user.ts'
import { completeTexts } from '../../web/i18n/catalogs.ts'
import { MatrixDialog } from '../../web/screens/permissions/MatrixDialog.tsx'
import { UsesDialog } from '../../web/screens/permissions/UsesDialog.tsx'
import { mount } from './mount.tsx'

const asked = vi.hoisted(() => vi.fn())
vi.mock('../../web/client/call.ts', async (load) => ({ ...(await load<object>()), call: asked }))

const profile = {
  uuid: 'p1',
  name: 'Bench',
  base: 'Operator' as const,
  permissions: ['analysis.search', 'analysis.run', 'analysis.delete', 'recipes.edit'],
  users_count: 2,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-02T00:00:00.000Z',
}
const people = ['Ada', 'Ben'].map((name) => ({ uuid: name, name, profile_uuid: 'p1' }) as User)
const line = (permission: PermissionUses['lines'][number]['permission'], more: object = {}) => ({
  permission,
  granted_at: null,
  used_at: null,
  users: 0,
  ...more,
})
const uses = (isShort: boolean): PermissionUses => ({
  since: '2026-08-29T05:00:00.000Z',
  isShort,
  people: 2,
  lines: [
    line('analysis.run', { used_at: '2026-11-20T05:00:00.000Z', users: 1 }),
    line('analysis.delete'),
    line('recipes.edit', { granted_at: '2026-11-01T05:00:00.000Z' }),
  ],
  unknown: ['analysis.search'],
})

beforeEach(async () => {
  await page.viewport(1200, 900)
  for (const part of ['frame', 'people', 'record', 'rights', 'faults'] as const) {
    await completeTexts(part)
  }
})
afterEach(() => asked.mockReset())

test('[SCREEN-055] what nobody used for 90 days is proposed, and what is younger is not', async () => {
  asked.mockResolvedValue(uses(false))
  const propose = vi.fn()
  mount(
    <UsesDialog
      profile={profile}
      people={people}
      why={null}
      onPropose={propose}
      onClose={vi.fn()}
    />,
  )
  await expect.element(page.getByRole('region', { name: 'Not used: 2' })).toBeVisible()
  await expect.element(page.getByText('in the profile since', { exact: false })).toBeVisible()
  await expect.element(page.getByText('people: 1', { exact: false })).toBeVisible()
  await page.getByRole('button', { name: 'Propose removal (1)' }).click()
  expect(propose).toHaveBeenCalledWith(['analysis.delete'])
  // Show it of one person, and propose nothing: a profile is of all who carry it.
  await page.getByLabelText('Used by').selectOptions('Ada')
  const none = page.getByRole('button', { name: 'Propose removal (0)' })
  await expect.element(none).toHaveAccessibleDescription(/choose everyone/)
  expect(asked.mock.calls.at(-1)?.[1]).toMatchObject({ query: { user: 'Ada' } })
})

test('a trail that is younger than 90 days proposes nothing and says since when it can know', async () => {
  asked.mockResolvedValue(uses(true))
  mount(
    <UsesDialog
      profile={profile}
      people={people}
      why={null}
      onPropose={vi.fn()}
      onClose={vi.fn()}
    />,
  )
  const none = page.getByRole('button', { name: 'Propose removal (0)' })
  await expect.element(none).toHaveAccessibleDescription('There is nothing to propose.')
  await expect.element(page.getByText(/less than 90 days ago/)).toBeVisible()
})

test('a proposal opens the matrix with those permissions unticked, and saves nothing by itself', async () => {
  const matrix = profile.permissions.map((permission) => ({
    permission,
    route_name: permission,
    granted: true,
    refusal: null,
  }))
  asked.mockResolvedValue({ record: profile, matrix })
  mount(
    <MatrixDialog
      profile={profile}
      unused={['analysis.delete']}
      self="ada"
      onDone={vi.fn()}
      onClose={vi.fn()}
    />,
  )
  await expect
    .element(page.getByText('1 permission that no one used', { exact: false }))
    .toBeVisible()
  expect(page.getByRole('checkbox', { checked: true }).elements()).toHaveLength(3)
  expect(asked.mock.calls.map(([row]) => row)).toEqual([permissionCalls.editForm])
})
