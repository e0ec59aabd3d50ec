import { channelOfDye } from '../../../domain/catalog/dyes.ts'
import { columnOfHeader, isTargetHeader } from '../../../domain/rules/list-words.ts'
import { dyeColumns, dyeHead, temperatureHead, valueHead } from '../curve-tables/table-kinds.ts'
import type { NoticeList } from '../notices.ts'
import type { Table } from '../tables/table.ts'

/** Tables of a QuantStudio, ViiA 7, 7500 or StepOne export by what their headers say. */
export type QuantstudioKind =
  | 'setup'
  | 'results'
  | 'amplification'
  | 'dyes'
  | 'filters'
  | 'melt'
  | 'peaks'
  | 'regions'

export interface QuantstudioTable {
  kind: QuantstudioKind
  table: Table
}

/** Columns beside the dyes of a multicomponent table. */
const beside =
  /^(well|wellposition|wellname|cycle|cyclenumber|stage|stagenumber|step|stepnumber|point|pointnumber|sample|samplename|omit|temperature|reading|readingnumber|time|timestamp)$/
/** Columns that people add to a table of dyes. */
const added =
  /^(plate|plateid|plateno|row|column|cq|ct|call|comments?|notes?|content|welltype|time\p{L}*)$/u
/** Columns that no table of dyes has: those of programs with a row for each dye. */
const longForm = ['dye', 'segment', 'fluor']
/** Filters and bins of the optics: `X1_M1`, `x1-m1`, `A` to `E`, `1` to `5`. */
const filter = /^(x\d+m\d+|[a-f]|\d+|bin\d*|filter\d*)$/

export const targetKeys = [
  'target',
  'targetname',
  'detector',
  'detectorname',
  'markername',
] as const
export const cqKeys = ['cq', 'ct', 'crt', 'cqvalue', 'ctvalue'] as const
export const wellKeys = ['wellposition', 'well', 'wellname', 'wellid'] as const

export function kindOf(keys: readonly string[]): QuantstudioKind | null {
  const has = (...names: readonly string[]) => names.some((name) => keys.includes(name))
  if (!has(...wellKeys)) return null
  // Leave out Bio-Rad's tables of results, which have a dye by that name in each row.
  if (has('fluor')) return null
  const cycles = has('cycle', 'cyclenumber')
  // Leave these to another program where light beside them was not divided by anything.
  if (cycles && has('rn', 'deltarn', 'drn')) return keys.some(isRaw) ? null : 'amplification'
  if (has('reading', 'readingnumber') && has('temperature') && has('fluorescence')) return 'melt'
  if (cycles && !has(...targetKeys)) return kindOfSignals(keys)
  if (has('tm') && has('meltpeakheight', 'peakheight', 'meltpeakparityfactor')) return 'peaks'
  if (has('snpassay', 'snpassayname') && has('call')) return 'results'
  if (has('allele1ct', 'allele1cq', 'allele1deltarn', 'allele1drn')) return 'results'
  if (has(...targetKeys) && (has(...cqKeys) || has('call'))) return 'results'
  if (keys.some((key) => /^reading\d+$/.test(key))) return 'regions'
  if (has('samplename', 'sample') && has('reporter', 'allele1reporter', 'task')) return 'setup'
  return null
}

/** Return the kind of a table with a column for each dye or filter: without a dye that is known it may be any program's. */
function kindOfSignals(keys: readonly string[]): QuantstudioKind | null {
  const signals = keys.filter(isSignal)
  if (signals.length === 0 || signals.some((key) => longForm.includes(key) || isRaw(key)))
    return null
  if (signals.every((key) => filter.test(key))) return 'filters'
  // Look for a temperature, which its software does not write beside the dyes: readings of another program may be of a melt.
  const isOther = keys.some((key) => temperatureHead.test(key))
  return !isOther && signals.some((key) => channelOfDye(key) !== null) ? 'dyes' : null
}

const isRaw = (key: string) => valueHead.test(key)

function isSignal(key: string): boolean {
  const isOther =
    beside.test(key) ||
    added.test(key) ||
    temperatureHead.test(key) ||
    columnOfHeader(key) !== null ||
    isTargetHeader(key)
  return key !== '' && !isOther
}

/** Return the columns of a multicomponent table that are dyes, the first of each dye. */
export function signalColumns(table: Table): number[] {
  return dyeColumns(table, isSignal).map(({ column }) => column)
}

/** Columns of a table of Rn that are read, or say again what other tables say. */
const ofRatios =
  /^(d|delta)?rn$|^(task|quencher|snpassay(name)?|target\p{L}*|marker\p{L}*|detector\p{L}*)$/u

/** Name the columns of a table of Rn that nothing is read of: one may be light whose header was mistyped. */
export function nameUnread(table: Table, notices: NoticeList): void {
  for (const [column, key] of table.keys.entries()) {
    if (!isSignal(key) || ofRatios.test(key) || dyeHead.test(key)) continue
    const element = table.names[column] ?? ''
    const count = table.rows.filter((row) => table.cell(row, column) !== '').length
    if (count > 0)
      notices.add('element_ignored', table.place(table.head, column), { element, count })
  }
}

/** Name the columns with light of a dye that another column has. */
export function nameRepeated(table: Table, notices: NoticeList): void {
  const read = signalColumns(table)
  for (const [column, key] of table.keys.entries()) {
    if (read.includes(column) || !isSignal(key)) continue
    const element = table.names[column] ?? ''
    const count = table.rows.filter((row) => table.cell(row, column) !== '').length
    if (count > 0)
      notices.add('column_ignored', table.place(table.head, column), { element, count })
  }
}
