// Replace `fetch`: check which requests the dialog sends, and for whom.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { apiKeyCalls } from '../../domain/calls/api-keys.ts'
import { passwordCalls } from '../../domain/calls/passwords.ts'
import { ChangePasswordDialog } from '../../web/screens/session/ChangePasswordDialog.tsx'
import { endSession, signIn } from '../../web/state/session.ts'
import { operatorAccount } from '../support/operator-account.ts'
import { mount } from './mount.tsx'

const key = (status: 'active' | 'inactive', days = 30) => {
  const at = new Date(Date.now() + days * 86_400_000).toISOString()
  return { uuid: crypto.randomUUID(), status, expires_at: at }
}

let keys: object[] = []
let sent: unknown[] = []
beforeEach(async () => {
  sent = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init)
    const { pathname } = new URL(request.url)
    const answer = (data: unknown) => Response.json({ ok: true, data })
    if (pathname === `/v3${apiKeyCalls.search.path}`) {
      return answer({ data: keys, pages: 1, total: keys.length })
    }
    if (pathname !== `/v3${passwordCalls.change.path}`) {
      return answer({ ...operatorAccount, permissions: ['apiKeys.use'] })
    }
    sent.push(await request.json())
    return answer({})
  })
  await signIn('operator', 'a secret')
})
afterEach(() => {
  endSession({ stay: false })
  vi.restoreAllMocks()
  localStorage.clear()
})

const box = () => page.getByRole('checkbox')

async function change(): Promise<void> {
  const field = (name: RegExp) => page.getByRole('textbox', { name })
  await field(/^Present password/).fill('Right-password-1!')
  await field(/^New password \(/).fill('Quite-another-9?')
  await field(/^Repeat the new password/).fill('Quite-another-9?')
  await page.getByRole('button', { name: 'Change password' }).click()
}

describe('attack L8: a person who changes their password', () => {
  test.each([
    ['has active keys made inactive too', true],
    ['may keep them', false],
  ])('%s', async (_, end) => {
    keys = [key('active'), key('inactive'), key('active'), key('active', -1)]
    const onDone = vi.fn<() => void>()
    mount(<ChangePasswordDialog onClose={() => {}} onDone={onDone} />)
    await expect.element(box()).toBeChecked()
    await expect.element(box()).toHaveAccessibleName('Also deactivate my 2 active API keys')
    if (!end) await box().click()
    await change()
    await expect.poll(() => sent).toEqual([expect.objectContaining({ end_keys: end })])
    await expect.poll(() => onDone.mock.calls.length).toBe(1)
  })

  test('is not asked about keys when none is active', async () => {
    keys = [key('inactive')]
    mount(<ChangePasswordDialog onClose={() => {}} onDone={() => {}} />)
    await change()
    await expect.poll(() => sent.length).toBe(1)
    expect(sent[0]).not.toHaveProperty('end_keys')
    await expect.element(box()).not.toBeInTheDocument()
  })
})

test('A28-78: what may not be in a password is said before it is refused', async () => {
  mount(<ChangePasswordDialog onClose={() => {}} onDone={() => {}} />)
  await expect
    .element(page.getByRole('textbox', { name: /^New password \(/ }))
    .toHaveAccessibleDescription(/without your name/)
})
