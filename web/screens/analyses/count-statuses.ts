import type { AnalysisStatus } from '../../../domain/entities/analysis.ts'
import type { AnalysisRow } from '../../local/list-rows.ts'
import { sameEnds } from '../../parts/table/same-ends.ts'

type Rows = readonly Pick<AnalysisRow, 'status'>[]
type Counts = ReadonlyMap<AnalysisStatus, number>

const counted = new WeakMap<Rows, Counts>()
/** The list that was counted last: its next one differs from it in little. */
let last: WeakRef<Rows> | null = null

/**
 * Count the analyses of a list in each status. Update the last count by the difference: counting tens of thousands of
 * records again takes as long as drawing a screen.
 */
export function countStatuses(rows: Rows): Counts {
  const known = counted.get(rows)
  if (known) return known
  const before = last?.deref()
  const counts = (before && countDifference(before, rows)) ?? add(new Map(), rows, 1)
  counted.set(rows, counts)
  last = new WeakRef(rows)
  return counts
}

/** Count the difference of two lists; null if they have too little in common. */
function countDifference(before: Rows, rows: Rows): Counts | null {
  const known = counted.get(before)
  const ends = sameEnds(before, rows)
  if (!known || ends.first + ends.last < rows.length / 2) return null
  const middle = (list: Rows) => list.slice(ends.first, list.length - ends.last)
  return add(add(new Map(known), middle(before), -1), middle(rows), 1)
}

function add(
  counts: Map<AnalysisStatus, number>,
  rows: Rows,
  sign: 1 | -1,
): Map<AnalysisStatus, number> {
  for (const { status } of rows) counts.set(status, (counts.get(status) ?? 0) + sign)
  return counts
}
