// Replace `fetch`, whose answers are tested: no service runs beside these tests (tests/edge/signing-pin.test.ts checks its own).
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { identityProviderCalls } from '../../domain/calls/identity-provider.ts'
import { type PinState, signingPinCalls } from '../../domain/calls/signing-pin.ts'
import { completeTexts } from '../../web/i18n/catalogs.ts'
import { PinSection } from '../../web/screens/session/PinSection.tsx'
import { tellOpener } from '../../web/state/provider-window.ts'
import { mount } from './mount.tsx'

const unset: PinState = { allowed: true, set_at: null, locked: false, record_hash: 'a'.repeat(64) }
let state = unset
/** The service has answered how the company signs. */
let isWayKnown = true
let sent: { path: string; body: unknown }[] = []

beforeEach(async () => {
  state = unset
  isWayKnown = true
  sent = []
  await completeTexts('frame')
  await completeTexts('security')
  vi.spyOn(window, 'open').mockReturnValue({ location: {}, close: () => {} } as unknown as Window)
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init)
    const path = new URL(request.url).pathname.slice(3)
    const text = await request.text()
    const isHeld = path === identityProviderCalls.signingWay.path && !isWayKnown
    if (isHeld) return new Promise(() => undefined)
    if (request.method !== 'GET') sent.push({ path, body: text ? JSON.parse(text) : null })
    return Response.json({ ok: true, data: answer(path) })
  })
})
afterEach(() => void vi.restoreAllMocks())

function answer(path: string): unknown {
  if (path === identityProviderCalls.signingWay.path) return { way: 'provider', pin: true }
  if (path !== identityProviderCalls.prove.path) return state
  return { url: 'https://id.lab.example/authorize?state=mine', proof: 'p'.repeat(43) }
}

test('a PIN is set only after a new sign-in at the provider, twice the same and no row', async () => {
  mount(<PinSection />)
  await page.getByRole('button', { name: 'Set the PIN' }).click()
  const dialog = page.getByRole('alertdialog')
  const [first, again] = [
    dialog.getByLabelText(/^New PIN(?! once)/),
    dialog.getByLabelText(/once more/),
  ]
  await first.fill('123456')
  await again.fill('123457')
  const set = dialog.getByRole('button', { name: 'Set the PIN' })
  await set.click()
  await expect.element(dialog.getByText(/Digits in a row/)).toBeVisible()
  await expect.element(dialog.getByText('The two PINs differ.')).toBeVisible()
  await expect.element(dialog.getByText('Sign in at the provider first')).toBeVisible()
  await first.fill('718293')
  await again.fill('718293')
  await dialog.getByRole('button', { name: 'Sign in at the provider' }).click()
  await expect.element(dialog.getByText(/^Waiting for your sign-in/)).toBeVisible()
  await expect
    .poll(() => {
      void tellOpener({ state: 'mine', failure: [] })
      return document.body.textContent
    })
    .toContain('You have signed in at the provider')
  state = { ...unset, set_at: '2026-11-27T10:00:00.000Z' }
  await set.click()
  await expect.element(page.getByRole('button', { name: 'Change the PIN' })).toBeVisible()
  expect(sent.find(({ path }) => path === signingPinCalls.set.path)?.body).toEqual({
    pin: '718293',
    proof: 'p'.repeat(43),
  })
})

test('a locked PIN says so, and nothing is offered where the company allows none', async () => {
  state = { ...unset, set_at: '2026-11-27T10:00:00.000Z', locked: true }
  mount(<PinSection />)
  await expect.element(page.getByText(/^Locked after five wrong tries/)).toBeVisible()
  state = { ...unset, allowed: false }
  await page.getByRole('button', { name: 'Remove' }).click()
  await expect.element(page.getByRole('heading', { name: 'Signing PIN' })).not.toBeInTheDocument()
})

test('a PIN never asks for a password, also before the way of signing is known', async () => {
  isWayKnown = false
  mount(<PinSection />)
  await page.getByRole('button', { name: 'Set the PIN' }).click()
  const dialog = page.getByRole('alertdialog')
  await expect
    .element(dialog.getByRole('button', { name: 'Sign in at the provider' }))
    .toBeVisible()
  // Ask for the PIN twice.
  expect(dialog.getByRole('textbox').elements()).toHaveLength(2)
})
