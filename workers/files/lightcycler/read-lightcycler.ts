import type { FileContent } from '../file-content.ts'
import type { ImportedFile } from '../imported-run.ts'
import { NoticeList } from '../notices.ts'
import { refuseFile } from '../refuse-file.ts'
import { RunDraft } from '../tables/run-draft.ts'
import { keyOf, type Sheet } from '../tables/sheet.ts'
import { findHead, holdsWells, Table } from '../tables/table.ts'
import { TableNumbers } from '../tables/table-numbers.ts'
import { readRaw } from './read-raw.ts'
import { readResults } from './read-results.ts'
import { readSamples } from './read-samples.ts'
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
