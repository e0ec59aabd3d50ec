import type { CallName, Results, WellResult } from '../../../../domain/results.ts'

/** One well and target whose result another calculation would change. */
export interface ResultChange {
  well: string
  target: string
  before: { cq: number | null; call: CallName } | null
  after: { cq: number | null; call: CallName } | null
  /** The call itself is another, not only the number. */
  callChanged: boolean
}

/** Smallest move of a Cq worth a line: what two decimals show. */
const leastMove = 0.005

/** Wells and targets whose call or Cq differs between two results, in the order of the new ones. */
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
      before: was ? { cq: was.cq, call: was.call } : null,
      after: { cq: one.cq, call: one.call },
      callChanged: was?.call !== one.call,
    })
  }
  for (const { well, target, cq, call } of old.values()) {
    changes.push({ well, target, before: { cq, call }, after: null, callChanged: true })
  }
  return changes
}

function sameCq(a: number | null, b: number | null): boolean {
  if (a === null || b === null) return a === b
  return Math.abs(a - b) < leastMove
}

/** Number of results that change from one call to another; null where there is no result on that side. */
export interface CallMove {
  from: CallName | null
  to: CallName | null
  count: number
}

/** The moves between calls, the most frequent first. */
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
