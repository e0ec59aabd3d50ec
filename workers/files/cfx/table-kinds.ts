import { channelOfDye, isDyeWord } from '../../../domain/catalog/dyes.ts'
import { parseWell, type WellPosition } from '../plate.ts'
import type { Sheet } from '../tables/sheet.ts'
import type { Table } from '../tables/table.ts'

/** Tables of a CFX export by what their headers say; their names differ between versions. */
export type CfxKind = 'amplification' | 'melt' | 'cq' | 'peaks' | 'end-point' | 'alleles' | 'curve'

/** Columns of Cq, the last ones of old versions. */
export const cqKeys = ['cq', 'ct', 'thresholdcyclect', 'thresholdcycle'] as const

export interface CfxTable {
  kind: CfxKind
  table: Table
}

/** Return the kind of a table by the keys of its header, null for none that is known. */
export function cfxKind(keys: readonly string[]): CfxKind | null {
  const has = (...names: string[]) => names.some((name) => keys.includes(name))
  const wells = keys.some((key) => wellOfKey(key) !== null)
  if (has('cycle') && !has('well') && wells) return 'amplification'
  if (has('temperature') && !has('well') && wells) return 'melt'
  if (has('well') && has('rfu1') && has('call')) return 'alleles'
  if (has('fluor') && has('efficiency') && has('slope')) return 'curve'
  if (!has('well') || !has('fluor')) return null
  if (has('melttemperature')) return 'peaks'
  if (has('endrfu') && !has(...cqKeys)) return 'end-point'
  return has(...cqKeys, 'content') ? 'cq' : null
}

/** Return the well of a column, within a plate of 384: other names look like wells beyond it. */
export function wellOfKey(key: string): WellPosition | null {
  const position = parseWell(key)
  return position && position.row < 16 && position.column < 24 ? position : null
}

/** Letters at the end of a name in which its dye is looked for. */
const longestTail = 80

/** Words of table and file names that no dye is called. */
const words =
  /^(sheet ?\d*|results?|data|adp|description|summary|rfu|amplification|derivative|peaks?|\d+|adsheet)$/i

/**
 * Return the dye of a table whose cells do not name it: after the last underscore of its sheet or file (`...
 * Quantification Amplification Results_FAM.csv`), or the whole name of a sheet.
 */
export function dyeOfSheet({ name, file }: Sheet): string {
  for (const whole of [name, file.replace(/^.*[/\\]/, '').replace(/\.[A-Za-z]{3,4}$/, '')]) {
    // Look at the end alone: a pattern that begins anywhere takes the square of the length.
    const one = whole.slice(-longestTail)
    const [, tail] =
      /(?:results?|rfu|amplification|data|plot)\w*[ ]*_\s*([^_]{1,24})$/i.exec(one) ?? []
    if (tail !== undefined && !words.test(tail.trim())) return tail.trim()
    const last = one.replace(/^.*_/, '').trim()
    if (channelOfDye(last) !== null) return last
  }
  const [named, other] = name.split(/[\s_:()[\]-]+/).filter(isDyeWord)
  if (named && !other) return named
  // Take the whole name: in a workbook of one kind of table each dye has a sheet, whatever the dye is called.
  const whole = name.trim()
  const titled = /result|quant|melt|curve|info|sheet|plate|summary|amplif/i.test(whole)
  return /amplification|rfu/i.test(file) && !titled && !words.test(whole) ? whole.slice(0, 24) : ''
}

/** Return true if a melt table holds -dF/dT or another curve derived from the fluorescence. */
export function isDerivedMelt({ name, file }: Sheet): boolean {
  return /deriv|d\s?\(?(rfu|rn?|f|fluorescence|i)\)?\s?\/\s?dt|-d\(?rfu|amplification/i.test(
    `${name} ${file}`,
  )
}
