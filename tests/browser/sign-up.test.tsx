// Replace `fetch`, whose answers are tested: no service runs beside these tests (tests/edge/session-help-desk.test.ts checks its own).
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { completeTexts } from '../../web/i18n/catalogs.ts'
import { LoginScreen } from '../../web/screens/session/LoginScreen.tsx'
import { SignUpScreen } from '../../web/screens/session/SignUpScreen.tsx'
import { endSession } from '../../web/state/session.ts'
import { mount } from './mount.tsx'

let allowed = true
let sent: unknown[] = []

beforeEach(async () => {
  sent = []
  endSession({ stay: false })
  await completeTexts('security')
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init)
    const { pathname } = new URL(request.url)
    if (pathname.endsWith('/regions')) {
      return Response.json({ ok: true, data: { own: 'eu', regions: [] } })
    }
    const isForm = request.method === 'GET'
    if (!isForm) sent.push(await request.json())
    return Response.json({ ok: true, data: isForm ? { allowed } : {} })
  })
})
afterEach(() => void vi.restoreAllMocks())

test('[CALL-004] [CALL-005] a request for an account is sent once it is complete, where the deployment takes them', async () => {
  allowed = true
  mount(<SignUpScreen />)
  await page.getByRole('button', { name: 'Send the request' }).click()
  await expect.element(page.getByText('Enter your name.')).toBeVisible()
  await expect.element(page.getByText('Enter an e-mail address.')).toBeVisible()
  expect(sent).toEqual([])
  await page.getByLabelText(/^Full name/).fill('Ada New')
  await page.getByLabelText(/^E-mail/).fill('ada@new.example')
  await page.getByLabelText(/^Company/).fill('New Lab')
  await page.getByRole('button', { name: 'Send the request' }).click()
  await expect.element(page.getByText(/answers to ada@new.example/)).toBeVisible()
  expect(sent).toEqual([{ name: 'Ada New', email: 'ada@new.example', company: 'New Lab' }])
})

test('where it takes none the page says whom to ask, and the sign-in page does not lead to it', async () => {
  allowed = false
  mount(<SignUpScreen />)
  await expect.element(page.getByText(/takes no requests for accounts/)).toBeVisible()
  await expect
    .element(page.getByRole('button', { name: 'Send the request' }))
    .not.toBeInTheDocument()
  mount(<LoginScreen />)
  await expect.element(page.getByRole('link', { name: /Forgot your password/ })).toBeVisible()
  await expect.element(page.getByRole('link', { name: /Ask for one/ })).not.toBeInTheDocument()
})

test('the sign-in page leads to it where the deployment takes requests', async () => {
  allowed = true
  mount(<LoginScreen />)
  await expect.element(page.getByRole('link', { name: /Ask for one/ })).toBeVisible()
})
