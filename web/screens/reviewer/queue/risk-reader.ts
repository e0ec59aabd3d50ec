import { Fault, type FaultCode } from '../../../../domain/fault.ts'
import type { Risk } from '../../../../domain/rules/review-risk.ts'
import type { RisksByHash } from '../../../local/risk-cache.ts'

/** Results that wait to be read. */
export interface UnreadResults {
  /** Id of the analysis. */
  uuid: string
  /** Hash of its newest results. */
  hash: string
  /** Hash of the curves of an older record, which keeps no count of its points; null of others. */
  curves: string | null
}

/** Results that were read, and those that cannot be read, by their hash. */
export interface ReadingState {
  read: RisksByHash
  /** Hashes of those that the service has not, or that are not what the record names. */
  unreadable: ReadonlySet<string>
  /** The service could not be asked: reading goes on by itself later. */
  stopped: boolean
}

export interface RiskReaderParts {
  /** @throws Fault */
  read: (results: UnreadResults, signal: AbortSignal) => Promise<readonly Risk[]>
  loadKept: () => Promise<RisksByHash>
  keep: (risks: RisksByHash) => Promise<void>
  /** Called when `state` has changed. */
  onChange: () => void
  /** Runs work after a while; returns how to take it back. */
  later: (work: () => void, ms: number) => () => void
}

/** Files read at the same time: more would keep a slow line from everything else. */
const atOnce = 3
/** New orders are shown in steps, so that rows do not jump with every file. */
const showEveryMs = 400
/** Number of files after which findings are kept for the next load. */
const keepEvery = 50
/** Wait before the service is asked again, doubled up to the longest. */
export const firstRestMs = 5000
const longestRestMs = 60_000

/** Failures that are not about the file. Offline, when no call is made, others may still be on this machine. */
const passing: ReadonlySet<FaultCode> = new Set<FaultCode>([
  'network',
  'timeout',
  'too_many',
  'internal',
  'device_unreachable',
  'overloaded',
  'not_signed_in',
  'session_expired',
  'client_outdated',
])

/**
 * Reads the results of all that wait, those in view first. A result is read once: what was found is kept by its hash.
 * Files that could not be requested stay unread and are retried; damaged or deleted ones are unreadable.
 */
export class RiskReader {
  readonly #parts: RiskReaderParts
  readonly #stop = new AbortController()
  readonly #read = new Map<string, readonly Risk[]>()
  readonly #unreadable = new Set<string>()
  #wanted = new Map<string, UnreadResults>()
  /** Results among those wanted that nobody has asked for yet. */
  #queue: UnreadResults[] = []
  #seen: ReadonlySet<string> = new Set()
  readonly #busy = new Set<string>()
  /** Not on this machine, while no call is made at all. */
  readonly #skipped = new Set<string>()
  #keptLoaded = false
  #sinceKept = 0
  #rest: { cancel: () => void } | null = null
  #restMs = firstRestMs
  #telling: (() => void) | null = null
  #state: ReadingState = { read: new Map(), unreadable: new Set(), stopped: false }

  constructor(parts: RiskReaderParts) {
    this.#parts = parts
    void parts.loadKept().then((kept) => {
      for (const [hash, risks] of kept) this.#read.set(hash, risks)
      this.#keptLoaded = true
      this.#lineUp()
      this.#tell()
      this.#work()
    })
  }

  /** Return the same object until something changes. */
  get state(): ReadingState {
    return this.#state
  }

  /** Name all results that are to be read, in the order in which they matter. */
  want(results: readonly UnreadResults[]): void {
    this.#wanted = new Map(results.map((one) => [one.hash, one]))
    this.#lineUp()
    this.#work()
  }

  /** Name the analyses in view: they are read before the others. */
  see(uuids: ReadonlySet<string>): void {
    this.#seen = uuids
  }

  /** Try again now what could not be read, for instance when the service is back. */
  again(): void {
    this.#unreadable.clear()
    this.#skipped.clear()
    this.#lineUp()
    this.#restMs = firstRestMs
    this.#endRest()
    this.#tell()
    this.#work()
  }

  /** Stop reading; keep what was found. */
  close(): void {
    this.#stop.abort()
    this.#rest?.cancel()
    this.#telling?.()
    if (this.#sinceKept > 0) void this.#keep()
  }

  #work(): void {
    while (this.#keptLoaded && !this.#rest && !this.#stop.signal.aborted) {
      const next = this.#busy.size < atOnce ? this.#next() : undefined
      if (!next) return
      this.#busy.add(next.hash)
      void this.#readOne(next)
    }
  }

  /** Return the first that is in view, otherwise the first of all. */
  #next(): UnreadResults | undefined {
    const inView = this.#queue.findIndex(({ uuid }) => this.#seen.has(uuid))
    return this.#queue.splice(Math.max(0, inView), 1)[0]
  }

  /** Line up what is wanted and not known. */
  #lineUp(): void {
    const known = [this.#read, this.#unreadable, this.#busy, this.#skipped]
    this.#queue = [...this.#wanted.values()].filter(
      ({ hash }) => !known.some((one) => one.has(hash)),
    )
  }

  async #readOne(results: UnreadResults): Promise<void> {
    const { signal } = this.#stop
    try {
      const risks = await this.#parts.read(results, signal)
      if (signal.aborted) return
      this.#read.set(results.hash, risks)
      this.#restMs = firstRestMs
      this.#sinceKept += 1
    } catch (error) {
      if (signal.aborted) return
      if (error instanceof Fault && error.code === 'offline') this.#skipped.add(results.hash)
      else if (error instanceof Fault && passing.has(error.code)) this.#pause(results)
      else this.#unreadable.add(results.hash)
    }
    this.#busy.delete(results.hash)
    this.#tellLater()
    this.#work()
    // Keep all that was read once nothing is left to read, since a page that is reloaded is not closed first.
    const isIdle = this.#busy.size === 0
    if (this.#sinceKept >= (isIdle ? 1 : keepEvery)) void this.#keep()
  }

  /** Ask nothing for a while; what could not be asked for comes first then. */
  #pause(results: UnreadResults): void {
    if (this.#wanted.has(results.hash)) this.#queue.unshift(results)
    if (this.#rest) return
    const ms = this.#restMs
    const cancel = this.#parts.later(() => {
      this.#rest = null
      this.#tell()
      this.#work()
    }, ms)
    this.#rest = { cancel }
    this.#restMs = Math.min(longestRestMs, ms * 2)
  }

  #endRest(): void {
    this.#rest?.cancel()
    this.#rest = null
  }

  /** Keep only what still waits: what is signed is not looked at here again. */
  async #keep(): Promise<void> {
    this.#sinceKept = 0
    await this.#parts.keep(new Map([...this.#read].filter(([hash]) => this.#wanted.has(hash))))
  }

  #tellLater(): void {
    this.#telling ??= this.#parts.later(() => this.#tell(), showEveryMs)
  }

  #tell(): void {
    this.#telling?.()
    this.#telling = null
    if (this.#stop.signal.aborted) return
    this.#state = {
      read: new Map(this.#read),
      unreadable: new Set(this.#unreadable),
      stopped: this.#rest !== null || this.#skipped.size > 0,
    }
    this.#parts.onChange()
  }
}
