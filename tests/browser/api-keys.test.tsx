// Replace `fetch`: check what the forms of keys offer and send.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { apiKeyCalls } from '../../domain/calls/api-keys.ts'
import { twoStepCalls } from '../../domain/calls/two-step.ts'
import { ApiKeysSection } from '../../web/screens/session/ApiKeysSection.tsx'
import { endSession, signIn } from '../../web/state/session.ts'
import { operatorAccount } from '../support/operator-account.ts'
import { mount } from './mount.tsx'

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
const entry = (facts: object) => ({
  uuid: '00000000-0000-4000-8000-0000000000aa',
  description: 'Nightly export',
  public_key: 'bk_AAAAAAAAAAAAAAAA',
  permissions: ['analysis.search'],
  status: 'active',
  expires_at: inDays(30),
  last_used_at: null,
  old_used_at: null,
  use: null,
  ...facts,
})

let keys: object[] = []
let services: object[] = []
let twoStep = false
let sent: { path: string; body: Record<string, unknown> }[] = []
beforeEach(async () => {
  sent = []
  keys = []
  services = []
  twoStep = false
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init)
    const path = new URL(request.url).pathname.slice(3)
    const answer = (data: unknown) => Response.json({ ok: true, data })
    if (path === apiKeyCalls.search.path) {
      return answer({ data: keys, pages: 1, total: keys.length })
    }
    if (path === apiKeyCalls.services.path) return answer({ services })
    if (path === twoStepCalls.deactivateForm.path) {
      return answer({ active: twoStep, activated_at: null, recovery_left: 0 })
    }
    if (!path.startsWith('/api_keys')) return answer({ ...operatorAccount, permissions: held })
    const text = await request.text()
    sent.push({ path, body: JSON.parse(text || '{}') as Record<string, unknown> })
    return answer({ record: entry({}), key: 'bk_AAAAAAAAAAAAAAAA.new-secret' })
  })
  await signIn('operator', 'a secret')
})
afterEach(() => {
  endSession({ stay: false })
  vi.restoreAllMocks()
  localStorage.clear()
})

const held = ['apiKeys.use', 'analysis.search', 'analysis.create', 'results.menu', 'recipes.search']
const button = (name: string) => page.getByRole('button', { name, exact: true })
const giveProof = () => page.getByRole('textbox', { name: /password/i }).fill('Right-password-1!')

test('twelfth look R12-2: a key of a service account names the person who answers for it', async () => {
  const service = '00000000-0000-4000-8000-0000000000bb'
  services = [{ uuid: service, name: 'Pipetting robot', active: 'Y', permissions: [] }]
  const owner = { user_uuid: '00000000-0000-4000-8000-0000000000cc', user_name: 'Ada Brandt' }
  keys = [entry({ user_uuid: service, owner })]
  mount(<ApiKeysSection />)
  await expect.element(page.getByText('owner: Ada Brandt', { exact: false })).toBeVisible()
})

describe('first-use W11: a new key', () => {
  test('offers what keys may do and nothing else, begins with a task, and asks for the code at once', async () => {
    twoStep = true
    mount(<ApiKeysSection />)
    await button('New API key').click()
    await expect.element(page.getByRole('textbox', { name: /code/i })).toBeVisible()
    await expect.element(page.getByText('(0 of 3 chosen)')).toBeVisible()
    await button('Read everything').click()
    await expect.element(page.getByText('(2 of 3 chosen)')).toBeVisible()
    await button('Plan analyses').click()
    await expect.element(page.getByText('(3 of 3 chosen)')).toBeVisible()
    await page.getByRole('textbox', { name: /What it is for/ }).fill('Orders')
    await giveProof()
    await page.getByRole('textbox', { name: /code/i }).fill('123456')
    await button('Create the key').click()
    await expect.poll(() => sent).toHaveLength(1)
    expect(sent[0]?.body).toMatchObject({
      permissions: ['analysis.search', 'analysis.create', 'recipes.search'],
      code: '123456',
    })
    // Expect that nothing closes a secret by mistake that nobody has taken (first-use W12).
    const secret = page.getByText('bk_AAAAAAAAAAAAAAAA.new-secret', { exact: true })
    await expect.element(secret).toBeVisible()
    await button('Close').click()
    await expect.element(page.getByText(/^This is shown only once/)).toBeVisible()
    await expect.element(secret).toBeVisible()
    await button('I have saved it').click()
    await expect.element(secret).not.toBeInTheDocument()
  })
})

test('a key of a service account is made by its owner, of what both of them hold', async () => {
  const uuid = '00000000-0000-4000-8000-0000000000bb'
  services = [{ uuid, name: 'Robot', active: 'Y', permissions: ['analysis.search'] }]
  keys = [entry({ user_uuid: uuid })]
  mount(<ApiKeysSection />)
  await expect.element(page.getByText('Robot', { exact: true })).toBeVisible()
  await button('New API key').click()
  await expect.element(page.getByText('(0 of 3 chosen)')).toBeVisible()
  await page.getByRole('combobox', { name: 'Key of' }).selectOptions('Robot')
  await expect.element(page.getByText('(0 of 1 chosen)')).toBeVisible()
  await button('Read everything').click()
  await page.getByRole('textbox', { name: /What it is for/ }).fill('Orders')
  await giveProof()
  await button('Create the key').click()
  await expect.poll(() => sent).toHaveLength(1)
  expect(sent[0]?.body).toMatchObject({ permissions: ['analysis.search'], service: uuid })
})

describe('a new secret for a key', () => {
  test('asks how long the old one stays valid, and shows the new one', async () => {
    keys = [entry({})]
    mount(<ApiKeysSection />)
    await button('New secret').click()
    await page.getByRole('combobox', { name: /old secret/ }).selectOptions('1 day')
    await giveProof()
    await button('Create the new secret').click()
    await expect
      .element(page.getByText('bk_AAAAAAAAAAAAAAAA.new-secret', { exact: true }))
      .toBeVisible()
    expect(sent[0]?.body).toMatchObject({ old_hours: 24, password: 'Right-password-1!' })
  })

  test('shows the old one with its end and last use, and ends it', async () => {
    keys = [entry({ old_until: inDays(2) })]
    mount(<ApiKeysSection />)
    await expect
      .element(page.getByText(/The old secret is valid until .*, last used never\./))
      .toBeVisible()
    keys = [entry({ old_until: inDays(-1) })]
    await button('End it now').click()
    await expect.element(button('End it now')).not.toBeInTheDocument()
    expect(sent[0]?.path).toContain('/api_keys/end_old/')
  })
})
