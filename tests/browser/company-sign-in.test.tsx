// Replace `fetch`: check what the pages of a company's own sign-in show and send.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { apiKeyCalls } from '../../domain/calls/api-keys.ts'
import { scimCalls } from '../../domain/calls/scim.ts'
import { aboutCalls } from '../../domain/calls/about.ts'
import {
  type FinishedSignIn,
  identityProviderCalls,
  type Provider,
} from '../../domain/calls/identity-provider.ts'
import { permissions } from '../../domain/permissions.ts'
import { LoginScreen } from '../../web/screens/session/LoginScreen.tsx'
import { SignInAgain } from '../../web/screens/session/SignInAgain.tsx'
import { ScimSection } from '../../web/screens/companies/ScimSection.tsx'
import { ProviderSection } from '../../web/screens/companies/ProviderSection.tsx'
import { SignatureProof, useSignatureProof } from '../../web/record/SignatureProof.tsx'
import { hearWindow, isWindowOver, tellOpener } from '../../web/state/provider-window.ts'
import { account, endSession, enterProven } from '../../web/state/session.ts'
import { operatorAccount } from '../support/operator-account.ts'
import { mount } from './mount.tsx'

const at = '2026-11-26T10:00:00.000Z'
const settings: Provider = {
  issuer: 'https://id.lab.example',
  client_id: 'bapp',
  has_secret: true,
  domain: 'lab.example',
  record_name: '_bapp-sign-in.lab.example',
  record_value: 'bapp-domain=token',
  domain_proven_at: null,
  tested_at: null,
  enabled: false,
  break_glass_uuid: null,
  signing: 'password',
  pins: false,
}

let provider: Provider | null = null
let finished: FinishedSignIn | null
/** Address at the provider; null where none is known for the person. */
let begunAt: string | null = null
let way: Provider['signing'] = 'password'
let pin = false
let sent: { path: string; body: Record<string, unknown> }[] = []
beforeEach(() => {
  provider = null
  finished = { account: operatorAccount, purpose: 'sign_in', back: '/swarms', popup: false }
  sent = []
  begunAt = null
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init)
    const path = new URL(request.url).pathname.slice(3)
    const answer = (data: unknown) => Response.json({ ok: true, data })
    const settingsAnswer = { provider, redirect_uri: 'https://bapp.example/login' }
    if (path === identityProviderCalls.read.path) return answer(settingsAnswer)
    if (path === aboutCalls.regions.path) return new Response(null, { status: 404 })
    if (path === scimCalls.read.path) {
      const group = { uuid: 'g', display_name: 'Lab', members: 2, profile_uuid: null, swarms: [] }
      return answer({ base_url: 'https://bapp.example/scim/v2', groups: [group] })
    }
    if (path === apiKeyCalls.search.path) return answer({ data: [], pages: 1, total: 0 })
    if (path === identityProviderCalls.signingWay.path) return answer({ way, pin })
    if (path === identityProviderCalls.prove.path) {
      return answer({ url: 'https://id.lab.example/authorize?state=mine', proof: 'the-proof' })
    }
    if (request.method === 'GET')
      return answer({ active: false, activated_at: null, recovery_left: 0 })
    const text = await request.text()
    sent.push({ path, body: JSON.parse(text || '{}') as Record<string, unknown> })
    if (path === identityProviderCalls.test.path) {
      const error = { code: 'refused', message: 'no answer', reason: 'provider_issuer' }
      return Response.json({ ok: false, errors: [error] }, { status: 409 })
    }
    if (path === identityProviderCalls.finish.path) {
      if (finished) return answer(finished)
      const error = { code: 'wrong_credentials', message: 'none', reason: 'provider_account' }
      return Response.json({ ok: false, errors: [error] }, { status: 401 })
    }
    if (path === identityProviderCalls.begin.path) {
      if (begunAt !== null) return answer({ url: begunAt })
      const error = { code: 'refused', message: 'unknown', reason: 'provider_unknown' }
      return Response.json({ ok: false, errors: [error] }, { status: 409 })
    }
    if (path === apiKeyCalls.create.path) return answer({ key: 'bk_the-token' })
    return answer(settingsAnswer)
  })
})
afterEach(() => {
  endSession({ stay: false })
  vi.restoreAllMocks()
  localStorage.clear()
  history.replaceState(null, '', '/')
})

const button = (name: string) => page.getByRole('button', { name, exact: true })
const field = (name: RegExp) => page.getByRole('textbox', { name })

test('an administrator whose account waits for a confirmation reads that before the settings are typed', async () => {
  enterProven({ ...operatorAccount, unconfirmed: true })
  mount(<ProviderSection />)
  const button = page.getByRole('button', { name: 'Set up' })
  await expect.element(button).toHaveAttribute('aria-disabled', 'true')
  await expect.element(button).toHaveAccessibleDescription(/must be confirmed first/)
})

describe('the settings of a company', () => {
  test('issue 18: a test that fails says why at its step, where it stays, and the other step is not busy', async () => {
    enterProven(operatorAccount)
    provider = settings
    mount(<ProviderSection />)
    await button('Test the sign-in').click()
    const section = page.getByRole('region', { name: /identity provider/ })
    await expect.element(section.getByRole('alert')).toBeVisible()
    await expect.element(button('Check the record')).not.toHaveAttribute('aria-busy', 'true')
  })

  test('are sent with the password, the domain in small letters', async () => {
    enterProven(operatorAccount)
    mount(<ProviderSection />)
    await button('Set up').click()
    await expect.element(page.getByText('https://bapp.example/login')).toBeVisible()
    await field(/^Issuer/).fill('https://id.lab.example')
    await field(/^Client ID/).fill('bapp')
    // Expect it to begin with the domain of the own address.
    await expect.element(field(/^Domain/)).toHaveValue('lab.example')
    await field(/^Domain/).fill('Other.Example')
    await field(/^Your password/).fill('Right-password-1!')
    await button('Save settings').click()
    await expect.poll(() => sent).toHaveLength(1)
    expect(sent[0]).toEqual({
      path: identityProviderCalls.save.path,
      body: {
        issuer: 'https://id.lab.example',
        client_id: 'bapp',
        domain: 'other.example',
        password: 'Right-password-1!',
      },
    })
  })

  test('show the record that proves the domain, and no switch before a test', async () => {
    provider = settings
    mount(<ProviderSection />)
    await expect.poll(() => document.body.textContent).toContain('_bapp-sign-in.lab.example TXT')
    await expect.element(button('Switch on')).not.toBeInTheDocument()
    await button('Check the record').click()
    await expect.poll(() => sent[0]?.path).toBe(identityProviderCalls.proveDomain.path)
  })

  test('are switched on in place of passwords by who confirms it', async () => {
    provider = { ...settings, domain_proven_at: at, tested_at: at }
    mount(<ProviderSection />)
    await button('Switch on').click()
    await page.getByRole('checkbox').click()
    await field(/^Your password/).fill('Right-password-1!')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Switch on' }).click()
    await expect
      .poll(() => sent[0]?.body)
      .toEqual({ on: true, only: true, password: 'Right-password-1!' })
  })
})

describe('people from the identity provider', () => {
  test('are written with a token that opens SCIM alone and is shown once', async () => {
    mount(<ScimSection />)
    await expect.element(page.getByText('https://bapp.example/scim/v2')).toBeVisible()
    await expect.element(page.getByText(/^2 people · gives nothing yet/)).toBeVisible()
    await button('Create a token').click()
    await field(/^Your password/).fill('Right-password-1!')
    const dialog = page.getByRole('alertdialog')
    await dialog.getByRole('button', { name: 'Create a token' }).click()
    await expect.element(page.getByText('bk_the-token')).toBeVisible()
    expect(sent.at(-1)?.body).toMatchObject({ use: 'scim', description: 'SCIM' })
  })

  test('have no profile or swarms to choose from before the first pull', async () => {
    mount(<ScimSection />)
    await button('Choose what it gives').click()
    const dialog = page.getByRole('alertdialog', { name: 'Lab' })
    await expect.element(dialog.getByRole('progressbar')).toBeVisible()
    await expect.element(dialog.getByRole('combobox')).not.toBeInTheDocument()
  })
})

describe('the page for people who are not signed in', () => {
  test('asks for the address, and says where no provider is known', async () => {
    mount(<LoginScreen />)
    await button('Use my company’s account').click()
    await field(/^E-mail address/).fill('x@nowhere.example')
    await button('Go to the sign-in of my company').click()
    await expect.element(page.getByText(/^No identity provider is known/)).toBeVisible()
    await button('Sign in with a password').click()
    await expect.element(field(/^User name/)).toBeVisible()
  })

  test('brings the answer of the provider once, and takes it out of the address', async () => {
    history.replaceState(null, '', '/login?code=c&state=s')
    mount(<LoginScreen />)
    await expect.poll(() => account.value?.uuid).toBe(operatorAccount.uuid)
    expect(sent.filter(({ path }) => path === identityProviderCalls.finish.path)).toEqual([
      { path: identityProviderCalls.finish.path, body: { answer: 'code=c&state=s' } },
    ])
    expect(location.search).toBe('')
    await expect.poll(() => location.pathname).toBe('/swarms')
  })

  test('is left again after a test that failed: its reason is at its step on the page of the company', async () => {
    enterProven({ ...operatorAccount, permissions: [...permissions] })
    finished = null
    history.replaceState(null, '', '/login?code=c&state=of-a-test')
    mount(<LoginScreen />)
    await expect.poll(() => location.pathname).toBe('/company')
    document.body.replaceChildren()
    provider = settings
    mount(
      <>
        <div style={{ blockSize: '3000px' }} />
        <ProviderSection />
      </>,
    )
    const section = page.getByRole('region', { name: /identity provider/ })
    const reason = section.getByRole('alert').getByText(/Nobody in the company/)
    await expect.element(reason).toBeInViewport()
  })

  test('in a window of its own asks for nothing after a failure, which the page that waits says', async () => {
    vi.spyOn(window, 'close').mockReturnValue()
    const told: string[][] = []
    const end = hearWindow('of-a-window', (failure) => told.push(failure))
    finished = null
    history.replaceState(null, '', '/login?error=access_denied&state=of-a-window')
    mount(<LoginScreen />)
    await expect.element(page.getByText(/^Nobody in the company.* Close this window/)).toBeVisible()
    await expect.element(field(/^E-mail address/)).not.toBeInTheDocument()
    expect(told).toHaveLength(1)
    expect(window.close).toHaveBeenCalledOnce()
    end()
    isWindowOver.value = false
  })

  test('over a locked page says why the window has failed', async () => {
    enterProven(operatorAccount)
    begunAt = 'https://id.lab.example/authorize?state=again'
    vi.spyOn(window, 'open').mockReturnValue(null)
    mount(<SignInAgain open onClose={() => undefined} />)
    await button('Use my company’s account').click()
    await expect.element(page.getByRole('link', { name: 'Use my company’s account' })).toBeVisible()
    // Tell it until it hears: the link may be drawn a moment before the page listens.
    await expect.poll(() => tellOpener({ state: 'again', failure: ['Somebody else.'] })).toBe(true)
    await expect.element(page.getByRole('alert').getByText(/Somebody else/)).toBeVisible()
  })
})

describe('a signature that is proven at the provider', () => {
  const opened: string[] = []
  const Dialog = () => {
    const proof = useSignatureProof('a'.repeat(64))
    return (
      <>
        <SignatureProof
          proof={proof}
          label="Password"
          hint=""
          missing=""
          tried={false}
          refused={{}}
        />
        <output>{JSON.stringify([proof.isComplete, proof.body])}</output>
      </>
    )
  }

  beforeEach(() => {
    opened.length = 0
    way = 'provider'
    pin = false
  })

  test('is given by the signing PIN where one is set, or at the provider all the same', async () => {
    pin = true
    mount(<Dialog />)
    await field(/^Signing PIN/).fill('718293')
    await expect.element(page.getByText('[true,{"pin":"718293"}]')).toBeVisible()
    await button('Sign in at the provider instead').click()
    await expect.element(button('Sign in at the provider')).toBeVisible()
    await expect.element(page.getByText('[false,{"proof":""}]')).toBeVisible()
  })

  test('waits for the window that the press opened, and for no other one', async () => {
    const other = {
      location: {
        set href(url: string) {
          opened.push(url)
        },
      },
      close: () => undefined,
    }
    vi.spyOn(window, 'open').mockReturnValue(other as unknown as Window)
    mount(<Dialog />)
    await button('Sign in at the provider').click()
    await expect.poll(() => opened).toEqual(['https://id.lab.example/authorize?state=mine'])
    await expect.element(page.getByText(/^Waiting for your sign-in/)).toBeVisible()
    void tellOpener({ state: 'of-another-window', failure: [] })
    // Tell until it is heard: the page listens once it has drawn that it waits.
    const tell = (failure: string[]) => {
      void tellOpener({ state: 'mine', failure })
      return document.body.textContent
    }
    await expect
      .poll(() => tell(['Somebody else has signed in.']))
      .toContain('Somebody else has signed in.')
    await button('Open the provider again').click()
    await expect.poll(() => opened).toHaveLength(2)
    await expect.poll(() => tell([])).toContain('You have signed in at the provider')
    await expect.element(page.getByText(/^You have signed in at the provider/)).toBeVisible()
    await expect.element(page.getByText('[true,{"proof":"the-proof"}]')).toBeVisible()
  })

  test('gives a link where the browser opens no window', async () => {
    vi.spyOn(window, 'open').mockReturnValue(null)
    mount(<Dialog />)
    await button('Sign in at the provider').click()
    const link = page.getByRole('link', { name: 'Open the provider in a new tab' })
    await expect
      .element(link)
      .toHaveAttribute('href', 'https://id.lab.example/authorize?state=mine')
  })

  test('asks people without such a provider for their password', async () => {
    way = 'password'
    mount(<Dialog />)
    await field(/^Password/).fill('Right-password-1!')
    await expect.element(page.getByText('[true,{"password":"Right-password-1!"}]')).toBeVisible()
  })
})
