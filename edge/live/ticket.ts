import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * Proof that a socket is opened for somebody who was given a token, shown in the upgrade request itself: a stranger is turned
 * away before the company's hub is woken. It is good for one public key and as long as the token; who opens the socket then
 * signs in with that key. In a subprotocol, since a browser can set no other header, and addresses are written into logs.
 */
export interface Ticket {
  /** `U…`, the key that must sign in. */
  publicKey: string
  device: boolean
}

/** The subprotocol that is agreed on; tickets are never said back. */
const liveProtocol = 'nats'
const prefix = 'bapp-ticket.'

function macOf(secret: string, company: string, text: string): Buffer {
  return createHmac('sha256', secret).update(`live-ticket\n${company}\n${text}`).digest()
}

/** @param expiresAt milliseconds since 1970 */
export function makeTicket(
  secret: string,
  company: string,
  { publicKey, device }: Ticket,
  expiresAt: number,
): string {
  const text = `${device ? 'd' : 'u'}.${expiresAt}.${publicKey}`
  return `${prefix}${text}.${macOf(secret, company, text).toString('base64url')}`
}

/** Return the ticket among the subprotocols that a client asks for: null without one, `wrong` for one that does not count. */
export function readTicket(
  secret: string,
  company: string,
  protocols: string,
  now: number,
): Ticket | 'wrong' | null {
  const shown = protocols.split(',').map((one) => one.trim())
  const ticket = shown.find((one) => one.startsWith(prefix))?.slice(prefix.length)
  if (ticket === undefined) return null
  const [kind = '', expiry = '', publicKey = '', mac = '', ...rest] = ticket.split('.')
  const right = macOf(secret, company, `${kind}.${expiry}.${publicKey}`)
  const given = Buffer.from(mac, 'base64url')
  const isOurs = rest.length === 0 && given.length === right.length && timingSafeEqual(given, right)
  return isOurs && Number(expiry) > now ? { publicKey, device: kind === 'd' } : 'wrong'
}

/**
 * Answer what a client offers in its upgrade request. Of the subprotocols one that it has asked for, since a browser takes no other.
 * On the local runtime no compression: its windows take more memory than all the rest of a connection, for messages of some hundred bytes.
 * That runtime agrees to every offer unless the answer names extensions, and leaves out of it what it does not know. What
 * is before a Worker in a data centre decides for itself.
 */
export function agreeOn(
  protocols: string,
  { ENVIRONMENT }: { ENVIRONMENT: string },
): Record<string, string> {
  const asked = protocols.split(',').map((one) => one.trim())
  return {
    ...(asked.includes(liveProtocol) && { 'Sec-WebSocket-Protocol': liveProtocol }),
    ...(ENVIRONMENT === 'local' && { 'Sec-WebSocket-Extensions': 'none' }),
  }
}
