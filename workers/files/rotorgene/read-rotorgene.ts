import type { FileContent } from '../file-content.ts'
import type { ImportedFile } from '../imported-run.ts'
import { NoticeList } from '../notices.ts'
import { refuseFile } from '../refuse-file.ts'
import { Facts } from '../tables/facts.ts'
import { RunDraft } from '../tables/run-draft.ts'
import { keyOf, type Sheet } from '../tables/sheet.ts'
import { findHead, holdsWells } from '../tables/table.ts'
import { TableNumbers } from '../tables/table-numbers.ts'
import { readCurves } from './read-curves.ts'
import { readResults } from './read-results.ts'
import { readSource } from './read-source.ts'
import { nameChannels } from './read-title.ts'
import { openRotorTable, type RotorTable, rotorKind, titleOf } from './table-kinds.ts'

/**
 * Read the tables of one run that the software of Rotor-Gene 6000 and Rotor-Gene Q exports, as text or workbook:
 * "Excel Raw Data Export" (each channel a table under `Channel Cycling A.Green` or `Channel Melt A.Green`, a column
 * or a row for each tube), "Excel Analysed Data Export" (crossing points under `Quantitative analysis of Cycling A.Green
 * (TARGET)`, a row for each tube) and the curves of such an analysis (`Quantitative analysis of channel ...`). Curves
 * of an analysis are taken where there are no raw ones; the threshold is not, as it belongs to curves that the software
 * has normalised. Throws `file_without_curves`.
 *
 * Layouts: Biothermodynamics-and-Drug-Design/Thermott, client/cypress/fixtures/SampleData_RotorGeneQ_datasheet_transposed.csv
 * (Corbett's software of 2008: commas, quoted); NoahHenrikKleinschmidt/qpcr, Examples/Example Data/Irregular Files/
 * (QIAGEN's of 2013: semicolons); lucylangenb/automated-qpcr-results, shared/data_analysis.py (commas, `copies/reaction`);
 * nicolemalofsky/rpoB491Screening2025, Main Report - LDNA Assay Rotor-Gene Data Repository/Expt 333 Rotorgene/ (2024: a row for
 * each tube, channels of the laboratory's own names).
 */
export function readRotorgene(sheets: readonly Sheet[], content: FileContent): ImportedFile {
  const notices = new NoticeList()
  const facts = new Facts()
  const tables = sheets.flatMap((sheet) => openTable(sheet, facts, notices))
  if (!tables.some(({ table }) => table.rows.length > 0)) throw refuseFile('file_without_curves')
  const numbers = new TableNumbers(notices)
  numbers.decide(tables.map((one) => ({ table: one.table, columns: numberColumns(one) })))
  const draft = new RunDraft(notices, content.limits)
  const channelOf = nameChannels(tables.map(({ title }) => title))
  for (const one of tables) {
    if (one.kind === 'results') readResults(one, channelOf(one.title), draft, numbers)
  }
  const isRaw = readCurves(tables, channelOf, draft, numbers)
  const { name, source } = readSource(facts, content.name, notices)
  const run = draft.finish({
    name,
    source,
    plate: 'rotor',
    states: { amplification: isRaw ? 'raw' : 'baseline-subtracted', melt: 'raw' },
    passiveReference: null,
    wantsAll: true,
  })
  return { name: content.name, format: 'rotorgene', runs: [run], notices: content.notices.list() }
}

function openTable(sheet: Sheet, facts: Facts, notices: NoticeList): RotorTable[] {
  const head = findHead(sheet, (keys) => rotorKind(keys) !== null)
  const title = titleOf(sheet)
  const isAbove = head < 0 && !title && isPreamble(sheet)
  facts.add(sheet, isAbove ? sheet.rows.length : head)
  if (isAbove) {
    nameThresholds(sheet, notices)
    return []
  }
  const table = head < 0 || !title ? null : openRotorTable(sheet, head, title, notices)
  if (table) return [table]
  const isOfRun = head >= 0 || title !== null || holdsWells(sheet)
  const place = sheet.member ? { member: sheet.member } : {}
  if (sheet.rows.some((row) => row.some((cell) => cell.trim() !== ''))) {
    const name = sheet.name || sheet.file
    notices.add(isOfRun ? 'table_ignored' : 'member_ignored', place, { name })
  }
  return []
}

/** Recognise the lines above all tables. */
function isPreamble(sheet: Sheet): boolean {
  const known = ['excelrawdataexport', 'excelanalyseddataexport', 'file', 'machineserialno']
  return sheet.rows.part(0, 40).some((row) => known.includes(keyOf(row[0] ?? '')))
}

/** Name the thresholds of the channels, whose unit is that of curves the software has normalised. */
function nameThresholds(sheet: Sheet, notices: NoticeList): void {
  const head = sheet.rows.findIndex(
    (row) => row.map(keyOf).join(' ').trim() === 'channel threshold',
  )
  if (head < 0) return
  const rows = sheet.rows.part(head + 1)
  const end = rows.findIndex((row) => row.every((cell) => cell.trim() === ''))
  const count = end < 0 ? rows.length : end
  notices.add('element_ignored', { path: 'Threshold' }, { element: 'Threshold', count })
}

function numberColumns({ kind, table }: RotorTable): number[] {
  if (kind === 'curves') return table.keys.map((_, column) => column)
  return table.keys.flatMap((key, column) =>
    key === 'ct' || key.startsWith('givenconc') ? [column] : [],
  )
}
