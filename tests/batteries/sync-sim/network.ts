import { callTimeoutMs } from '../../../domain/catalog/limits.ts'
import type { Random } from '../../support/seeded-random.ts'
import type { Tab } from './tab.ts'

/** Faults of a request, each with its share of all requests. */
export const networkFaults = [
  'lostRequest',
  'lostReply',
  'duplicate',
  'lateDuplicate',
  'slowRequest',
  'slowReply',
  'truncated',
  'htmlError',
  'captivePortal',
  'signedOut',
  'throttled',
  'failing',
  'tooLarge',
  'emptyReply',
  'resent',
] as const
export type NetworkFault = (typeof networkFaults)[number]
export type Rates = Partial<Record<NetworkFault, number>>

export interface Wire {
  /** Share of each fault; nothing happens to a request where they are empty. */
  rates: Rates
  /** Ways that are closed without anybody being told. */
  upClosed: boolean
  downClosed: boolean
  /** The session of the machine has ended: the edge refuses it until somebody signs in again. */
  sessionOver?: boolean
}

interface Sent {
  tab: Tab
  wire: Wire
  random: Random
  /** Fault of this request. */
  fault: NetworkFault | null
  /** Deliver the request to the edge. */
  deliver: () => Promise<Response>
  signal: AbortSignal | null
  note: (what: string) => void
}

/** Take a request to the edge and its answer back, or not. */
export function sendOver(sent: Sent): Promise<Response> {
  const { tab, signal } = sent
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal?.reason as Error)
    signal?.addEventListener('abort', () => tab.schedule(0, stop))
    void travel(sent).then(
      (answer) => tab.schedule(0, () => resolve(answer)),
      (error: unknown) => tab.schedule(0, () => reject(error as Error)),
    )
  })
}

async function travel(sent: Sent): Promise<Response> {
  const { tab, wire, random, fault, note } = sent
  if (fault) note(fault)
  const made = wire.sessionOver ? refusal(401, 'session_expired') : fault && answerOnTheWay(fault)
  if (made) {
    await tab.time.wait(ownWay(random))
    return made
  }
  const up = ownWay(random) + (fault === 'slowRequest' ? random.below(120_000) : 0)
  await tab.time.wait(up)
  if (wire.upClosed || fault === 'lostRequest') return vanish(random, tab)
  if (fault === 'resent') return resend(sent)
  if (fault === 'duplicate') again(sent, random.below(50))
  if (fault === 'lateDuplicate') again(sent, 1000 + random.below(100_000))
  const answer = await sent.deliver()
  await tab.time.wait(ownWay(random) + (fault === 'slowReply' ? random.below(120_000) : 0))
  if (wire.downClosed || fault === 'lostReply') return vanish(random, tab)
  return fault === 'truncated' || fault === 'emptyReply' ? spoil(answer, fault, random) : answer
}

export function drawFault(rates: Rates, random: Random): NetworkFault | null {
  let drawn = random.next()
  for (const fault of networkFaults) {
    drawn -= rates[fault] ?? 0
    if (drawn < 0) return fault
  }
  return null
}

function ownWay(random: Random): number {
  return 5 + random.below(60)
}

/** Send the same bytes once more, without waiting for the answer. */
function again({ tab, deliver, note }: Sent, ms: number): void {
  tab.time.after(ms, () => {
    note('delivered again')
    void deliver().catch(() => undefined)
  })
}

/**
 * Deliver the request, lose its answer with the connection, and send it once more. A browser does so by itself where a connection
 * that was used before breaks without an answer, Chromium with every method: a machine that wakes up finds it broken. The page sees
 * the second answer only, and the session may have ended meanwhile.
 */
async function resend(sent: Sent): Promise<Response> {
  const { tab, wire, random, note } = sent
  await sent.deliver()
  await tab.time.wait(random.below(20_000))
  wire.sessionOver = random.next() < 0.5
  note(`sent again by the browser${wire.sessionOver ? ' after the session' : ''}`)
  return travel({ ...sent, fault: drawFault(wire.rates, random) })
}

/** Break the connection at once, or never answer. */
async function vanish(random: Random, tab: Tab): Promise<Response> {
  if (random.next() < 0.5) return new Promise<Response>(() => undefined)
  await tab.time.wait(random.below(2000))
  throw new TypeError('the connection broke')
}

const page = '<!doctype html><title>Sign in to the guest network</title>'

/** Answer in place of the edge, before the request reaches it. */
function answerOnTheWay(fault: NetworkFault): Response | null {
  switch (fault) {
    case 'htmlError':
      return new Response('<h1>502 Bad Gateway</h1>', { status: 502 })
    case 'captivePortal':
      return new Response(page, { status: 200, headers: { 'Content-Type': 'text/html' } })
    case 'tooLarge':
      return new Response('<h1>413</h1>', { status: 413 })
    case 'signedOut':
      return refusal(401, 'session_expired')
    case 'throttled':
      return refusal(429, 'too_many')
    case 'failing':
      return refusal(500, 'internal')
    default:
      return null
  }
}

function refusal(status: number, code: string): Response {
  return Response.json({ ok: false, errors: [{ code, message: code }] }, { status })
}

async function spoil(answer: Response, fault: NetworkFault, random: Random): Promise<Response> {
  const text = await answer.text()
  const kept = fault === 'emptyReply' ? '' : text.slice(0, random.below(text.length))
  return new Response(kept, { status: answer.status, headers: answer.headers })
}

/** Return the options of a request as the page sends one by itself. */
export function asking(): RequestInit {
  const headers = { 'X-Requested-With': 'XMLHttpRequest' }
  return { method: 'GET', headers, signal: AbortSignal.timeout(callTimeoutMs) }
}
