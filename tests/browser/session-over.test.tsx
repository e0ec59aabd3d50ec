// Replace `fetch` by a service whose session has ended: none runs beside these tests.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { reportCalls } from '../../domain/calls/reports.ts'
import { sessionCalls } from '../../domain/calls/session.ts'
import type { Fault, FaultDetail } from '../../domain/fault.ts'
import { App } from '../../web/App.tsx'
import { call, keepSessionWith } from '../../web/client/call.ts'
import { PdfReports } from '../../web/entities/analysis/PdfReports.tsx'
import { newDeviceKey } from '../../web/screens/devices/new-device-key.ts'
import { SignInAgain } from '../../web/screens/session/SignInAgain.tsx'
import { offeredFile, offerFile } from '../../web/state/imports.ts'
import { useOpenWork } from '../../web/state/open-work.ts'
import { editAnalysis, untilSent, waiting } from '../../web/state/outbox.ts'
import { closeRecords, records } from '../../web/state/records.ts'
import {
  account,
  endSession,
  followOtherTabs,
  refreshSession,
  restoreSession,
  session,
  signIn,
  signOut,
} from '../../web/state/session.ts'
import { goTour, tour } from '../../web/state/tour.ts'
import { watchTyping } from '../../web/state/unsaved.ts'
import { askedVisit, askVisit } from '../../web/state/visit.ts'
import { dismissObservation, watchDismissed } from '../../web/state/watch-dismissed.ts'
import { wireState } from '../../web/wiring.ts'
import { operatorAccount } from '../support/operator-account.ts'
import { analysisRecord } from './local-bench-records.ts'
import { mount } from './mount.tsx'

/** Hold the page as one with unsaved work. */
function OpenWork() {
  useOpenWork()
  return null
}

const home = location.href
let noSession: FaultDetail = { code: 'session_expired', message: '' }
let open = true
/** The session begins again with the refresh. */
let mends = false
let asked: string[] = []
keepSessionWith({ refresh: refreshSession, who: () => account.peek()?.uuid ?? null })

beforeEach(async () => {
  ;[open, mends, asked] = [true, false, []]
  noSession = { code: 'session_expired', message: '' }
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const { url, method } = new Request(input, init)
    const { pathname } = new URL(url)
    asked.push(`${method} ${pathname}`)
    if (method === 'GET' && pathname === '/v3/session/login' && mends) open = true
    if (method === 'POST' && pathname === '/v3/session/login') open = true
    if (!open) return Response.json({ ok: false, errors: [noSession] }, { status: 401 })
    const isAccount = pathname.startsWith('/v3/session/')
    return isAccount
      ? Response.json({ ok: true, data: operatorAccount })
      : Response.json({ ok: false, errors: [{ code: 'network', message: '' }] }, { status: 503 })
  })
  await signIn('operator', 'a secret')
  asked = []
})
afterEach(async () => {
  await closeRecords({ leave: true })
  endSession({ stay: false })
  vi.restoreAllMocks()
  localStorage.clear()
  history.replaceState(null, '', home)
})

const ask = () => call(sessionCalls.list, {}, { background: true }).catch(() => null)

describe('a call that is answered 401', () => {
  test('[ERR-004] asks for the account once more before anything else, and is made again', async () => {
    ;[open, mends] = [false, true]
    await ask()
    const [first = ''] = asked
    expect(asked.slice(0, 3)).toEqual([first, 'GET /v3/session/login', first])
    expect(session.value.state).toBe('in')
  })

  test('[ERR-005] if that fails the account is removed, with the tables, their times and its kept files; waiting edits stay', async () => {
    wireState(() => Promise.resolve())
    await vi.waitFor(() => expect(records.value).not.toBeNull(), 60_000)
    const store = () => records.value?.store as NonNullable<typeof records.value>['store']
    const mark = { seq: 9, refreshed: 9, pulledAt: 9, aside: [] }
    await store().takePage('analyses', [analysisRecord(1), analysisRecord(2)], {
      from: { seq: 0 },
      to: mark,
    })
    const { uuid, notebook } = analysisRecord(2).body as { uuid: string; notebook: string }
    await editAnalysis(uuid, [{ field: 'notebook', from: notebook, to: `${notebook}Mine` }])
    open = false
    await ask()
    expect([session.value.state, account.value]).toEqual(['out', null])
    expect(localStorage.getItem('account')).toBeNull()
    await vi.waitFor(() => expect(records.value).toBeNull(), 60_000)
    await signIn('operator', 'a secret')
    // Wait for the account's tables too: the waiting edits are shown before they are open again.
    await vi.waitFor(() => expect(records.value).not.toBeNull(), 60_000)
    await vi.waitFor(() => expect(waiting.value).toHaveLength(1), 60_000)
    expect(await store().mark('analyses')).toMatchObject({ seq: 0, pulledAt: 0 })
    expect(await store().newest('analysis', 9)).toHaveLength(1)
  })
})

describe('first-use H1: a locked tab', () => {
  const hear = () =>
    dispatchEvent(new StorageEvent('storage', { key: 'account', newValue: '{}', oldValue: null }))

  test('first-use H1: is unlocked by a sign-in at another tab, and what waited for it goes on', async () => {
    const stop = followOtherTabs()
    open = false
    endSession({ stay: true })
    const waited = refreshSession()
    expect(session.value.state).toBe('locked')
    // Expect it to stay locked, since nobody has signed in yet.
    hear()
    await vi.waitFor(() => expect(asked.length).toBeGreaterThan(0))
    expect(session.value.state).toBe('locked')
    open = true
    hear()
    await vi.waitFor(() => expect(session.value.state).toBe('in'))
    await expect(waited).resolves.toBe(true)
    stop()
  })

  test('first-use H1: stays locked where somebody else has signed in', async () => {
    const stop = followOtherTabs()
    endSession({ stay: true })
    vi.mocked(fetch).mockImplementation(async (input, init) => {
      asked.push(new Request(input, init).url)
      return Response.json({ ok: true, data: { ...operatorAccount, uuid: crypto.randomUUID() } })
    })
    asked = []
    hear()
    await vi.waitFor(() => expect(asked.length).toBeGreaterThan(0))
    await Promise.resolve()
    expect(session.value.state).toBe('locked')
    stop()
    await signOut()
  })

  test('first-use H1: does not lead the sending while it is locked', async () => {
    wireState(() => Promise.resolve())
    await vi.waitFor(() => expect(records.value).not.toBeNull(), 60_000)
    const local = records.value as NonNullable<typeof records.value>
    const able = vi.spyOn(local, 'setAble')
    endSession({ stay: true })
    expect(able).toHaveBeenLastCalledWith(false)
    await signIn('operator', 'a secret')
    expect(able).toHaveBeenLastCalledWith(true)
  })
})

describe('A25-24: a sign-out at another tab', () => {
  const hear = (newValue: string) =>
    dispatchEvent(new StorageEvent('storage', { key: 'leaving', newValue, oldValue: null }))

  test('A25-24: ends this tab as well, also without network', () => {
    const stop = followOtherTabs()
    vi.mocked(fetch).mockRejectedValue(new TypeError('no network'))
    hear(crypto.randomUUID())
    expect(session.value.state).toBe('in')
    hear(operatorAccount.uuid)
    expect(session.value).toMatchObject({ state: 'out', left: true })
    expect([account.value, localStorage.getItem('account')]).toEqual([null, null])
    stop()
  })

  test('A25-24: leaves work that is open here under a sign-in', () => {
    const stop = followOtherTabs()
    mount(<div role="dialog">Unsaved</div>)
    hear(operatorAccount.uuid)
    expect(session.value.state).toBe('locked')
    expect(localStorage.getItem('account')).toBeNull()
    stop()
  })
})

/** Let another person sign in at this page. */
async function signInAsOther(): Promise<string> {
  const other = { ...operatorAccount, uuid: crypto.randomUUID() }
  vi.mocked(fetch).mockImplementation(async (input, init) => {
    const { url, method, headers } = new Request(input, init)
    asked.push(`${method} ${new URL(url).pathname} ${headers.get('X-Account')}`)
    return url.includes('/session/')
      ? Response.json({ ok: true, data: other })
      : Response.json({ ok: false, errors: [{ code: 'network', message: '' }] }, { status: 503 })
  })
  await signIn('other', 'a secret')
  return other.uuid
}

describe('A25-25: another person at the same page', () => {
  test('A25-25: finds nothing that the one before has begun on it', async () => {
    wireState(() => Promise.resolve())
    offerFile(new File(['curves'], 'patients.eds'))
    askVisit({ uuid: crypto.randomUUID(), name: 'Lab of the North' })
    goTour({ id: 'first-run', step: 1 })
    newDeviceKey.value = 'key of a device'
    dismissObservation('run', 'drift')
    await refreshSession()
    expect(offeredFile.value?.name).toBe('patients.eds')
    endSession({ stay: true })
    await signInAsOther()
    expect([offeredFile.value, askedVisit.value, tour.value, newDeviceKey.value]).toEqual([
      null,
      null,
      null,
      null,
    ])
    expect(watchDismissed.value.size).toBe(0)
  })

  test('A25-26: launches no plan whose last edit was not sent', async () => {
    wireState(() => Promise.resolve())
    await vi.waitFor(() => expect(records.value).not.toBeNull(), 60_000)
    await records.value?.store.takePage('analyses', [analysisRecord(1)], {
      from: { seq: 0 },
      to: { seq: 9, refreshed: 9, pulledAt: 9, aside: [] },
    })
    const { uuid, notebook } = analysisRecord(1).body as { uuid: string; notebook: string }
    await editAnalysis(uuid, [{ field: 'notebook', from: notebook, to: `${notebook}Mine` }])
    await vi.waitFor(() => expect(waiting.value.map((one) => one.uuid)).toContain(uuid), 60_000)
    const sent = untilSent(uuid).then(
      () => 'sent',
      (error: Fault) => error.first.reason,
    )
    endSession({ stay: true })
    await signInAsOther()
    expect(await sent).toBe('records_not_open')
  })

  test('A25-27: makes no report in their name', async () => {
    const permissions = [reportCalls.createAnalysis.needs ?? '']
    vi.mocked(fetch).mockResolvedValueOnce(
      Response.json({ ok: true, data: { ...operatorAccount, permissions } }),
    )
    await refreshSession()
    const rows = ['One', 'Two', 'Three'].map((name) => ({ uuid: crypto.randomUUID(), name }))
    open = false
    mount(
      <>
        <div role="dialog">Open work</div>
        <PdfReports rows={rows} />
      </>,
    )
    await page.getByRole('button', { name: /PDF/ }).click()
    await vi.waitFor(() => expect(session.value.state).toBe('locked'))
    asked = []
    const other = await signInAsOther()
    await new Promise((resolve) => setTimeout(resolve))
    expect(asked.filter((one) => one.includes('/reports/') && one.endsWith(other))).toEqual([])
  })
})

test('A25-28: a session that ends by itself leaves a form on a page, with what was typed into it', async () => {
  watchTyping()
  mount(
    <form onSubmit={(event) => event.preventDefault()}>
      <input aria-label="Reason" />
      <button type="submit">Keep</button>
    </form>,
  )
  await page.getByLabelText('Reason').fill('half a sentence')
  open = false
  await Promise.race([ask(), vi.waitFor(() => expect(session.value.state).not.toBe('in'))])
  expect(session.value.state).toBe('locked')
  await signIn('operator', 'a secret')
  // Find no work in what was sent.
  await page.getByRole('button', { name: 'Keep' }).click()
  open = false
  await ask()
  expect(session.value.state).toBe('out')
})

describe('the login page', () => {
  test('[ERR-007] [ERR-008] comes with the way back, and says that the session is over', async () => {
    history.replaceState(null, '', '/devices?sort=name')
    open = false
    await ask()
    expect(session.value).toMatchObject({ state: 'out', lapsed: true })
    mount(<App />)
    await expect.element(page.getByText(/^Your session has ended/)).toBeVisible()
    expect(location.pathname + location.search).toBe(
      `/login?from=${encodeURIComponent('/devices?sort=name')}`,
    )
  })

  test('first-use W6: says why a session was ended, and leads back to where the person was', async () => {
    noSession = { ...noSession, params: { why: 'two_step' } }
    history.replaceState(null, '', '/devices?sort=name')
    open = false
    await ask()
    mount(<App />)
    const told = /^Your session was ended because two-step verification was switched on or off/
    await expect.element(page.getByText(told)).toBeVisible()
    await page.getByRole('textbox', { name: /User name/ }).fill('operator')
    await page.getByLabelText('Password', { exact: true }).fill('a secret')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await vi.waitFor(
      () => expect(location.pathname + location.search).toBe('/devices?sort=name'),
      60_000,
    )
  })

  test('A29-91: leads another person home, not to the page of the one before', async () => {
    history.replaceState(null, '', '/devices?sort=name')
    open = false
    await ask()
    mount(<App />)
    await expect.element(page.getByRole('textbox', { name: /User name/ })).toBeVisible()
    await signInAsOther()
    await vi.waitFor(() => expect(location.pathname + location.search).toBe('/'), 60_000)
  })

  test('A29-91: leads to the address that another person opens in that tab afterwards', async () => {
    open = false
    await ask()
    history.replaceState(null, '', '/devices?sort=name')
    await restoreSession()
    mount(<App />)
    await expect.element(page.getByRole('textbox', { name: /User name/ })).toBeVisible()
    await signInAsOther()
    const address = () => location.pathname + location.search
    await vi.waitFor(() => expect(address()).toBe('/devices?sort=name'), 60_000)
  })

  test('first-use W6: so does the sign-in over a page with unsaved work, which stays', async () => {
    noSession = { ...noSession, params: { why: 'password' } }
    // Hold the page: a call of a test before this one may be the first that is answered.
    mount(<OpenWork />)
    open = false
    // Make a call of a person: what it carries waits for the sign-in.
    const waits = call(sessionCalls.list, {})
    await vi.waitFor(() =>
      expect(session.value).toMatchObject({ state: 'locked', why: 'password' }),
    )
    mount(<SignInAgain open onClose={() => undefined} />)
    const told = 'Your session was ended because your password was changed.'
    await expect.element(page.getByText(told)).toBeVisible()
    await signIn('operator', 'a secret')
    await waits
  })

  test('[ERR-008] says nothing to a person on the first page', async () => {
    history.replaceState(null, '', '/')
    open = false
    await ask()
    mount(<App />)
    await expect.element(page.getByRole('textbox', { name: /User name/ })).toBeVisible()
    expect(location.pathname + location.search).toBe('/login')
    expect(document.body.textContent).not.toContain('session has ended')
  })

  test('faults notes: a person signed in before the browser was killed reads that the session ended', async () => {
    // Open the browser again: the page remembers who was here, the session's cookie went with the browser.
    open = false
    endSession({ stay: false })
    localStorage.setItem(
      'account',
      JSON.stringify({ account: operatorAccount, seen_at: Date.now() }),
    )
    await restoreSession()
    history.replaceState(null, '', '/devices')
    mount(<App />)
    await expect.element(page.getByText(/^Your session has ended/)).toBeVisible()
  })

  test.each([
    ['/devices', true],
    ['/login', false],
    ['/helpdesk/topics', false],
    ['/set-password', false],
  ])('[ERR-009] 401 on %s without a session: led there, and told why: %s', async (path, isLed) => {
    endSession({ stay: false })
    open = false
    await restoreSession()
    history.replaceState(null, '', path)
    mount(<App />)
    const told = page.getByText(/^You're not allowed to access this resource/)
    if (isLed) {
      await expect.element(told).toBeVisible()
      expect(location.pathname).toBe('/login')
    } else {
      await vi.waitFor(() => expect(document.querySelector('h1')).not.toBeNull(), 10_000)
      expect(location.pathname).toBe(path)
      expect(told.elements()).toHaveLength(0)
    }
  })
})
