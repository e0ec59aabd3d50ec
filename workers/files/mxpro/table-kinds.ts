import { parseWell, type WellPosition } from '../plate.ts'
import type { Table } from '../tables/table.ts'

/** Tables that MxPro and Aria software export, by what their headers say. */
export type MxproKind = 'readings' | 'results'

export interface MxproTable {
  kind: MxproKind
  table: Table
}

/** Return the kind of a table by the keys of its header, null for none that is known. */
export function mxproKind(keys: readonly string[]): MxproKind | null {
  const has = (...names: readonly string[]) => names.every((name) => keys.includes(name))
  if (has('segment', 'rampplateau', 'well', 'dye', 'cycle', 'fluorescence', 'temperature')) {
    return 'readings'
  }
  return has('well', 'wellname') && keys.some(isCq) ? 'results' : null
}

/** Return true for `Ct (dRn)`, `Ct (dR)`, `Cq (∆Rn)` and the like, by the light that the threshold belongs to. */
export function isCq(key: string): boolean {
  return /^c[tq](d|delta)?rn?$/.test(key)
}

/** Return the position of a number from 1 to 96 along the rows, or of a name such as `B2`; null for anything else. */
export function positionOf(name: string): WellPosition | null {
  const at = /^\d{1,3}$/.test(name) ? Number(name) - 1 : Number.NaN
  if (at >= 0 && at < 96) return { row: Math.floor(at / 12), column: at % 12 }
  return parseWell(name)
}
