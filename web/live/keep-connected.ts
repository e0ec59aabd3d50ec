import { socketReconnectMs } from '../../domain/catalog/limits.ts'
import type { Wire } from './connection.ts'

/** Ports of `keepConnected`. */
export interface KeeperPorts<Token extends { expires_at: string }> {
  /** A fresh token. Throws; `isRefused` tells when it is because nobody is signed in. */
  fetchToken(): Promise<Token>
  open(token: Token): Promise<Wire>
  /** Puts the subscriptions on a new wire; the one before it, if any, is still open. */
  attach(wire: Wire, token: Token): void
  detach(wire: Wire): void
  /** `lost` is said as soon as it is known, `connected` when everything is subscribed again. */
  onState(state: 'connected' | 'lost'): void
  isRefused(error: unknown): boolean
  /** 401 from the stream: the session is over (spec §2 "Routing rules"). */
  onRefused(): void
  /** Called when the service ends the connection for good: check if the session is still valid. */
  onEnded(): void
  isVisible(): boolean
}

/** The connection as it is kept. */
export interface Keeper {
  /** Looks now whether the line is alive. */
  probe(): void
  /** As `probe`, after sleep: also ends a wait for the next try. */
  wake(): void
  /** A session was refreshed: 3 s later there is a connection with a fresh token (spec §4 "Socket"). */
  refreshed(): void
  stop(): void
}

const firstWaitMs = 500
const longestWaitMs = 30_000
/** Each wait is so much longer than the one before: half a minute away costs two seconds, an hour half a minute. */
const growth = 1.5
/** A connection that lived so long was a good one: the next waits begin small again. */
const settledMs = 10_000
/** A silent line is asked so often, and has so long to answer: after 8 s at most it is known to be dead. */
const beatMs = 2000
const answerMs = 4000
/** A fresh token is fetched when this share of the old one's life is over. */
const renewAt = 0.6

/** Return the wait before a try: capped, exponential, and never in step with other pages (decisions D85). */
export function waitBefore(tries: number, random: number): number {
  return Math.min(longestWaitMs, firstWaitMs * growth ** tries) * (0.5 + random / 2)
}

/**
 * Keeps one connection to the live bus. Before a token runs out the next connection is made and only then the old one
 * let go, so nothing is missed. After codes 1000 and 3001 it rests until a session is refreshed (decisions D85).
 */
export function keepConnected<Token extends { expires_at: string }>(
  ports: KeeperPorts<Token>,
): Keeper {
  let wire: Wire | null = null
  let stopped = false
  let tries = 0
  let openedAt = 0
  let generation = 0
  let refreshes = 0
  let plannedFor = Infinity
  let timer: ReturnType<typeof setTimeout> | undefined
  let seen = 0

  const plan = (ms: number) => {
    clearTimeout(timer)
    plannedFor = Date.now() + ms
    timer = setTimeout(() => void connect(), ms)
  }
  const rest = () => {
    clearTimeout(timer)
    plannedFor = Infinity
  }
  const retry = () => plan(waitBefore(tries++, Math.random()))

  async function connect(): Promise<void> {
    rest()
    const mine = ++generation
    const before = refreshes
    const isStale = () => stopped || mine !== generation
    let fresh: Wire | undefined
    try {
      const token = await ports.fetchToken()
      if (isStale()) return
      fresh = await ports.open(token)
      if (isStale()) return fresh.drop()
      ports.attach(fresh, token)
      await within(answerMs, fresh.flush())
      if (isStale()) return letGo(ports, fresh)
      takeUp(fresh, token)
    } catch (error) {
      if (fresh) letGo(ports, fresh)
      if (isStale()) return
      if (!wire) ports.onState('lost')
      // Ignore the refusal of a token that was requested in an earlier session.
      if (ports.isRefused(error) && before === refreshes) ports.onRefused()
      else retry()
    }
  }

  function takeUp(fresh: Wire, token: Token): void {
    const before = wire
    wire = fresh
    openedAt = Date.now()
    seen = fresh.received()
    if (before) letGo(ports, before)
    else ports.onState('connected')
    plan(Math.max(Date.parse(token.expires_at) - Date.now(), 10_000) * renewAt)
    void fresh.ended.then((ending) => {
      if (stopped || wire !== fresh) return
      lose()
      if (ending === 'lost') retry()
      if (ending === 'ended') ports.onEnded()
    })
  }

  /** Drop the wire, after which no page takes the picture for live. */
  function lose(): void {
    const gone = wire
    wire = null
    // Cancel a try under way, which was for a renewal: the caller plans the next one.
    generation += 1
    rest()
    if (Date.now() - openedAt > settledMs) tries = 0
    ports.onState('lost')
    if (gone) letGo(ports, gone)
  }

  async function ask(): Promise<void> {
    const asked = wire
    if (!asked) return
    try {
      await within(answerMs, asked.flush())
    } catch {
      if (wire !== asked) return
      lose()
      retry()
    }
  }

  const beat = setInterval(() => {
    // A hidden page is asked nothing; when it is looked at again it is probed first.
    if (!wire || !ports.isVisible()) return
    const now = wire.received()
    if (now === seen) void ask()
    seen = now
  }, beatMs)

  void connect()
  return {
    probe: () => void ask(),
    wake() {
      if (wire) void ask()
      else if (plannedFor < Infinity) plan(0)
    },
    refreshed() {
      refreshes += 1
      if (!stopped && plannedFor > Date.now() + socketReconnectMs) plan(socketReconnectMs)
    },
    stop() {
      stopped = true
      rest()
      clearInterval(beat)
      if (wire) letGo(ports, wire)
      wire = null
    },
  }
}

function letGo(ports: Pick<KeeperPorts<never>, 'detach'>, wire: Wire): void {
  ports.detach(wire)
  wire.drop()
}

function within<Value>(ms: number, promise: Promise<Value>): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer')), ms)
  })
  return Promise.race([promise, late]).finally(() => clearTimeout(timer))
}
