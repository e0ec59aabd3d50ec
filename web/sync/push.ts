import {
  acknowledge,
  isDue,
  markSent,
  nextToSend,
  postpone,
  refuse,
  unpark,
} from '../../domain/sync/document.ts'
import type { LocalDocument, Pending } from '../../domain/sync/pending.ts'
import { backOffMs, failureOf, faultOf, isSilence, longestWaitMs } from './back-off.ts'
import type { Clock, DocumentStore, Report, Service } from './ports.ts'
import { uploadAnalysis } from './upload.ts'

/** Documents that are sent side by side: a slow or bad one holds up no other. */
export const atOnce = 4

/** After the service answered again what waits is sent at once, but not more often than this: an outage may flicker. */
const releaseEveryMs = 10_000

export interface PushOptions {
  store: DocumentStore
  service: Service
  clock: Clock
  random: () => number
  report: Report
  /** Told of each call whether the service answered. */
  onAnswer: (came: boolean) => void
  /** Told when what is being sent, or what waits, has changed. */
  onChange: () => void
}

/**
 * Sends what waits in the documents: of each document one operation after the other, several documents at once.
 * Two tabs may do so at the same time; the edge takes an operation once.
 */
export class Push {
  readonly #options: PushOptions
  readonly #inFlight = new Map<string, Promise<void>>()
  readonly #missed = new Set<string>()
  readonly #stopping = new AbortController()
  #looking = false
  #lookAgain = false
  #timer: AbortController | null = null
  #wakes = Number.POSITIVE_INFINITY
  /** No call is made before then: there is no network, nobody is signed in, or the service is silent. */
  #awayUntil = 0
  /** Rounds in a row that nobody answered. */
  #silences = 0
  #heldBack = false
  #releasedAt = Number.NEGATIVE_INFINITY

  constructor(options: PushOptions) {
    this.#options = options
  }

  get sending(): number {
    return this.#inFlight.size
  }

  /** Something new waits, or it is time to look. */
  poke(): void {
    this.#lookAgain = true
    if (!this.#looking) void this.#look()
  }

  /** Go on with what was held back by an outage: the service answers. */
  answered(): void {
    const { clock } = this.#options
    this.#silences = 0
    if (this.#awayUntil > clock.now()) {
      this.#awayUntil = 0
      this.poke()
    }
    const since = clock.now() - this.#releasedAt
    // Go on where it is negative: the clock was set back.
    if (!this.#heldBack || (since >= 0 && since < releaseEveryMs)) return
    this.#releasedAt = clock.now()
    void this.#release(() => true)
  }

  /** Send everything, or one document, now, because a person asked for it. */
  async retry(id?: string): Promise<void> {
    this.#awayUntil = 0
    await this.#release((document) => id === undefined || document.id === id)
  }

  stop(): void {
    this.#stopping.abort()
    this.#timer?.abort()
  }

  async #release(wanted: (document: LocalDocument) => boolean): Promise<void> {
    const { store, report } = this.#options
    try {
      const waiting = await store.waiting()
      for (const { id } of waiting.filter((one) => wanted(one) && isHeld(one))) {
        if (this.#stopped) return
        await store.change(id, (document) =>
          document && isHeld(document) ? unpark(document) : document,
        )
      }
    } catch (error) {
      report({ what: 'step_failed', fault: faultOf(error) })
    }
    this.poke()
  }

  async #look(): Promise<void> {
    this.#looking = true
    try {
      while (this.#lookAgain && !this.#stopped) {
        this.#lookAgain = false
        await this.#sendAll(await this.#options.store.waiting())
      }
    } catch (error) {
      this.#options.report({ what: 'step_failed', fault: faultOf(error) })
      // Read a store that could not be read again, which reopens itself.
      this.#wakeAt(this.#options.clock.now() + longestWaitMs / 12)
    } finally {
      this.#looking = false
    }
  }

  async #sendAll(waiting: readonly LocalDocument[]): Promise<void> {
    const { clock, onChange } = this.#options
    let next = Number.POSITIVE_INFINITY
    this.#heldBack = waiting.some(isHeld)
    for (const document of waiting) {
      const { id } = document
      if (this.#inFlight.has(id)) {
        this.#missed.add(id)
        continue
      }
      // Reset the wait if the clock was set back: its end would be far ahead.
      if (this.#awayUntil > clock.now() + longestWaitMs) this.#awayUntil = 0
      const due = dueAt(document, clock.now())
      if (due <= clock.now())
        while (this.#inFlight.size >= atOnce) await Promise.race(this.#inFlight.values())
      if (this.#stopped) return
      // Wait until the service is asked again, since requests before may have found that nobody answers.
      const at = Math.max(due, this.#awayUntil)
      if (at > clock.now()) {
        next = Math.min(next, at)
        continue
      }
      this.#start(id)
      onChange()
    }
    if (Number.isFinite(next)) this.#wakeAt(next)
  }

  #start(id: string): void {
    const { report, clock, onChange } = this.#options
    const done = this.#sendDocument(id)
      .catch((error: unknown) => {
        report({ what: 'step_failed', id, fault: faultOf(error) })
        this.#wakeAt(clock.now() + longestWaitMs / 12)
      })
      .finally(() => {
        this.#inFlight.delete(id)
        onChange()
        if (this.#missed.delete(id)) this.poke()
      })
    this.#inFlight.set(id, done)
  }

  /** Send all that may be sent of one document, one after the other. */
  async #sendDocument(id: string): Promise<void> {
    const { store, clock } = this.#options
    while (!this.#stopped) {
      const known = await store.find(id)
      const next = known && nextToSend(known, clock.now())
      if (!next) {
        const at = known ? dueAt(known, clock.now()) : Number.POSITIVE_INFINITY
        if (Number.isFinite(at)) this.#wakeAt(at)
        return
      }
      // Change it as it is now: the tab beside may have sent it, or the person added to it, since it was read.
      const marked = await store.change(id, (document) =>
        document && nextToSend(document, clock.now())?.op_id === next.op_id
          ? markSent(document, next.op_id)
          : document,
      )
      const operation = marked?.pending.find(({ op_id }) => op_id === next.op_id)
      if (!marked || operation?.state !== 'waiting' || this.#stopped) continue
      if (!(await this.#send(marked, operation))) return
    }
  }

  /** Send one operation; return true when the document may go on with the next. */
  async #send({ id, kind, uuid }: LocalDocument, operation: Pending): Promise<boolean> {
    const { store, service, clock, onAnswer } = this.#options
    const { op_id: opId } = operation
    try {
      const answer = await deliver(service, uuid, operation)
      onAnswer(true)
      if (this.#stopped) return false
      const { seq, overwritten, record: body } = answer
      const at = new Date(clock.now()).toISOString()
      await store.change(
        id,
        (document) =>
          document &&
          withoutRest(
            acknowledge(document, opId, { record: { kind, uuid, seq, body }, overwritten, at }),
          ),
      )
      return true
    } catch (error) {
      return this.#fail(id, operation, error)
    }
  }

  async #fail(id: string, { op_id: opId, tries }: Pending, error: unknown): Promise<boolean> {
    const { store, clock, random, onAnswer } = this.#options
    const fault = faultOf(error)
    const failure = failureOf(fault)
    if (this.#stopped) return false
    if (fault.reason === 'client_failed') this.#options.report({ what: 'step_failed', id, fault })
    onAnswer(failure === 'final')
    if (failure === 'final') {
      await store.change(id, (document) => document && refuse(document, opId, fault))
      return true
    }
    if (failure === 'away') {
      this.#awayUntil = clock.now() + backOffMs(99, random)
      await store.change(id, (document) => document && takeBackTry(document, opId))
      this.#wakeAt(this.#awayUntil)
      return false
    }
    this.#heldBack = true
    if (isSilence(error)) this.#waitSilence()
    const nextAt = clock.now() + backOffMs(tries, random)
    await store.change(id, (document) => document && postpone(document, opId, { fault, nextAt }))
    this.#wakeAt(nextAt)
    return false
  }

  /** However much waits, a service that is gone is asked for a few of it at a time. */
  #waitSilence(): void {
    const { clock, random } = this.#options
    const now = clock.now()
    // Count a silence once: the others are of the same round.
    if (this.#awayUntil > now) return
    this.#silences += 1
    // Wait no longer than this, so that what somebody saves meanwhile does not wait for it.
    this.#awayUntil = now + Math.min(releaseEveryMs, backOffMs(this.#silences, random))
    this.#wakeAt(this.#awayUntil)
  }

  /** Look again then; an earlier time that is set already does as well. */
  #wakeAt(at: number): void {
    const { clock } = this.#options
    if (this.#stopped || at >= this.#wakes) return
    this.#timer?.abort()
    const timer = new AbortController()
    this.#timer = timer
    this.#wakes = at
    void clock.wait(Math.max(0, at - clock.now()), timer.signal).then(() => {
      if (timer.signal.aborted) return
      this.#wakes = Number.POSITIVE_INFINITY
      this.poke()
    })
  }

  get #stopped(): boolean {
    return this.#stopping.signal.aborted
  }
}

async function deliver(service: Service, uuid: string, operation: Pending) {
  if (operation.type === 'merge') return service.mergeAnalysis(uuid, operation)
  const record = await uploadAnalysis(service, operation)
  // Take the least number where it has none: the next pull of the record takes its place.
  const standing = (await service.standing(uuid)) ?? { record, seq: 1 }
  return { ...standing, overwritten: [] }
}

/** Return the time at which the next operation of a document may be sent; infinite where there is none. */
function dueAt({ pending }: LocalDocument, now: number): number {
  const next = pending.find(({ state }) => state !== 'refused')
  if (next?.state !== 'waiting') return Number.POSITIVE_INFINITY
  return isDue(next, now) ? 0 : next.next_at
}

/** Return true if the next operation is parked, or waits after a failed try. */
function isHeld({ pending }: LocalDocument): boolean {
  const next = pending.find(({ state }) => state !== 'refused')
  return next !== undefined && (next.state === 'parked' || next.next_at > 0)
}

/** Remove a record that was deleted while its last waiting operation was sent. */
function withoutRest(document: LocalDocument): LocalDocument | null {
  return document.body === null && document.pending.length === 0 ? null : document
}

/**
 * Take back a try, which does not count. It may have arrived before the session ended, so the operation stays marked as
 * sent.
 */
function takeBackTry(document: LocalDocument, opId: string): LocalDocument {
  const pending = document.pending.map((one): Pending =>
    one.op_id === opId ? { ...one, tries: Math.max(1, one.tries - 1) } : one,
  )
  return { ...document, pending }
}
