import { backOffMs, failureOf, faultOf, isSilence } from './back-off.ts'
import {
  aboveAll,
  askOf,
  type Ask,
  beginAt,
  fullRefreshEveryMs,
  goOn,
  hasMoreKinds,
  isOtherLife,
  isSamePlace,
  kindsOf,
  markAfter,
  type Taken,
  widen,
} from './mark.ts'
import type {
  Clock,
  DocumentStore,
  Page,
  Report,
  SearchService,
  Service,
  StreamMark,
} from './ports.ts'
import type { Stream } from './streams.ts'
import { Gather } from './gather.ts'
import { passBadRecord } from './skip-record.ts'
import { makeRun, type Run } from './stream-run.ts'
import { takeAside } from './take-aside.ts'
import { takeRecords } from './take-records.ts'
import { Turns } from './turns.ts'

export interface PullOptions {
  store: DocumentStore
  service: Pick<Service, 'pull' | 'pulls'>
  search?: SearchService | undefined
  clock: Clock
  random: () => number
  report: Report
  streams: readonly Stream[]
  /** The view of the company that the store was opened for; a page of another one is not taken. */
  scope: string
  pageSize: number
  /** Analyses after which their first pull ends. */
  window: number
  onAnswer: (came: boolean) => void
  onChange: () => void
  onScope: (scope: string) => void
}

/** A hint does not shorten the wait after a failure below this. */
const leastWaitMs = 1000

/** Reason to retry a stream. `silent`: no answer; `passing`: the service is unavailable now. */
type Again = 'away' | 'silent' | 'passing'

/**
 * Pulls each stream by `seq`, page by page, and again on hints: these may come late, twice or never, the `seq` is the
 * truth. A stream that fails waits by itself; it holds up no other. Where nothing comes back at all, they ask in turn.
 */
export class Pull {
  readonly #options: PullOptions
  readonly #runs: Map<Stream, Run>
  readonly #turns = new Turns<Run>()
  readonly #gather: Gather
  #stopped = false
  /** It does not know the pull at all. */
  #isOldEdge = false
  #fullAt = Number.NEGATIVE_INFINITY

  constructor(options: PullOptions) {
    this.#options = options
    const { service, clock, pageSize, streams } = options
    this.#gather = new Gather(service, clock, { limit: pageSize, size: streams.length })
    this.#runs = new Map(options.streams.map((stream) => [stream, makeRun(stream, options)]))
  }

  get running(): boolean {
    return [...this.#runs.values()].some(({ running }) => running)
  }

  /** Time at which all streams were last equal to the edge's; null where they have not been since the start. */
  get pulledAt(): number | null {
    const times = [...this.#runs.values()].map((run) => run.pulledAt)
    const known = times.filter((at) => at !== null)
    return known.length < times.length ? null : Math.min(...known)
  }

  /** Something is new: pull. Hints that come while it is being pulled are one more pull. */
  resync(): void {
    for (const [stream, run] of this.#runs) {
      run.wanted = true
      run.wait?.abort()
      if (!run.running) void this.#follow(stream, run)
    }
  }

  /** Pull as many older analyses as well, where the first pull has ended at its window. */
  fetchOlder(): void {
    for (const run of this.#runs.values()) run.wantsOlder = run.window !== undefined
    this.resync()
  }

  /**
   * Pull everything, also what was set aside: not within 30 s of the last time, nor while one runs (spec §9). @returns whether it
   * was begun.
   */
  refresh(): boolean {
    const now = this.#options.clock.now()
    const since = now - this.#fullAt
    // Go on where it is negative: the clock was set back.
    if ((since >= 0 && since <= fullRefreshEveryMs) || this.running) return false
    this.#fullAt = now
    for (const run of this.#runs.values()) run.asideAt = Number.NEGATIVE_INFINITY
    this.resync()
    return true
  }

  stop(): void {
    this.#stopped = true
    this.#turns.end()
    this.#gather.end()
    for (const { wait } of this.#runs.values()) wait?.abort()
  }

  async #follow(stream: Stream, run: Run): Promise<void> {
    const { clock, onChange } = this.#options
    run.running = true
    onChange()
    while (run.wanted && !this.#stopped) {
      run.wanted = false
      run.triedAt = clock.now()
      const again = await this.#tryStream(stream, run)
      if (again !== 'silent') this.#answered()
      if (again && !this.#stopped) {
        run.wanted = true
        run.tries += 1
        await this.#waitFor(run, again)
      } else if (!again) run.tries = 0
    }
    run.running = false
    onChange()
  }

  /** Wait after a failure; a hint shortens it. */
  async #waitFor(run: Run, again: Again): Promise<void> {
    const { clock, random } = this.#options
    // Wait again if another request was answered meanwhile.
    if (again === 'silent' && !(await this.#turns.wait(run))) return this.#rest(run.triedAt)
    const since = clock.now()
    const tries = again === 'away' ? 99 : Math.max(run.tries, this.#turns.tries)
    const ms = backOffMs(tries, random)
    run.wait = new AbortController()
    await clock.wait(ms, run.wait.signal)
    run.wait = null
    if (ms > leastWaitMs) await this.#rest(since)
  }

  /** Wait for the rest of the shortest interval. */
  async #rest(since: number): Promise<void> {
    const { clock } = this.#options
    const rest = since + leastWaitMs - clock.now()
    // Skip a longer wait: the clock was set back.
    if (rest > 0 && rest <= leastWaitMs && !this.#stopped) await clock.wait(rest)
  }

  /** Something of the service came back. */
  #answered(): void {
    const { holder } = this.#turns
    this.#turns.end()
    holder?.wait?.abort()
  }

  /** Pull a stream; returns the reason to retry it, or null. */
  async #tryStream(stream: Stream, run: Run): Promise<Again | null> {
    try {
      await this.#pullStream(stream, run)
      return null
    } catch (error) {
      return this.#failed(stream, run, error)
    }
  }

  async #failed(stream: Stream, run: Run, error: unknown): Promise<Again | null> {
    const { onAnswer, report, store, search } = this.#options
    try {
      const unknown = ['not_found', 'method_refused'].includes(faultOf(error).code)
      if (!unknown || this.#stopped) throw error
      if (!stream.home) this.#isOldEdge = true
      if (!this.#isOldEdge) return await this.#takeNothing(stream, run)
      if (!search) throw error
      // Load it here, as few will ever need it.
      const { refreshBySearch } = await import('./search-refresh.ts')
      await refreshBySearch(stream, { ...this.#options, search })
      run.pulledAt = this.#options.clock.now()
      return null
    } catch (error) {
      const fault = faultOf(error)
      const failure = failureOf(fault)
      if (this.#stopped) return null
      onAnswer(failure === 'final')
      if (failure === 'away') return 'away'
      report({ what: 'page_failed', stream: stream.name, fault })
      await noteFailure(store, stream).catch(() => undefined)
      if (failure === 'final') return null
      return isSilence(error) ? 'silent' : 'passing'
    }
  }

  async #pullStream(stream: Stream, run: Run): Promise<void> {
    const { store } = this.#options
    let mark = await store.mark(stream.name)
    const since = this.#options.clock.now() - run.asideAt
    if (mark.aside.length > 0 && (since < 0 || since > fullRefreshEveryMs)) {
      run.asideAt = this.#options.clock.now()
      mark = await this.#takeAside(stream, mark)
      if (this.#stopped) return
    }
    if (run.wantsOlder) {
      run.wantsOlder = false
      const to = widen(mark, this.#options.window)
      if (to) await store.takePage(stream.name, [], { from: mark, to })
      mark = await store.mark(stream.name)
    }
    if (this.#stopped) return
    let ask: Ask = beginAt(mark, run.onlyRises)
    let page = this.#gather.fetch(askOf(stream, ask), run.sizes.limit)
    while (!this.#stopped) {
      const got = await this.#meet(page, stream, run, ask)
      if (!got || this.#stopped) return
      if (got === 'rise') {
        run.onlyRises = true
        ask = beginAt(mark, true)
        page = this.#fetch(stream, ask, run.sizes.limit)
        continue
      }
      if (got === 'all') {
        // Keep no window without what is worked on: pages would say that nothing runs.
        run.window = undefined
        ask = { of: 'first', after: 0, before: mark.first?.below ?? aboveAll }
        page = this.#fetch(stream, ask, run.sizes.limit)
        continue
      }
      if (isOtherLife(mark, got) || hasMoreKinds(stream, mark, got)) {
        mark = await this.#restart(stream, mark, got)
        ask = beginAt(mark, run.onlyRises)
        page = this.#fetch(stream, ask, run.sizes.limit)
        continue
      }
      const { window } = run
      const to = markAfter(mark, ask, got, { stream, window, now: this.#options.clock.now() })
      const following = goOn(to, ask, got, { isHinted: run.wanted, window })
      // Ask for the next page while this one is written. They are written in the order in which they were asked for: a record that one brings may
      // be gone with the next.
      const next = following && this.#fetch(stream, following, run.sizes.limit)
      next?.catch(() => undefined)
      if (following?.of === 'new') run.wanted = false
      mark = await this.#take(stream, mark, got, { to, more: next !== null })
      if (!next) {
        run.pulledAt = this.#options.clock.now()
        this.#options.onChange()
        return
      }
      ask = following
      page = next
    }
  }

  /**
   * Return a page as it came; null where the edge answers for another view of the company, `rise` where it cannot go backwards,
   * `all` where it cannot choose what has not ended.
   */
  async #meet(
    page: Promise<Page>,
    stream: Stream,
    run: Run,
    ask: Ask,
  ): Promise<Taken | 'rise' | 'all' | null> {
    const { scope, onScope, onAnswer } = this.#options
    try {
      const got = await page
      this.#answered()
      onAnswer(true)
      run.sizes.succeeded()
      if (got.scope === scope) return got
      this.stop()
      onScope(got.scope)
      return null
    } catch (error) {
      const { code } = faultOf(error)
      // Ask in rising order, as an older service knows no falling one.
      if (code === 'invalid' && ask.of === 'first') return 'rise'
      if (code === 'invalid' && ask.of === 'open') return 'all'
      // Trust only an answer, which says something of the page; silence says something of the line.
      if (code !== 'internal' || !run.sizes.failed()) throw error
      const fetch = (after: number) => this.#fetch(stream, { of: 'all', after }, 1)
      const got = await passBadRecord(ask, fetch, error)
      if (got === 'rise' || this.#stopped) return got
      run.sizes.succeeded()
      for (const { to } of got.aside ?? []) this.#report(stream, to, error)
      return got
    }
  }

  /** Take nothing of a region without a provider: it would keep nothing for all. */
  async #takeNothing(stream: Stream, run: Run): Promise<null> {
    const { store, clock, onAnswer } = this.#options
    onAnswer(true)
    const mark = await store.mark(stream.name)
    const got = { records: [], checkpoint: mark.seq, more: false }
    const how = { stream, window: run.window, now: clock.now() }
    const to = markAfter(mark, { of: 'all', after: mark.seq }, got, how)
    await this.#take(stream, mark, got, { to, more: false })
    run.pulledAt = clock.now()
    return null
  }

  /** Begin a stream again: the edge's store was put back, and its `seq`s mean something else now; or there are more kinds. */
  async #restart(stream: Stream, from: StreamMark, got: Taken) {
    const { name, kinds } = stream
    const generation = got.generation ?? ''
    const to = {
      seq: 0,
      refreshed: 0,
      pulledAt: 0,
      aside: [],
      generation,
      kinds: kindsOf(stream, got),
    }
    await this.#options.store.restart(name, kinds, { from, to })
    return this.#options.store.mark(name)
  }

  async #take(
    stream: Stream,
    mark: StreamMark,
    got: Taken,
    { to, more }: { to: StreamMark; more: boolean },
  ): Promise<StreamMark> {
    const { store, clock } = this.#options
    const isNew = got.records.length > 0 || !isSamePlace(mark, to)
    const isStale = mark.refreshed <= 0 || clock.now() - mark.refreshed > fullRefreshEveryMs
    if (!isNew && (more || !isStale)) return mark
    // Leave out a kind that nobody has asked for, which is of a newer service: a page that knows it pulls it from its beginning.
    const records = got.records.filter(({ kind }) => stream.kinds.includes(kind))
    return takeRecords(store, stream.name, records, {
      from: mark,
      to,
      more,
      onAside: (seq, error) => this.#report(stream, seq, error),
    })
  }

  #takeAside(stream: Stream, mark: StreamMark): Promise<StreamMark> {
    const { store, scope } = this.#options
    return takeAside(store, stream, mark, async (after) => {
      const page = await this.#fetch(stream, { of: 'all', after }, 1).catch(() => null)
      const isOurs = page?.scope === scope && !isOtherLife(mark, page)
      return isOurs && !this.#stopped ? page : null
    })
  }

  #fetch(stream: Stream, ask: Ask, limit: number): Promise<Page> {
    const { kinds, ...place } = askOf(stream, ask)
    return this.#options.service.pull(kinds, { ...place, limit })
  }

  #report({ name }: Stream, seq: number, error: unknown): void {
    this.#options.report({ what: 'record_set_aside', stream: name, seq, fault: faultOf(error) })
  }
}

/** Note that the last refresh of a table failed, which it shows until the next one (spec §3: -1). */
async function noteFailure(store: DocumentStore, { name }: Stream): Promise<void> {
  const mark = await store.mark(name)
  if (mark.refreshed === -1) return
  await store.takePage(name, [], { from: mark, to: { ...mark, refreshed: -1 } })
}
