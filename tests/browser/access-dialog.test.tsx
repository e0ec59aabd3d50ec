import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { User } from '../../domain/entities/user.ts'
import { defaultProfiles } from '../../domain/base-profiles.ts'
import { permissions } from '../../domain/permissions.ts'
import { completeTexts } from '../../web/i18n/catalogs.ts'
import { AccessDialog } from '../../web/screens/users/AccessDialog.tsx'
import { mount } from './mount.tsx'

const asked = vi.hoisted(() => vi.fn())
vi.mock('../../web/client/call.ts', async (load) => ({ ...(await load<object>()), call: asked }))
vi.mock('../../web/state/use-records.ts', async (load) => ({
  ...(await load<object>()),
  useRecords: () => [{ uuid: 'run', name: 'Monday run' }],
}))

const ada = { uuid: 'ada', name: 'Ada' } as User
const refusalOf = (name: string) =>
  (defaultProfiles.Operator as readonly string[]).includes(name)
    ? null
    : name === 'companies.create'
      ? { reason: 'provider_only' }
      : { reason: 'profile' }
const access = {
  uuid: 'ada',
  at: null,
  name: 'Ada',
  active: 'Y',
  profile: 'Operator',
  swarms: [{ uuid: 's', name: 'First' }],
  reach: null,
  permissions: permissions.map((permission) => ({ permission, refusal: refusalOf(permission) })),
  analysis: null,
}

beforeEach(async () => {
  await page.viewport(1200, 900)
  for (const part of ['frame', 'people', 'record', 'rights', 'faults'] as const) {
    await completeTexts(part)
  }
  asked.mockImplementation((_row: unknown, { query }: { query: { analysis?: string } }) =>
    Promise.resolve({
      ...access,
      analysis: query.analysis
        ? {
            uuid: query.analysis,
            name: 'Monday run',
            hidden: null,
            actions: [
              {
                action: 'validate',
                permission: 'analysis.validate',
                refusal: { reason: 'four_eyes' },
              },
              { action: 'launch', permission: 'analysis.run', refusal: { reason: 'validated' } },
              { action: 'report', permission: 'analysis.report', refusal: null },
            ],
          }
        : null,
    }),
  )
})
afterEach(() => asked.mockReset())

/** Read the first line of a permission, without the marks around its values. */
const lineOf = (name: string) =>
  page
    .getByRole('listitem')
    .filter({ hasText: name })
    .elements()[0]
    ?.textContent.replaceAll(/[\u2066-\u2069]/g, '')

test('[PERM-073] the access of a person is explained in words: allowed, or the reason why not', async () => {
  mount(<AccessDialog user={ada} onClose={vi.fn()} />)
  await expect
    .poll(() => lineOf('validate analyses'))
    .toContain('The profile Operator does not include it.')
  expect(lineOf('add companies')).toContain('Only the provider of the service')
  await page.getByRole('searchbox', { name: 'Find a permission' }).fill('validate')
  await expect.poll(() => lineOf('add companies')).toBeUndefined()
  await page.getByRole('searchbox').fill('')
  await page.getByRole('radio', { name: 'Allowed' }).click({ force: true })
  await expect
    .poll(() => page.getByRole('listitem').elements().length)
    .toBe(defaultProfiles.Operator.length)
})

test('[PERM-073] with an analysis each action says what prevents it', async () => {
  mount(<AccessDialog user={ada} onClose={vi.fn()} />)
  await page.getByRole('combobox', { name: 'With this analysis' }).selectOptions('run')
  await expect.poll(() => lineOf('validate analyses')).toContain('Four-eyes rule')
  expect(lineOf('run analyses on a device')).toContain('Validated analyses cannot be modified')
  expect(lineOf('make reports')).toContain('Allowed')
})
