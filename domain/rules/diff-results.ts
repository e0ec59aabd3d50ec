import type { CallName, Results, TraceEntry, WellResult } from '../results.ts'

/** A result on one side of a difference. */
export interface ResultSide extends Pick<WellResult, 'cq' | 'call' | 'threshold'> {
  /** The rule that settled the call; null when none is marked. */
  reason: TraceEntry | null
}

/** One well and target whose result another calculation would change. */
export interface ResultChange {
  well: string
  target: string
  before: ResultSide | null
  after: ResultSide | null
  /** The call itself is another, not only the number. */
  callChanged: boolean
}

/** Smallest move of a Cq worth a line: what two decimals show. */
const leastMove = 0.005

/** List wells and targets whose call or Cq differs between two results, in the order of the new ones. */
export function diffResults(before: Results, after: Results): ResultChange[] {
  const keyOf = ({ well, target }: WellResult) => `${well}|${target}`
  const old = new Map(before.wells.map((one) => [keyOf(one), one]))
  const changes: ResultChange[] = []
  for (const one of after.wells) {
    const was = old.get(keyOf(one))
    old.delete(keyOf(one))
    if (was && was.call === one.call && sameCq(was.cq, one.cq)) continue
    changes.push({
      well: one.well,
      target: one.target,
      before: was ? sideOf(was) : null,
      after: sideOf(one),
      callChanged: was?.call !== one.call,
    })
  }
  for (const was of old.values()) {
    const { well, target } = was
    changes.push({ well, target, before: sideOf(was), after: null, callChanged: true })
  }
  return changes
}

function sideOf({ cq, call, threshold, trace }: WellResult): ResultSide {
  return { cq, call, threshold, reason: trace.findLast(({ decided }) => decided) ?? null }
}

function sameCq(a: number | null, b: number | null): boolean {
  if (a === null || b === null) return a === b
  return Math.abs(a - b) < leastMove
}

/** Numbers of results that change. */
export interface ChangeCounts {
  calls: number
  /** Results of which the Cq alone moves. */
  moved: number
  moves: readonly CallMove[]
}

export function countChanges(changes: readonly ResultChange[]): ChangeCounts {
  const calls = changes.filter(({ callChanged }) => callChanged).length
  return { calls, moved: changes.length - calls, moves: countMoves(changes) }
}

/** Number of results that change from one call to another; null where there is no result on that side. */
export interface CallMove {
  from: CallName | null
  to: CallName | null
  count: number
}

/** Count the moves between calls, the most frequent first. */
export function countMoves(changes: readonly ResultChange[]): CallMove[] {
  const moves = new Map<string, CallMove>()
  for (const { before, after, callChanged } of changes) {
    if (!callChanged) continue
    const [from, to] = [before?.call ?? null, after?.call ?? null]
    const known = moves.get(`${from}|${to}`)
    if (known) known.count += 1
    else moves.set(`${from}|${to}`, { from, to, count: 1 })
  }
  return [...moves.values()].toSorted((a, b) => b.count - a.count)
}
