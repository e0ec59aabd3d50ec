// Replace `fetch`, whose answers are tested: no service runs beside these tests (tests/edge/passwords.test.ts checks its own).
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { App } from '../../web/App.tsx'
import { completeTexts } from '../../web/i18n/catalogs.ts'
import { chooseLanguage } from '../../web/i18n/intl.ts'
import { ClaimDialog } from '../../web/screens/devices/commission/ClaimDialog.tsx'
import { endSession } from '../../web/state/session.ts'
import { ForgotScreen } from '../../web/screens/session/ForgotScreen.tsx'
import { mount } from './mount.tsx'

const link = `#0198f3a2-7c1e-7000-8000-0000000000aa.${'t'.repeat(43)}`
const before = location.pathname + location.search
const holder = { username: 'ada@new.example', invited: true }
const deployment = { version: '1.0.0', region: 'eu', time: '', help_desk: false, mail: false }

beforeEach(async () => {
  endSession({ stay: false })
  await completeTexts('security')
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init)
    const data = request.url.endsWith('/about/health') ? deployment : holder
    return Response.json({ ok: true, data })
  })
})
afterEach(async () => {
  vi.restoreAllMocks()
  await chooseLanguage('en')
  history.replaceState(null, '', before)
})

test('A29-71: an invited person chooses the language before the first password, and the link still holds', async () => {
  history.replaceState(null, '', `/set-password${link}`)
  mount(<App />)
  await expect.element(page.getByLabelText(/^User name/)).toHaveValue('ada@new.example')
  expect(location.hash).toBe('')
  await page.getByLabelText('Language').selectOptions('de')
  await expect.element(page.getByLabelText(/^Benutzername/)).toHaveValue('ada@new.example')
  await expect.element(page.getByRole('button', { name: 'Passwort festlegen' })).toBeVisible()
})

test('A29-72: what a device needs to be added is marked, and its name is not', async () => {
  await completeTexts('commission')
  mount(<ClaimDialog onDone={() => undefined} onClose={() => undefined} />)
  const marked = () =>
    [...document.querySelectorAll('[aria-required]')].map((input) =>
      input.getAttribute('aria-required'),
    )
  await expect.poll(marked).toEqual(['true', 'true'])
  await expect.element(page.getByRole('textbox', { name: /^Name/ })).not.toBeRequired()
})

test('A29-74: where no mail is sent, a forgotten password says so before anything is asked', async () => {
  mount(<ForgotScreen />)
  await expect.element(page.getByText(/sends no mail/)).toBeVisible()
  await expect.element(page.getByText(/comes by mail/)).not.toBeInTheDocument()
  await page.getByLabelText(/^E-mail/).fill('ada@new.example')
  await page.getByRole('button', { name: 'Request a link' }).click()
  await expect.element(page.getByText('Link requested')).toBeVisible()
  await expect.element(page.getByText(/Check your mail/)).not.toBeInTheDocument()
})
