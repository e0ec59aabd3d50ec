import { type ListWish, sameKey, type TakenRow, type Verdict } from './judge-rows.ts'
import { type ListReason, listReasons } from './left-out.ts'
import type { ListView } from './list-view.ts'
import { placeSamples } from './place-samples.ts'

/** What a row is, as a number: a column of 200,000 of them is 200 kB. From the third on it is left out for a reason. */
export const rowCodes = { empty: 0, skipped: 1, taken: 2, left: 3 } as const

export function codeOf(verdict: Verdict | 'skipped'): number {
  if (verdict === 'skipped') return rowCodes.skipped
  if (verdict.kind !== 'left') return rowCodes[verdict.kind]
  return rowCodes.left + listReasons.indexOf(verdict.reason)
}

/** Names of controls that are told; a plate has no more wells. */
const mostControls = 96

type Sums = Pick<ListView, 'counts' | 'reasons' | 'samples' | 'names' | 'controls' | 'thresholds'>

/** Counts rows as they come, and keeps those that the cartridge is made of. */
export function startTally(wish: ListWish) {
  const reasons = new Map<ListReason, number>()
  const names = new Set<string>()
  const controls = new Set<string>()
  const taken: TakenRow[] = []
  const thresholds = new Map<string, Set<number>>()
  const take = (row: TakenRow) => {
    const key = sameKey(row.name)
    // Of a sample that is named again nothing new is to be placed.
    if (wish.type === 'create' || !names.has(key)) taken.push(row)
    names.add(key)
    if (row.isControl) controls.add(row.name)
    if (!row.threshold) return
    const { well_type, value } = row.threshold
    const known = thresholds.get(well_type)
    if (known) known.add(value)
    else thresholds.set(well_type, new Set([value]))
  }
  return {
    add(verdict: Verdict): void {
      if (verdict.kind === 'taken') take(verdict)
      else if (verdict.kind === 'left') {
        reasons.set(verdict.reason, (reasons.get(verdict.reason) ?? 0) + 1)
      }
    },
    /** @param codes of all rows. @param changed how many were changed by hand. */
    sum(codes: Uint8Array, changed: number): Sums {
      return {
        counts: { ...countCodes(codes), changed },
        reasons: [...reasons]
          .map(([reason, count]) => ({ reason, count }))
          .sort((a, b) => b.count - a.count),
        samples: placeSamples(wish, taken),
        names: names.size,
        controls: [...controls].slice(0, mostControls),
        thresholds: [...thresholds].map(([well_type, values]) => ({
          well_type,
          values: [...values],
        })),
      }
    },
  }
}

function countCodes(codes: Uint8Array) {
  const counts = { rows: 0, taken: 0, left: 0, skipped: 0 }
  for (const code of codes) {
    if (code === rowCodes.empty) continue
    counts.rows += 1
    if (code === rowCodes.taken) counts.taken += 1
    else if (code === rowCodes.skipped) counts.skipped += 1
    else counts.left += 1
  }
  return counts
}
