import { type ListWish, sameKey, type TakenRow, type Verdict } from './list-wish.ts'
import { type ListReason, listReasons } from './left-out.ts'
import type { ListView } from './list-view.ts'
import { placeSamples } from './place-samples.ts'

/**
 * Codes of a row's outcome: as one byte each, 200,000 rows take 200 kB. Codes from 3 on are the reasons for leaving a
 * row out.
 */
export const rowCodes = { empty: 0, skipped: 1, taken: 2, left: 3 } as const

export function codeOf(verdict: Verdict | 'skipped'): number {
  if (verdict === 'skipped') return rowCodes.skipped
  if (verdict.kind !== 'left') return rowCodes[verdict.kind]
  return rowCodes.left + listReasons.indexOf(verdict.reason)
}

/** Names of controls that are shown; a plate has no more wells. */
const mostControls = 96

type Sums = Pick<ListView, 'counts' | 'reasons' | 'samples' | 'names' | 'controls' | 'thresholds'>

/** Keep the rows that the cartridge is made of, as they come, and count all of them. */
export function startTally(wish: ListWish) {
  const names = new Set<string>()
  const controls = new Set<string>()
  const taken: TakenRow[] = []
  const thresholds = new Map<string, Set<number>>()
  const add = (row: TakenRow) => {
    const key = sameKey(row.name)
    // Place nothing new for a sample that is named again.
    if (wish.type !== 'names' || !names.has(key)) taken.push(row)
    names.add(key)
    if (row.isControl) controls.add(row.name)
    if (!row.threshold) return
    const { well_type, value } = row.threshold
    const known = thresholds.get(well_type)
    if (known) known.add(value)
    else thresholds.set(well_type, new Set([value]))
  }
  return {
    add,
    /** @param codes of all rows. @param changed how many were changed by hand. */
    sum(codes: Uint8Array, changed: number): Sums {
      return {
        ...countCodes(codes, changed),
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

function countCodes(codes: Uint8Array, changed: number): Pick<Sums, 'counts' | 'reasons'> {
  const count = new Uint32Array(256)
  const met: number[] = []
  for (const code of codes) {
    if (count[code] === 0) met.push(code)
    count[code] = (count[code] ?? 0) + 1
  }
  const of = (code: number) => count[code] ?? 0
  const reasons = met
    .filter((code) => code >= rowCodes.left)
    .map((code) => ({ reason: listReasons[code - rowCodes.left] as ListReason, count: of(code) }))
    .sort((one, other) => other.count - one.count)
  const left = reasons.reduce((sum, one) => sum + one.count, 0)
  const [taken, skipped] = [of(rowCodes.taken), of(rowCodes.skipped)]
  return { counts: { rows: taken + left + skipped, taken, left, skipped, changed }, reasons }
}
