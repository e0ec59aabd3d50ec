// A NATS server is somebody else's service: one test puts another `fetch` in its place, whose unread bodies can be counted.
import { createExecutionContext, env, SELF } from 'cloudflare:test'
import { Hono } from 'hono'
import { expect, it, vi } from 'vitest'
import { secureHeaders } from '../../../edge/middleware/secure-headers.ts'
import worker from '../../../edge/worker.ts'
import { foundLab, origin } from '../lab.ts'
import { hubOf } from './connect-live.ts'

const bindings = env as unknown as Env
const upgrade = { Upgrade: 'websocket' }

it('faults R2: a plain request to the live socket gets 426, and what to upgrade to', async () => {
  const answer = await SELF.fetch(`${origin}/v3/live/${crypto.randomUUID()}`)
  expect(answer.status).toBe(426)
  expect(answer.headers.get('Upgrade')).toBe('websocket')
  expect(answer.headers.get('X-Content-Type-Options')).toBe('nosniff')
})

it('faults R2: a page of somebody else gets 403, and an unknown company 404', async () => {
  const lab = await foundLab('refusals')
  const foreign = { ...upgrade, Origin: 'https://elsewhere.example' }
  const status = async (company: string, headers: Record<string, string>) =>
    (await SELF.fetch(`${origin}/v3/live/${company}`, { headers })).status
  expect(await status(lab.company, foreign)).toBe(403)
  expect(await status(crypto.randomUUID(), upgrade)).toBe(404)
})

it('faults R2: a refusal of the hub reaches the client with its own status', async () => {
  const app = new Hono<{ Bindings: Env }>()
  app.use('*', secureHeaders)
  const company = crypto.randomUUID()
  app.get('/hub', (c) => hubOf(company).fetch(c.req.raw))
  const plain = await app.request('/hub', {}, bindings)
  expect([plain.status, await plain.text()]).toEqual([426, 'Expected a WebSocket'])
  const other = await app.request('/hub', { headers: upgrade }, bindings)
  expect([other.status, other.headers.get('Referrer-Policy')]).toEqual([403, 'no-referrer'])
})

it('faults R2: every answer that is passed on gets its headers', async () => {
  const app = new Hono()
  app.use('*', secureHeaders)
  // Redirect so that the headers cannot be changed, as those of an answer of a fetch.
  app.get('/on', () => Response.redirect('https://bapp.test/there', 302))
  app.get(
    '/none',
    () => new Response(null, { status: 204, headers: { 'Cache-Control': 'private' } }),
  )
  const on = await app.request('/on')
  expect([on.status, on.headers.get('Location')]).toEqual([302, 'https://bapp.test/there'])
  expect(on.headers.get('Cache-Control')).toBe('no-store')
  const none = await app.request('/none')
  expect([none.status, none.headers.get('Cache-Control')]).toEqual([204, 'private'])
})

it('A20-9: an answer of a NATS server that opens no socket is read by nobody, and its connection is given back', async () => {
  const lab = await foundLab('no-socket')
  let cancelled = 0
  const endless = () => new ReadableStream({ cancel: () => void (cancelled += 1) })
  vi.stubGlobal('fetch', async () => new Response(endless(), { status: 502 }))
  try {
    const servers = { NATS_URL: 'wss://one.example,wss://two.example' }
    const answer = await worker.fetch(
      new Request(`${origin}/v3/live/${lab.company}`, { headers: upgrade }),
      { ...bindings, ...servers },
      createExecutionContext(),
    )
    expect([answer.status, cancelled]).toEqual([504, 2])
  } finally {
    vi.unstubAllGlobals()
  }
})
