import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { bridgePath } from '../domain/desktop-bridge.ts'

/** Refusal of a request; null for one that is allowed. */
export type Refusal = { status: 401 | 403; text: string } | null

/** Keeps everybody but the shell's own window out: on this machine any programme, and any page, can call a port. */
export interface Doors {
  /** The address that the window is opened with; good for one visit. */
  startAddress(): string
  /** Take the word of that visit: the cookie for the window, or null. */
  enter(request: IncomingMessage): string | null
  check(request: IncomingMessage): Refusal
}

export const startPath = `${bridgePath}start`
const cookieName = 'bapp-desktop'
const unguessable = () => randomBytes(32).toString('base64url')

export function createDoors(origin: string): Doors {
  const host = new URL(origin).host
  const secret = unguessable()
  let word: string | null = unguessable()
  return {
    startAddress: () => `${origin}${startPath}?word=${word ?? ''}`,
    enter(request) {
      const given = new URL(request.url ?? '', origin).searchParams.get('word') ?? ''
      if (word === null || !isSame(given, word)) return null
      word = null
      return `${cookieName}=${secret}; Path=/; HttpOnly; SameSite=Strict`
    },
    check(request) {
      const elsewhere = checkOrigin(request, host, origin)
      if (elsewhere) return { status: 403, text: elsewhere }
      if (pathOf(request) === startPath) return null
      if (isSame(readCookie(request, cookieName) ?? '', secret)) return null
      return { status: 401, text: 'This address belongs to the window of bApp. Start bApp again.' }
    },
  }
}

/** Refuse another name for this machine (DNS rebinding), or another site's page. */
function checkOrigin(request: IncomingMessage, host: string, origin: string): string | null {
  const { headers, method } = request
  if (headers.host !== host) return 'This is another host.'
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return 'Not from this page.'
  const reads = method === 'GET' || method === 'HEAD'
  // Ask for the page of everything that changes something, and of every socket, which browsers name.
  const mustSay = !reads || headers.upgrade !== undefined
  if (headers.origin === undefined ? mustSay : headers.origin !== origin)
    return 'Not from this page.'
  return null
}

export function pathOf(request: IncomingMessage): string {
  return (request.url ?? '/').replace(/[?#].*$/s, '')
}

function readCookie(request: IncomingMessage, name: string): string | undefined {
  const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim())
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1)
}

/** Return the cookies for the service: all but the shell's own. */
export function cookiesOfService(cookie: string | undefined): string | undefined {
  const pairs = (cookie ?? '').split(';').map((pair) => pair.trim())
  return pairs.filter((pair) => pair && !pair.startsWith(`${cookieName}=`)).join('; ') || undefined
}

/** Compare in constant time, which does not show where they differ. */
function isSame(given: string, known: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(given), hash(known))
}
