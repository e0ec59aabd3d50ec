// Replace `fetch`, whose answers are tested: no service runs beside these tests (tests/edge/why.test.ts checks its own
// answers).
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { Why } from '../../domain/calls/why.ts'
import { NoAccessScreen } from '../../web/screens/errors/NoAccessScreen.tsx'
import { mount } from './mount.tsx'

afterEach(() => vi.unstubAllGlobals())

const why: Why = {
  call: null,
  allowed: false,
  permission: 'users.menu',
  reason: 'profile',
  profile: 'Operator',
  capability: null,
  granted_by: ['SuperAdmin', 'Administrator'],
  held_by: ['Administrator', 'Head of the lab'],
  support_contact: null,
}
const asked = {
  permission: 'users.menu',
  page: { path: '/users', title: 'users.title' },
} as const

function answer(data: Partial<Why>): string[] {
  const urls: string[] = []
  vi.stubGlobal('fetch', (url: string) => {
    urls.push(url)
    return Promise.resolve(Response.json({ ok: true, data: { ...why, ...data } }))
  })
  return urls
}

const sentence = page.getByText("You're not authorized to access this resource")

test('[ROUTE-049] [PERM-073] says what is missing, what prevents it, who has it and whom to ask', async () => {
  const urls = answer({})
  mount(<NoAccessScreen asked={asked} />)
  await expect
    .element(page.getByText('The page “Users” needs a permission', { exact: false }))
    .toBeVisible()
  await expect.element(sentence).toBeVisible()
  await expect.element(page.getByText('Your profile, Operator, does not include it.')).toBeVisible()
  await expect.element(page.getByText('Administrator, Head of the lab')).toBeVisible()
  await expect.element(page.getByText('users.menu', { exact: true })).toBeVisible()
  expect(urls).toEqual(['/v3/session/why?permission=users.menu'])
})

test('names the support contact where nobody of the company can change it', async () => {
  answer({ reason: 'provider_only', support_contact: 'help@provider.example' })
  mount(<NoAccessScreen asked={asked} />)
  await expect.element(page.getByText('help@provider.example', { exact: false })).toBeVisible()
  await expect
    .element(page.getByText('Only the provider of the service can do this', { exact: false }))
    .toBeVisible()
})

test('says what the company is not enabled for', async () => {
  answer({ reason: 'capability', capability: 'certificates' })
  mount(<NoAccessScreen asked={asked} />)
  await expect
    .element(page.getByText('Your company is not enabled for certificates.'))
    .toBeVisible()
})

test('without an answer, and without a question, it is the plain page', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  const holder = mount(<NoAccessScreen asked={asked} />)
  await expect.element(sentence).toBeVisible()
  await expect
    .element(page.getByText('Ask an administrator of your company if you need access.'))
    .toBeVisible()
  expect(holder.querySelector('dl')).toBeNull()
  holder.remove()
  const plain = mount(<NoAccessScreen asked={null} />)
  expect(plain.textContent).toContain('Ask an administrator of your company if you need access.')
})
