import { lookSubtracted } from '../collect-curves.ts'
import type { FileContent } from '../file-content.ts'
import type { ImportedFile } from '../imported-run.ts'
import { NoticeList } from '../notices.ts'
import { refuseFile } from '../refuse-file.ts'
import { Facts } from '../tables/facts.ts'
import { nameGroups } from '../tables/name-groups.ts'
import { numbersOfLayout, openLayout, readLayout } from '../tables/read-layout.ts'
import { RunDraft } from '../tables/run-draft.ts'
import { keyOf, type Sheet } from '../tables/sheet.ts'
import { findHead, holdsWells, Table } from '../tables/table.ts'
import { TableNumbers } from '../tables/table-numbers.ts'
import { readMatrix } from './read-matrix.ts'
import { readResults } from './read-results.ts'
import { readSource } from './read-source.ts'
import { lookRaw } from '../tables/look-raw.ts'
import {
  type CfxKind,
  type CfxTable,
  cfxKind,
  cqKeys,
  dyeOfSheet,
  isDerivedMelt,
  wellOfKey,
} from './table-kinds.ts'

/**
 * Read the tables of one run as Bio-Rad CFX Manager and Maestro export them, all or some: curves that are already
 * baseline-subtracted (no baseline is subtracted again), results, melt curves and peaks, end points and genotypes.
 * Throws `file_without_curves` when there are neither curves nor results.
 */
export function readCfx(sheets: readonly Sheet[], content: FileContent): ImportedFile {
  const notices = new NoticeList()
  const facts = new Facts()
  const tables = sheets.flatMap((sheet) => openTable(sheet, facts, notices))
  if (tables.length === 0) throw refuseFile('file_without_curves')
  const others = sheets
    .filter(isOther)
    .map((sheet) => ({ sheet, layout: openLayout(sheet, notices) }))
  const numbers = new TableNumbers(notices)
  numbers.decide([
    ...tables.map(({ kind, table }) => ({ table, columns: numberColumns(kind, table) })),
    ...others.flatMap(({ layout }) => (layout ? numbersOfLayout(layout) : [])),
  ])
  const draft = new RunDraft(notices, content.limits)
  nameGroups(
    tables.map(({ table }) => table),
    notices,
  )
  for (const one of tables) readResults(one, draft, numbers)
  const dyes = new Set(draft.wells().flatMap(({ targets }) => targets.map(({ dye }) => dye)))
  dyes.delete('')
  for (const { kind, table } of tables) {
    if (kind !== 'amplification' && kind !== 'melt') continue
    readMatrix(kind, table, findDye(table.sheet, [...dyes]), draft, numbers)
  }
  for (const { sheet, layout } of others) {
    if (layout) readLayout(layout, { draft, numbers, isRotor: false })
    else nameUnread(sheet, notices)
  }
  const curves = draft.curves('amplification').map(({ values }) => values)
  // Expect only curves of Bio-Rad's to be subtracted: any program writes cycles and wells.
  const isOurs = tables.some(isBioRad) || facts.get(...ownFacts) !== ''
  const raw = isOurs ? lookRaw(curves) : !lookSubtracted(curves)
  if (raw && isOurs) notices.add('curves_look_raw')
  else if (!raw && curves.length > 0) notices.add('curves_subtracted')
  const { name, source } = readSource(facts, content.name)
  const run = draft.finish({
    name,
    source,
    plate: null,
    states: { amplification: raw ? 'raw' : 'baseline-subtracted', melt: 'raw' },
    passiveReference: null,
    wantsAll: true,
  })
  if (run.wells.every(({ targets }) => targets.length === 0)) throw refuseFile('file_without_runs')
  return { name: content.name, format: 'cfx', runs: [run], notices: content.notices.list() }
}

/** Facts of a run that Bio-Rad's software writes beside its tables. */
const ownFacts = ['cfxmaestroversion', 'cfxmanagerversion', 'baseserialnumber', 'protocolfilename']

/**
 * Return true for a table of Bio-Rad's software: results with a dye in each row, curves behind an empty column, as its
 * exports have them, or curves in a file or sheet with one of its names.
 */
function isBioRad({ kind, table }: CfxTable): boolean {
  if (kind !== 'amplification' && kind !== 'melt') return true
  const { name, file } = table.sheet
  // Take an empty column for one of other programs: that of this one counts the rows.
  const isEmpty = table.names[0] === '' && table.rows.every((row) => table.cell(row, 0) === '')
  return isEmpty || /quantification|amplification results|rfu/i.test(`${name} ${file}`)
}

function openTable(sheet: Sheet, facts: Facts, notices: NoticeList): CfxTable[] {
  const head = findHead(sheet, (keys) => cfxKind(keys) !== null)
  facts.add(sheet, head < 0 && isRunInformation(sheet) ? sheet.rows.length : head)
  if (head < 0) return []
  const place = sheet.member ? { member: sheet.member } : {}
  const table = new Table(sheet, head, notices)
  const kind = cfxKind(table.keys)
  if (kind === null) return []
  if (kind === 'melt' && isDerivedMelt(sheet)) {
    notices.add('member_ignored', place, { name: sheet.name || sheet.file })
    return []
  }
  return [{ kind, table }]
}

/** Return true for a sheet that is neither a table of the export nor its sheet of facts. */
function isOther(sheet: Sheet): boolean {
  const isOwn = findHead(sheet, (keys) => cfxKind(keys) !== null) >= 0
  return !isOwn && sheet.rows.length > 0 && !isRunInformation(sheet)
}

function nameUnread(sheet: Sheet, notices: NoticeList): void {
  const place = sheet.member ? { member: sheet.member } : {}
  const code = holdsWells(sheet) ? 'table_ignored' : 'member_ignored'
  notices.add(code, place, { name: sheet.name || sheet.file })
}

function isRunInformation(sheet: Sheet): boolean {
  const known = ['runstarted', 'runended', 'baseserialnumber', 'protocolfilename', 'filename']
  return sheet.rows.part(0, 40).some((row) => row.some((cell) => known.includes(keyOf(cell))))
}

/** Return the dye that the sheet names, or the only one that the results know. */
function findDye(sheet: Sheet, dyes: readonly string[]): string {
  const known = dyes.find((dye) => keyOf(dye) === keyOf(sheet.name))
  return known ?? (dyeOfSheet(sheet) || (dyes.length === 1 ? (dyes[0] ?? '') : ''))
}

const named = [
  ...cqKeys,
  'startingquantitysq',
  'startingquantity',
  'sq',
  'endrfu',
  'efficiency',
  'melttemperature',
  'peakheight',
  'rfu1',
  'rfu2',
]

function numberColumns(kind: CfxKind, table: Table): number[] {
  if (kind === 'amplification' || kind === 'melt') {
    return table.keys.flatMap((key, column) =>
      key === 'cycle' || key === 'temperature' || wellOfKey(key) ? [column] : [],
    )
  }
  return named.map((key) => table.keys.indexOf(key))
}
