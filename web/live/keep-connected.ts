import { socketReconnectMs } from '../../domain/catalog/limits.ts'
import type { Wire } from './connection.ts'

/** Ports of `keepConnected`. */
export interface KeeperPorts<Token extends { expires_at: string }> {
  /** A fresh token. Throws; `isRefused` tells when it is because nobody is signed in. */
  fetchToken(): Promise<Token>
  open(token: Token): Promise<Wire>
  /** Put the subscriptions on a new wire; the one before it, if any, is still open. */
  attach(wire: Wire, token: Token): void
  detach(wire: Wire): void
  /** Hear each change once: `lost` as soon as it is known, `connected` when everything is subscribed again. */
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
  /** Look now whether the line is alive. */
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
 * Keep one connection to the live bus. Before a token runs out the next connection is made and only then the old one
 * let go, so nothing is missed. After codes 1000 and 3001 it rests until a session is refreshed (decisions D85).
 */
export function keepConnected<Token extends { expires_at: string }>(
  ports: KeeperPorts<Token>,
): Keeper {
  return new ConnectionKeeper(ports)
}

class ConnectionKeeper<Token extends { expires_at: string }> implements Keeper {
  readonly #ports: KeeperPorts<Token>
  readonly #beat: ReturnType<typeof setInterval>
  #wire: Wire | null = null
  #state: 'connected' | 'lost' | null = null
  #stopped = false
  #tries = 0
  #openedAt = 0
  /** Number of the newest try; an older one that is still under way is stale. */
  #generation = 0
  #refreshes = 0
  #plannedFor = Infinity
  #timer: ReturnType<typeof setTimeout> | undefined
  /** Messages that the wire had received at the last look. */
  #seen = 0

  constructor(ports: KeeperPorts<Token>) {
    this.#ports = ports
    this.#beat = setInterval(() => this.#look(), beatMs)
    void this.#connect()
  }

  probe(): void {
    void this.#ask()
  }

  wake(): void {
    if (this.#wire) void this.#ask()
    else if (this.#plannedFor < Infinity) this.#plan(0)
  }

  refreshed(): void {
    this.#refreshes += 1
    const isLater = this.#plannedFor > Date.now() + socketReconnectMs
    if (!this.#stopped && isLater) this.#plan(socketReconnectMs)
  }

  stop(): void {
    this.#stopped = true
    this.#rest()
    clearInterval(this.#beat)
    if (this.#wire) letGo(this.#ports, this.#wire)
    this.#wire = null
  }

  async #connect(): Promise<void> {
    this.#rest()
    const mine = ++this.#generation
    const before = this.#refreshes
    const isStale = () => this.#stopped || mine !== this.#generation
    let fresh: Wire | undefined
    try {
      const token = await this.#ports.fetchToken()
      if (isStale()) return
      fresh = await this.#ports.open(token)
      if (isStale()) return fresh.drop()
      this.#ports.attach(fresh, token)
      await within(answerMs, fresh.flush())
      if (isStale()) return letGo(this.#ports, fresh)
      this.#takeUp(fresh, token)
    } catch (error) {
      if (fresh) letGo(this.#ports, fresh)
      if (isStale()) return
      if (!this.#wire) this.#say('lost')
      // Ignore the refusal of a token that was requested in an earlier session.
      if (this.#ports.isRefused(error) && before === this.#refreshes) this.#ports.onRefused()
      else this.#retry()
    }
  }

  #takeUp(fresh: Wire, token: Token): void {
    const before = this.#wire
    this.#wire = fresh
    this.#openedAt = Date.now()
    this.#seen = fresh.received()
    if (before) letGo(this.#ports, before)
    else this.#say('connected')
    this.#plan(Math.max(Date.parse(token.expires_at) - Date.now(), 10_000) * renewAt)
    void fresh.ended.then((ending) => {
      if (this.#stopped || this.#wire !== fresh) return
      this.#lose()
      if (ending === 'lost') this.#retry()
      if (ending === 'ended') this.#ports.onEnded()
    })
  }

  /** Drop the wire, after which no page takes the picture for live. */
  #lose(): void {
    const gone = this.#wire
    this.#wire = null
    // Cancel a try under way, which was for a renewal: the caller plans the next one.
    this.#generation += 1
    this.#rest()
    if (Date.now() - this.#openedAt > settledMs) this.#tries = 0
    this.#say('lost')
    if (gone) letGo(this.#ports, gone)
  }

  /** Report a change only: a try that fails while the line is lost is none. */
  #say(state: 'connected' | 'lost'): void {
    if (state === this.#state) return
    this.#state = state
    this.#ports.onState(state)
  }

  async #ask(): Promise<void> {
    const asked = this.#wire
    if (!asked) return
    try {
      await within(answerMs, asked.flush())
    } catch {
      if (this.#wire !== asked) return
      this.#lose()
      this.#retry()
    }
  }

  /** Ask a wire that was silent since the last look. */
  #look(): void {
    // Ask nothing for a hidden page, which is probed first when it is looked at again.
    if (!this.#wire || !this.#ports.isVisible()) return
    const now = this.#wire.received()
    if (now === this.#seen) void this.#ask()
    this.#seen = now
  }

  #plan(ms: number): void {
    clearTimeout(this.#timer)
    this.#plannedFor = Date.now() + ms
    this.#timer = setTimeout(() => void this.#connect(), ms)
  }

  #rest(): void {
    clearTimeout(this.#timer)
    this.#plannedFor = Infinity
  }

  #retry(): void {
    this.#plan(waitBefore(this.#tries++, Math.random()))
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
