// Replace `fetch`, whose silence is tested: no service runs beside these tests.
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { aboutCalls } from '../../domain/calls/about.ts'
import { offlineStayMs, serviceLostMs } from '../../domain/catalog/limits.ts'
import type { Fault } from '../../domain/fault.ts'
import { call, keepSessionWith } from '../../web/client/call.ts'
import { errorTexts } from '../../web/i18n/faults.ts'
import { chooseLanguage } from '../../web/i18n/intl.ts'
import { followMode } from '../../web/state/follow-mode.ts'
import {
  calls,
  mode,
  noteAnswer,
  watchMode,
  workOffline,
  workOnline,
} from '../../web/state/mode.ts'
import { limitOfflineStay } from '../../web/state/offline-stay.ts'
import { hasOpenWork } from '../../web/state/unsaved.ts'
import { pageName } from '../../web/state/page-name.ts'
import { account, restoreSession, session, signIn } from '../../web/state/session.ts'
import { dismissToast, toasts } from '../../web/state/toasts.ts'
import { operatorAccount } from '../support/operator-account.ts'

const who = operatorAccount

const start = 1_800_000_000_000
const home = location.href
let reachable = true
let asked: string[] = []
const steps = { close: vi.fn(), reopen: vi.fn(), fetchList: () => Promise.resolve() }
keepSessionWith({
  refresh: async () => false,
  who: () => who.uuid,
  isOffline: () => mode.peek().state === 'offline',
  noteAnswer,
})

beforeEach(async () => {
  reachable = true
  asked = []
  steps.close.mockClear()
  steps.reopen.mockClear()
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: start })
  vi.spyOn(globalThis, 'fetch').mockImplementation((input) => {
    asked.push(input instanceof Request ? input.url : input.toString())
    return reachable
      ? Promise.resolve(Response.json({ ok: true, data: who }))
      : Promise.reject(new TypeError('no service'))
  })
  history.replaceState(null, '', '/analyses')
  await workOnline()
  await signIn('olga', 'a secret')
  asked = []
})
afterEach(async () => {
  reachable = true
  await workOnline()
  for (const { id } of toasts.value) dismissToast(id)
  vi.useRealTimers()
  vi.restoreAllMocks()
  localStorage.clear()
  history.replaceState(null, '', home)
})

const texts = () => toasts.value.map(({ text }) => text)
/** The sign of life is asked for four times before it is given up. */
const patience = { timeout: 8000, interval: 50 }
const offlineNow = () => vi.waitFor(() => expect(mode.peek().state).toBe('offline'), patience)

describe('a service that is lost', () => {
  test('[STATE-044] [MODE-006] [ERR-031] switches to offline once it has not answered for a while, and says so', async () => {
    const stop = followMode(steps)
    reachable = false
    noteAnswer(false)
    expect(mode.peek().state).toBe('online')
    vi.setSystemTime(start + serviceLostMs)
    noteAnswer(false)
    await offlineNow()
    expect(mode.peek()).toMatchObject({ state: 'offline', cause: 'service' })
    expect(texts()).toContain('Cannot connect to bData. Switching back to offline mode.')
    await vi.waitFor(() => expect(location.pathname).toBe('/analysesOffline'))
    expect(steps.close).toHaveBeenCalledTimes(1)
    reachable = true
    expect(await workOnline()).toBe(true)
    expect(steps.reopen).toHaveBeenCalledTimes(1)
    expect(location.pathname).toBe('/analyses')
    stop()
  })

  test('A29-25: the page stays where the list is not on this machine yet', async () => {
    const missing = new TypeError('Failed to fetch dynamically imported module')
    const fetchList = vi.fn(() => Promise.reject(missing))
    const stop = followMode({ ...steps, fetchList })
    workOffline()
    await expect.poll(() => fetchList.mock.settledResults[0]?.type).toBe('rejected')
    expect([location.pathname, texts().length]).toEqual(['/analyses', 1])
    stop()
  })

  test('A29-25: a list that comes late takes nobody from the page they have opened meanwhile', async () => {
    const late = Promise.withResolvers<void>()
    const stop = followMode({ ...steps, fetchList: () => late.promise })
    workOffline()
    history.replaceState(null, '', '/devices')
    late.resolve()
    await late.promise
    expect(location.pathname).toBe('/devices')
    stop()
  })

  test('a person who is writing a note stays on the page, and sees it', async () => {
    const stop = followMode(steps)
    const note = document.body.appendChild(document.createElement('textarea'))
    note.focus()
    workOffline()
    expect(mode.peek().state).toBe('offline')
    expect(toasts.value).toHaveLength(1)
    expect(location.pathname).toBe('/analyses')
    note.remove()
    stop()
  })

  test('a page that is opened without it says so once its language is there', async () => {
    workOffline()
    for (const { id } of toasts.value) dismissToast(id)
    onTestFinished(async () => void (await chooseLanguage('en')))
    const stop = followMode(
      steps,
      chooseLanguage('de').then(() => undefined),
    )
    await vi.waitFor(() => expect(texts()).toHaveLength(1), patience)
    expect(texts()[0]).toMatch(/^Sie arbeiten offline/)
    stop()
  })

  test('one call that comes through restarts the count, and so does a sign of life', async () => {
    reachable = false
    noteAnswer(false)
    noteAnswer(true)
    vi.setSystemTime(start + serviceLostMs)
    noteAnswer(false)
    expect(mode.peek().state).toBe('online')
    reachable = true
    vi.setSystemTime(start + 3 * serviceLostMs)
    noteAnswer(false)
    await vi.waitFor(
      () => expect(asked.some((url) => url.includes('/about/health'))).toBe(true),
      patience,
    )
    expect(mode.peek().state).toBe('online')
  })

  test('is asked for from time to time, and work goes on online by itself', async () => {
    watchMode()
    reachable = false
    expect(await workOnline()).toBe(false)
    expect(mode.peek()).toMatchObject({ cause: 'service' })
    reachable = true
    vi.advanceTimersByTime(15_000)
    await vi.waitFor(() => expect(mode.peek().state).toBe('online'), patience)
  })
})

describe('offline by choice', () => {
  test('holds in every tab of the browser, and ends in all of them', async () => {
    watchMode()
    const otherTab = (newValue: string | null) => {
      if (newValue === null) localStorage.removeItem('offline-chosen')
      else localStorage.setItem('offline-chosen', newValue)
      dispatchEvent(new StorageEvent('storage', { key: 'offline-chosen', newValue }))
    }
    otherTab('1')
    expect(mode.peek()).toMatchObject({ state: 'offline', cause: 'chosen' })
    otherTab(null)
    await vi.waitFor(() => expect(mode.peek().state).toBe('online'), patience)
    otherTab('1')
    reachable = false
    otherTab(null)
    const isService = () => expect(mode.peek()).toMatchObject({ cause: 'service' })
    await vi.waitFor(isService, patience)
  })

  test('calls that fail are distinguished from calls that come through, whatever the line says', async () => {
    noteAnswer(true, false)
    noteAnswer(false)
    expect(calls.value.failing).toBe(2)
    expect(mode.peek().state).toBe('online')
    noteAnswer(true)
    expect(calls.value).toEqual({ failing: 0, answeredAt: Date.now() })
    vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response('{}', { status: 503 }))
    await call(aboutCalls.locales, {}).catch(() => undefined)
    expect(calls.value.failing).toBeGreaterThan(0)
  })

  test('[ERR-017] [ERR-018] no call is made, and each says why', async () => {
    workOffline()
    const made = call(aboutCalls.locales, {}).catch((error: unknown) => error)
    expect(await made).toMatchObject({ code: 'offline' })
    expect((await made) as Fault).toMatchObject({
      status: 500,
      message: 'Offline mode, Network request ignored',
    })
    expect(errorTexts(await made)).toEqual(['Working offline: nothing was sent. Go online first.'])
    expect(asked).toEqual([])
    await workOnline()
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    const unplugged = await call(aboutCalls.locales, {}).catch((error: unknown) => error)
    expect((unplugged as Fault).message).toBe('No Internet Connection')
    expect(errorTexts(unplugged)[0]).toContain('No Internet Connection')
    expect(asked.filter((url) => url.includes('/about/locales'))).toEqual([])
  })

  test('a person with an open dialog stays on the page and is offered the list', () => {
    const stop = followMode(steps)
    const dialog = document.createElement('div')
    dialog.role = 'dialog'
    document.body.append(dialog)
    expect(hasOpenWork()).toBe(true)
    workOffline()
    expect(location.pathname).toBe('/analyses')
    expect(toasts.value.at(-1)?.action?.label).toBe('Open offline list')
    dialog.remove()
    expect(hasOpenWork()).toBe(false)
    stop()
  })

  test('attack B8: a person who reads a record stays at it, and is offered the list', () => {
    const stop = followMode(steps)
    pageName.value = 'Plate 7'
    workOffline()
    expect(location.pathname).toBe('/analyses')
    expect(toasts.value.at(-1)?.action?.label).toBe('Open offline list')
    pageName.value = null
    stop()
  })

  test('attack B8: a word typed into a field is not lost', () => {
    const stop = followMode(steps)
    const field = document.createElement('input')
    document.body.append(field)
    field.value = 'Listeria'
    field.focus()
    workOffline()
    expect(location.pathname).toBe('/analyses')
    field.remove()
    stop()
  })
})

describe('the time without the service', () => {
  test('a page opened without it is that of the account last seen, for 72 hours', async () => {
    reachable = false
    vi.setSystemTime(start + offlineStayMs)
    await restoreSession()
    expect(session.value.state).toBe('in')
    vi.setSystemTime(start + offlineStayMs + 1)
    await restoreSession()
    expect(session.value.state).toBe('out')
  }, 30_000)

  test('runs out while the page is open: it is locked, with the account’s pages behind', () => {
    const stop = limitOfflineStay()
    workOffline()
    reachable = false
    vi.setSystemTime(start + offlineStayMs - 60_000)
    vi.advanceTimersByTime(60_000)
    expect(session.value.state).toBe('in')
    vi.advanceTimersByTime(60_000)
    expect(session.value.state).toBe('locked')
    expect(account.value?.uuid).toBe(who.uuid)
    expect(localStorage.getItem('account')).toBeNull()
    stop()
  })

  test('a clock that is turned back far makes it no longer', () => {
    const stop = limitOfflineStay()
    workOffline()
    vi.setSystemTime(start - 12 * 3_600_000)
    vi.advanceTimersByTime(60_000)
    expect(session.value.state).toBe('in')
    vi.setSystemTime(start - 25 * 3_600_000)
    vi.advanceTimersByTime(60_000)
    expect(session.value.state).toBe('locked')
    stop()
  })

  test('online it has no end here: the service keeps the time', () => {
    const stop = limitOfflineStay()
    vi.setSystemTime(start + 2 * offlineStayMs)
    vi.advanceTimersByTime(120_000)
    expect(session.value.state).toBe('in')
    stop()
  })
})
