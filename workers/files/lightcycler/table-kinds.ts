import type { Table } from '../tables/table.ts'

/** Tables that LightCycler 480 software exports as text, by what their headers say. */
export type LightcyclerKind = 'raw' | 'results' | 'melting' | 'samples'

export interface LightcyclerTable {
  kind: LightcyclerKind
  table: Table
}

/** Return the kind of a table by the keys of its header, null for none that is known. */
export function lightcyclerKind(keys: readonly string[]): LightcyclerKind | null {
  const has = (...names: readonly string[]) => names.every((name) => keys.includes(name))
  if (has('samplepos', 'prog', 'seg', 'cycle', 'temp')) return 'raw'
  if (has('generalpos', 'generalsamplename')) return 'samples'
  if (!has('pos', 'name')) return null
  if (has('cp')) return 'results'
  return has('tm1') ? 'melting' : null
}

/** Filter pairs of a raw table, such as `483-533`: nm of excitation and emission. */
export function filterColumns(table: Table): number[] {
  return table.names.flatMap((name, column) => (/^\d{3}\s*-\s*\d{3}$/.test(name) ? [column] : []))
}
