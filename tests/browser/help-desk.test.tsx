// Replace `fetch` and `window.open`: no help desk runs beside these tests, and none may be called.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { keepSessionWith } from '../../web/client/call.ts'
import { leavePage } from '../../web/client/leave-page.ts'
import { HelpDeskLoginScreen } from '../../web/screens/session/HelpDeskLoginScreen.tsx'
import { HelpDeskLogoutScreen } from '../../web/screens/session/HelpDeskLogoutScreen.tsx'
import { HelpDesk } from '../../web/shell/HelpDesk.tsx'
import frame from '../../web/shell/SignedIn.module.css'
import { endSession, signIn } from '../../web/state/session.ts'
import { forgetMessages, toasts } from '../../web/state/toasts.ts'
import { operatorAccount } from '../support/operator-account.ts'
import { mount } from './mount.tsx'

// To another site a page goes for good, and the test with it.
vi.mock('../../web/client/leave-page.ts', () => ({ leavePage: vi.fn() }))

let asked: { method: string; path: string; body: unknown }[] = []
let configured = true
let refused = false

beforeEach(() => {
  asked = []
  configured = true
  refused = false
  keepSessionWith({ refresh: async () => false, who: () => 'olga' })
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init)
    const path = new URL(request.url).pathname
    asked.push({
      method: request.method,
      path,
      body: request.method === 'POST' ? await request.json().catch(() => null) : null,
    })
    if (path.endsWith('/sso/generate') && refused) {
      const errors = [{ code: 'refused', message: '', reason: 'help_desk_off' }]
      return Response.json({ ok: false, errors }, { status: 409 })
    }
    if (path.startsWith('/v3/session/')) return Response.json({ ok: true, data: operatorAccount })
    const data = path.endsWith('/sso/generate')
      ? { token: 'a.b.c', url: 'https://help.example/sso', expires_at: '2026-11-21T12:00:00.000Z' }
      : { version: '2.4.16', region: 'eu', time: '', help_desk: configured }
    return Response.json({ ok: true, data })
  })
})
afterEach(() => {
  forgetMessages()
  vi.restoreAllMocks()
})

const desk = page.getByRole('button', { name: 'Help desk' })

function openedWindow() {
  const opened = { opener: {}, closed: false, location: { replace: vi.fn() }, close: vi.fn() }
  vi.spyOn(window, 'open').mockReturnValue(opened as unknown as Window)
  return opened
}

test('[MODE-013] [MODE-014] is shown at the bottom left, 260 px from the side, and signs on with a token that it asks for', async () => {
  await page.viewport(1280, 800)
  const opened = openedWindow()
  mount(<HelpDesk />)
  await expect.element(desk, { timeout: 15_000 }).toBeVisible()
  const box = desk.element().getBoundingClientRect()
  expect(box.left).toBe(260)
  expect(innerHeight - box.bottom).toBeLessThan(20)
  // Expect nothing of it in this page: no script, no frame.
  expect(document.querySelector('iframe, script[src*="help.example"]')).toBeNull()
  await desk.click()
  await expect.poll(() => opened.location.replace.mock.calls.length).toBe(1)
  expect(String(opened.location.replace.mock.calls[0]?.[0])).toBe(
    'https://help.example/sso?jwt=a.b.c',
  )
  expect(opened.opener).toBeNull()
  expect(asked.at(-1)).toEqual({
    method: 'POST',
    path: '/v3/sso/generate',
    body: { service: 'helpdesk', type: 'jwt' },
  })
})

test.each([
  [1366, 768],
  [400, 800],
])(
  'issue 20: covers no text of a long page of %d px, wherever it is scrolled',
  async (wide, high) => {
    await page.viewport(wide, high)
    mount(
      <div className={frame.frame}>
        <div className={frame.column}>
          <ol>
            {Array.from({ length: 120 }, (_, row) => (
              <li key={row}>{`Row ${row}`}</li>
            ))}
          </ol>
        </div>
        <HelpDesk />
      </div>,
    )
    await expect.element(desk, { timeout: 15_000 }).toBeInTheDocument()
    const covers = () => {
      const { top, bottom } = desk.element().getBoundingClientRect()
      return [...document.querySelectorAll('li')].filter((row) => {
        const box = row.getBoundingClientRect()
        return box.bottom > top && box.top < bottom
      })
    }
    expect(document.documentElement.scrollHeight).toBeGreaterThan(2 * high)
    expect(covers()).toEqual([])
    scrollTo(0, document.documentElement.scrollHeight)
    expect(covers()).toEqual([])
    await expect.element(desk).toBeInViewport()
  },
)

test('a refusal is shown, and the empty window closes', async () => {
  const opened = openedWindow()
  refused = true
  mount(<HelpDesk />)
  await expect.element(desk, { timeout: 15_000 }).toBeVisible()
  await desk.click()
  await expect.poll(() => opened.close.mock.calls.length).toBe(1)
  expect(toasts.value.map(({ kind }) => kind)).toEqual(['error'])
})

test('a deployment that names none has none', async () => {
  configured = false
  const holder = mount(<HelpDesk />)
  await expect.poll(() => asked.length, { timeout: 15_000 }).toBe(1)
  expect(holder.textContent).toBe('')
})

describe('the pages that the help desk sends people to', () => {
  beforeEach(async () => {
    vi.mocked(leavePage).mockReset()
    await signIn('olga', 'a secret')
    asked = []
  })
  afterEach(() => {
    endSession({ stay: false })
    localStorage.clear()
  })

  test('[ROUTE-046] a person who is not signed in reads that there, and is led to the login page and back only when they want', async () => {
    endSession({ stay: false })
    mount(<HelpDeskLoginScreen />)
    await expect.element(page.getByRole('heading', { name: 'Help desk' })).toBeVisible()
    const link = page.getByRole('link', { name: 'Sign in' })
    expect(link.element().getAttribute('href')).toMatch(/^\/login\?from=/)
    expect(asked.map(({ path }) => path)).not.toContain('/v3/sso/generate')
    expect(leavePage).not.toHaveBeenCalled()
  })

  test('[ROUTE-046] a signed-in person goes to the help desk with a token', async () => {
    mount(<HelpDeskLoginScreen />)
    await expect.poll(() => vi.mocked(leavePage).mock.calls.length).toBe(1)
    const [address] = vi.mocked(leavePage).mock.calls[0] ?? []
    expect(String(address)).toBe('https://help.example/sso?jwt=a.b.c')
  })

  test('[ROUTE-046] without a help desk the page says so and goes nowhere', async () => {
    ;[configured, refused] = [false, true]
    mount(<HelpDeskLoginScreen />)
    await expect.element(page.getByText('There is no help desk here.')).toBeVisible()
    expect(leavePage).not.toHaveBeenCalled()
  })

  test('[ROUTE-047] after its sign-out one is still signed in here, and can leave here too', async () => {
    mount(<HelpDeskLogoutScreen />)
    await expect.element(page.getByText('You are still signed in to bApp.')).toBeVisible()
    await page.getByRole('button', { name: 'Sign out of bApp too' }).click()
    await expect.element(page.getByText('You are not signed in to bApp either.')).toBeVisible()
    await expect.poll(() => asked.map(({ path }) => path)).toContain('/v3/session/logout')
  })
})
