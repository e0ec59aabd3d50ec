import type { Context } from 'hono'
import { Fault } from '../../domain/fault.ts'
import { sourceOf } from '../agent.ts'
import { regional } from '../regional.ts'
import { strongSecret } from '../crypto/secret.ts'
import { companyHeader, seatHeader } from './LiveHub.ts'
import { noteServer, orderServers, readServers } from './server-addresses.ts'
import { agreeOn, readTicket } from './ticket.ts'

/**
 * Pass a WebSocket to the company's hub. Browsers must come from our own pages (ASVS 4.4.2). A ticket is checked here,
 * before the hub is woken; who comes without one, as a NATS client or a device of version 2.4 does, finds few places. Only
 * a known company has a hub, so nobody can make new ones.
 */
export async function openLiveSocket(c: Context<{ Bindings: Env }>): Promise<Response> {
  if (c.req.header('upgrade')?.toLowerCase() !== 'websocket') {
    const headers = { Upgrade: 'websocket', Connection: 'Upgrade' }
    return new Response('Expected a WebSocket', { status: 426, headers })
  }
  const origin = c.req.header('origin')
  // Take `null`, which a page in a sandbox sends, for no address.
  const host = origin === undefined ? undefined : URL.parse(origin)?.host
  if (origin !== undefined && host !== new URL(c.req.url).host) {
    throw new Fault('forbidden', 'The live socket is for our own pages')
  }
  const company = c.req.param('company') ?? ''
  const protocols = c.req.header('sec-websocket-protocol') ?? ''
  const secret = strongSecret(c.env, 'LIVE_SECRET')
  const ticket = readTicket(secret, company, protocols, Date.now())
  if (ticket === 'wrong') {
    throw new Fault('not_signed_in', 'This ticket does not count', { reason: 'session_expired' })
  }
  if (ticket === null) await checkKnown(c, company)
  if (c.env.NATS_URL) return openServerSocket(c.env.NATS_URL, agreeOn(protocols, c.env))
  const headers = new Headers({
    Upgrade: 'websocket',
    [companyHeader]: company,
    [seatHeader]: JSON.stringify({
      device: ticket?.device ?? false,
      key: ticket?.publicKey ?? null,
      address: sourceOf(c.req.header('cf-connecting-ip') ?? ''),
    }),
  })
  if (protocols !== '') headers.set('Sec-WebSocket-Protocol', protocols)
  return regional(c.env.LIVE_HUB, c.env, company).fetch(new Request(c.req.url, { headers }))
}

async function checkKnown(c: Context<{ Bindings: Env }>, company: string): Promise<void> {
  const known = await c.env.DIRECTORY.prepare('SELECT 1 FROM companies WHERE uuid = ?1')
    .bind(company)
    .first()
  if (!known) throw new Fault('not_found', 'No such company')
}

/** Time for a server to answer before the next one is tried: a page waits meanwhile. */
const answerMs = 1500

/** Join the socket to that of a NATS server: pages and devices use one address for hub and servers. */
async function openServerSocket(list: string, headers: Record<string, string>): Promise<Response> {
  for (const server of orderServers(readServers(list))) {
    const webSocket = await openAt(server)
    noteServer(server, webSocket !== null)
    if (webSocket) return new Response(null, { status: 101, webSocket, headers })
  }
  throw new Fault('timeout', 'The live bus does not answer')
}

/** Open a socket at one server; null if it does not answer in time. */
async function openAt(server: string): Promise<WebSocket | null> {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(), answerMs)
  try {
    const headers = { Upgrade: 'websocket' }
    const answer = await fetch(server.replace(/^ws/, 'http'), { headers, signal: late.signal })
    // Cancel a body that nobody reads, which would hold the connection open.
    if (answer.webSocket === null) await answer.body?.cancel()
    return answer.webSocket
  } catch {
    return null
  } finally {
    // Clear the timer, so that the socket does not end with the time for its opening.
    clearTimeout(timer)
  }
}
