// `fetch` and `window.open` are stood in for: no help desk runs beside these tests, and none may be called.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { keepSessionWith } from '../../web/client/call.ts'
import { HelpDesk } from '../../web/shell/HelpDesk.tsx'
import { forgetMessages, toasts } from '../../web/state/toasts.ts'
import { mount } from './mount.tsx'

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
      body: request.method === 'POST' ? await request.json() : null,
    })
    if (path.endsWith('/sso/generate') && refused) {
      const errors = [{ code: 'refused', message: '', reason: 'help_desk_off' }]
      return Response.json({ ok: false, errors }, { status: 409 })
    }
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

test('[MODE-013] [MODE-014] stands at the left bottom, 260 px from the side, and signs on with a token that it asks for', async () => {
  await page.viewport(1280, 800)
  const opened = openedWindow()
  mount(<HelpDesk />)
  await expect.element(desk, { timeout: 6000 }).toBeVisible()
  const box = desk.element().getBoundingClientRect()
  expect(box.left).toBe(260)
  expect(innerHeight - box.bottom).toBeLessThan(20)
  // Nothing of it is in this page: no script, no frame.
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

test('a refusal is told, and the empty window goes', async () => {
  const opened = openedWindow()
  refused = true
  mount(<HelpDesk />)
  await expect.element(desk, { timeout: 6000 }).toBeVisible()
  await desk.click()
  await expect.poll(() => opened.close.mock.calls.length).toBe(1)
  expect(toasts.value.map(({ kind }) => kind)).toEqual(['error'])
})

test('where the deployment names none, there is none', async () => {
  configured = false
  const holder = mount(<HelpDesk />)
  await expect.poll(() => asked.length, { timeout: 6000 }).toBe(1)
  expect(holder.textContent).toBe('')
})
