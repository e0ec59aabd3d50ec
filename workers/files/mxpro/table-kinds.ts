import { cycleHead, temperatureHead } from '../curve-tables/table-kinds.ts'
import { parseWell, type WellPosition } from '../plate.ts'
import type { Table } from '../tables/table.ts'

/** Tables that MxPro and Aria software export, by what their headers say. */
type MxproKind = 'readings' | 'results' | 'plots'

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
  if (has('well', 'wellname') && keys.some(isCq)) return 'results'
  return arePlots(keys) ? 'plots' : null
}

/** Light of a plot: as measured, divided by the reference dye (n), less its baseline (d). */
export type Light = 'r' | 'rn' | 'dr' | 'drn'

/** Return the light that a header such as `Fluorescence (dRn)` or `Fluorescence (\u2206R)` names, null for any other. */
export function lightOf(key: string): Light | null {
  const [, found] = /^fluorescence((?:d|delta)?rn?)$/.exec(key) ?? []
  return found === undefined ? null : (found.replace('delta', 'd') as Light)
}

/** Return true for one or several pairs of a cycle or temperature and its light. */
function arePlots(keys: readonly string[]): boolean {
  const filled = keys.filter((key) => key !== '')
  const isPair = (key: string, i: number) =>
    i % 2 === 0 ? cycleHead.test(key) || temperatureHead.test(key) : lightOf(key) !== null
  return filled.length > 0 && filled.length % 2 === 0 && filled.every(isPair)
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
