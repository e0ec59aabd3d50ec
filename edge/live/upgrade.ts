import type { Context } from 'hono'
import { Fault } from '../../domain/fault.ts'
import { regional } from '../regional.ts'
import { COMPANY_HEADER } from './LiveHub.ts'

/**
 * Passes a WebSocket to the company's hub. Browsers must come from our own pages (ASVS 4.4.2); who they are
 * the hub learns from their token. Only a known company has a hub, so nobody can make new ones.
 */
export async function openLiveSocket(c: Context<{ Bindings: Env }>): Promise<Response> {
  if (c.req.header('upgrade')?.toLowerCase() !== 'websocket') {
    const headers = { Upgrade: 'websocket', Connection: 'Upgrade' }
    return new Response('Expected a WebSocket', { status: 426, headers })
  }
  const origin = c.req.header('origin')
  // A page in a sandbox says `null`, which is no address.
  const host = origin === undefined ? undefined : URL.parse(origin)?.host
  if (origin !== undefined && host !== new URL(c.req.url).host) {
    throw new Fault('forbidden', 'The live socket is for our own pages')
  }
  const company = c.req.param('company') ?? ''
  const known = await c.env.DIRECTORY.prepare('SELECT 1 FROM companies WHERE uuid = ?1')
    .bind(company)
    .first()
  if (!known) throw new Fault('not_found', 'No such company')
  if (c.env.NATS_URL) return openServerSocket(c, c.env.NATS_URL)
  const request = new Request(c.req.raw)
  request.headers.set(COMPANY_HEADER, company)
  return regional(c.env.LIVE_HUB, c.env, company).fetch(request)
}

/** Joins the socket to the NATS server's: pages and devices know one address, whoever carries the bus. */
async function openServerSocket(c: Context, url: string): Promise<Response> {
  const headers = new Headers({ Upgrade: 'websocket' })
  for (const name of ['sec-websocket-protocol', 'sec-websocket-extensions']) {
    const value = c.req.header(name)
    if (value) headers.set(name, value)
  }
  const answer = await fetch(url.replace(/^ws/, 'http'), { headers }).catch(() => null)
  if (answer?.webSocket) return new Response(null, { status: 101, webSocket: answer.webSocket })
  throw new Fault('timeout', 'The live bus does not answer')
}
