import type { Fault } from '../domain/fault.ts'
import { type Bridge, openBridge } from './bridge.ts'
import type { BenchLayers, HeldRun, MethodPair, RunComparison } from './method-bench.ts'
import type { MethodBenchSurface, MethodBenchWork } from './method-bench-entry.ts'

export interface MethodBenchOptions {
  /** Number of workers; each holds a share of the runs. */
  size?: number
  start?: () => Worker
  /** List the changes of every run, not only of the one on show. */
  isListed?: boolean
  /** Receives each comparison, that of the run on show in detail. `turn` is that of the `compare` that it answers: a newer one may wait. */
  onComparison: (comparison: RunComparison, turn: number) => void
  /** Receives the error of a run that cannot be compared. */
  onFailure: (id: string, error: unknown, turn: number) => void
}

/** Test bench of a method over workers, as the page sees it. */
export interface OpenMethodBench {
  /** Take a run onto the bench; it is compared as soon as there is something to compare. */
  hold: (run: HeldRun) => void
  drop: (id: string) => void
  /**
   * Compare all runs by these evaluations, the one on show first, then those whose answer is oldest. Skip comparisons of
   * earlier turns that have not begun. Return the number of this turn.
   */
  compare: (pair: MethodPair, shown: string | null) => number
  /** Curves of one run by the evaluations of the last `compare`. */
  readLayers: (id: string) => Promise<BenchLayers>
  /** Stop the workers, and reject waiting work with an AbortError. */
  close: () => void
}

interface Member {
  bridge: Bridge<MethodBenchSurface>
  /** Turn of the last answer of each run that this worker holds; -1 for none. */
  answered: Map<string, number>
  /** Turn whose evaluations were sent to it; -1 for none. */
  judgesBy: number
  isBusy: boolean
  /** Failure of the worker, after which it answers nothing. */
  failure: Fault | null
}

export function openMethodBench(options: MethodBenchOptions): OpenMethodBench {
  const { onComparison, onFailure, start = startWorker, isListed = false } = options
  // Leave one thread to the page.
  const size = options.size ?? Math.max(1, Math.min(4, navigator.hardwareConcurrency - 1))
  const members = Array.from({ length: size }, () => openMember(start))
  let newest: { pair: MethodPair; turn: number; shown: string | null } | null = null

  const holderOf = (id: string) => members.find(({ answered }) => answered.has(id))
  const sendPair = (member: Member) => {
    if (!newest || member.judgesBy === newest.turn) return
    member.judgesBy = newest.turn
    send(member, 'judgeBy', newest.pair)
  }

  const settle = (member: Member, id: string, turn: number, tell: () => void) => {
    // Report nothing about a run that was dropped, or on a closed bench.
    if (member.bridge.closed.aborted || !member.answered.has(id)) return
    member.answered.set(id, turn)
    tell()
  }
  const advance = async (member: Member) => {
    if (member.isBusy) return
    member.isBusy = true
    for (let id = chooseNext(member, newest); id !== null; id = chooseNext(member, newest)) {
      const { turn, shown } = newest!
      const run = id
      sendPair(member)
      await ask<RunComparison>(member, 'compare', run, isListed || run === shown).then(
        (comparison) => settle(member, run, turn, () => onComparison(comparison, turn)),
        (error: unknown) => settle(member, run, turn, () => onFailure(run, error, turn)),
      )
    }
    member.isBusy = false
  }
  return {
    hold(run) {
      const member = holderOf(run.id) ?? members.toSorted(byLoad)[0]!
      member.answered.set(run.id, -1)
      send(member, 'hold', run)
      void advance(member)
    },
    drop(id) {
      const member = holderOf(id)
      if (!member) return
      member.answered.delete(id)
      send(member, 'drop', id)
    },
    compare(pair, shown) {
      newest = { pair, shown, turn: (newest?.turn ?? -1) + 1 }
      for (const member of members) void advance(member)
      return newest.turn
    },
    readLayers(id) {
      const member = holderOf(id)
      if (!member || !newest) return Promise.reject(new Error(`Run ${id} is not compared`))
      sendPair(member)
      return ask(member, 'readLayers', id)
    },
    close() {
      for (const { bridge } of members) bridge.close()
    },
  }
}

function openMember(start: () => Worker): Member {
  const member: Member = {
    bridge: openBridge<MethodBenchSurface>(start(), (fault) => {
      member.failure = fault
    }),
    answered: new Map(),
    judgesBy: -1,
    isBusy: false,
    failure: null,
  }
  return member
}

function ask<Answer>(
  { bridge, failure }: Member,
  name: keyof MethodBenchWork,
  ...args: unknown[]
): Promise<Answer> {
  if (failure) return Promise.reject<Answer>(failure)
  return bridge.ask<Answer>((remote) => remote.run(name, args))
}

/** Send work without an answer. Ignore a failure: the next comparison reports it. */
function send(member: Member, name: 'hold' | 'drop' | 'judgeBy', arg: unknown): void {
  void ask(member, name, arg).catch(() => undefined)
}

const byLoad = (one: Member, other: Member) => one.answered.size - other.answered.size

/** Return the run that is compared next, null when all answers are of the newest turn. */
function chooseNext(
  { answered, bridge }: Member,
  newest: { turn: number; shown: string | null } | null,
): string | null {
  if (!newest || bridge.closed.aborted) return null
  const { turn, shown } = newest
  if (shown !== null && (answered.get(shown) ?? turn) < turn) return shown
  let oldest: string | null = null
  for (const [id, own] of answered) {
    if (own < turn && (oldest === null || own < answered.get(oldest)!)) oldest = id
  }
  return oldest
}

function startWorker(): Worker {
  return new Worker(new URL('./method-bench-entry.ts', import.meta.url), { type: 'module' })
}
