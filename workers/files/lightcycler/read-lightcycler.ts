import type { FileContent } from '../file-content.ts'
import type { ImportedFile } from '../imported-run.ts'
import { NoticeList } from '../notices.ts'
import { nameOfPosition, parseWell } from '../plate.ts'
import { refuseFile } from '../refuse-file.ts'
import { RunDraft } from '../tables/run-draft.ts'
import { keyOf, type Sheet } from '../tables/sheet.ts'
import { findHead, holdsWells, Table } from '../tables/table.ts'
import { TableNumbers } from '../tables/table-numbers.ts'
import { readRaw } from './read-raw.ts'
import { readResults } from './read-results.ts'
import { filterColumns, lightcyclerKind, type LightcyclerTable } from './table-kinds.ts'

/**
 * Read the texts of one run that LightCycler 480 software exports, alone or in an archive: raw data (a row for each
 * reading, a column for each pair of filters), the table of crossing points, that of melting temperatures, and the
 * sheet of samples. Results alone are read and cannot become an analysis. Throws `file_without_curves`.
 */
export function readLightcycler(sheets: readonly Sheet[], content: FileContent): ImportedFile {
  const notices = new NoticeList()
  const tables = sheets.flatMap((sheet) => openTable(sheet, notices))
  if (!tables.some(({ table }) => table.rows.length > 0)) throw refuseFile('file_without_curves')
  const numbers = new TableNumbers(notices)
  numbers.decide(tables.map((one) => ({ table: one.table, columns: numberColumns(one) })))
  const draft = new RunDraft(notices, content.limits)
  for (const { kind, table } of tables) if (kind === 'samples') readSamples(table, draft, numbers)
  for (const { kind, table } of tables) if (kind === 'raw') readRaw(table, draft, numbers)
  for (const one of tables) {
    if (one.kind === 'results' || one.kind === 'melting') readResults(one, draft, numbers)
  }
  const { name, version } = readTitle(sheets)
  const run = draft.finish({
    name: name || content.name.replace(/^.*[/\\]/, '').replace(/\.[^.]*$/, ''),
    source: {
      format: 'lightcycler',
      version: '',
      software: 'LightCycler 480',
      softwareVersion: version,
      instrument: 'LightCycler 480',
      date: null,
    },
    plate: null,
    states: { amplification: 'raw', melt: 'raw' },
    passiveReference: null,
    wantsAll: true,
  })
  return { name: content.name, format: 'lightcycler', runs: [run], notices: content.notices.list() }
}

function openTable(sheet: Sheet, notices: NoticeList): LightcyclerTable[] {
  const head = findHead(sheet, (keys) => lightcyclerKind(keys) !== null)
  const kind = head < 0 ? null : lightcyclerKind(sheet.rows.row(head).map(keyOf))
  if (kind !== null) return [{ kind, table: new Table(sheet, head, notices) }]
  const name = sheet.name || sheet.file
  const place = sheet.member ? { member: sheet.member } : {}
  notices.add(holdsWells(sheet) ? 'table_ignored' : 'member_ignored', place, { name })
  return []
}

function numberColumns({ kind, table }: LightcyclerTable): number[] {
  if (kind === 'raw') return [table.column('temp'), ...filterColumns(table)]
  return table.keys.flatMap((key, column) =>
    /^(cp|concentration|standard|tm\d|absquantconcentration|relquantefficiency)$/.test(key)
      ? [column]
      : [],
  )
}

/**
 * Read the title: `Experiment - NAME (Run on LCS480 1.5.0.39)` above raw data, `Experiment: NAME  Selected Filter: ...`
 * above results.
 */
function readTitle(sheets: readonly Sheet[]): { name: string; version: string } {
  const cells = sheets.flatMap(({ rows }) => [...rows.part(0, 2)].flat()).map((cell) => cell.trim())
  const title = cells.find((cell) => /^experiment\s*[-:]/i.test(cell)) ?? ''
  const name = title
    .replace(/^experiment\s*[-:]\s*/i, '')
    .replace(/(?<!\s)\s*(\(run on\b|selected filter:).*$/is, '')
  return { name, version: /\(run on LCS480 ([\d.]+)/i.exec(cells.join(' '))?.[1] ?? '' }
}

/**
 * Read the sheet of samples: a row for each well and pair of filters, with the sample, the target, what it is
 * (`Standard`, or `Target Negative` and `Ref Unknown` of a relative quantification) and its concentration. Layout:
 * NPhogat/RTqPCR, inst/exData/LC480_Example_SampleInfo.txt.
 */
function readSamples(table: Table, draft: RunDraft, numbers: TableNumbers): void {
  for (const row of table.rows) {
    const name = table.text(row, 'generalpos')
    const position = parseWell(name)
    const place = { ...table.place(row, table.column('generalpos')), well: name.slice(0, 40) }
    if (!position) {
      draft.notices.add(table.countFilled(row) <= 2 ? 'line_ignored' : 'row_ignored', place)
      continue
    }
    place.well = nameOfPosition(position)
    const well = draft.openWell(position)
    draft.nameSample(well, table.text(row, 'generalsamplename'), place)
    const filter = table.text(row, 'generalfiltcomb').replaceAll(' ', '')
    const target = draft.openTarget(well, table.text(row, 'generaltargetname'), filter)
    const combined = table.text(row, 'relquantcombinedsampletargettype')
    if (/^ref\b/i.test(combined)) target.type = 'ref'
    const word = table.text(row, 'absquantsampletype') || combined.replace(/^(target|ref)\s+/i, '')
    const type = draft.readType(well, word, place)
    const value = numbers.maybe(table, row, 'absquantconcentration')
    if (type === 'standard' && value !== null && value > 0) {
      target.quantity = { value, unit: 'other' }
    }
    const efficiency = numbers.maybe(table, row, 'relquantefficiency')
    if (efficiency !== null && efficiency > 1) target.efficiency = efficiency
  }
}
