import type { CurveState } from '../../../domain/entities/analysis.ts'
import type { FileContent } from '../file-content.ts'
import type { ImportedFile } from '../imported-run.ts'
import { NoticeList } from '../notices.ts'
import { refuseFile } from '../refuse-file.ts'
import { RunDraft } from '../tables/run-draft.ts'
import { keyOf, type Sheet } from '../tables/sheet.ts'
import { findHead, holdsWells, Table } from '../tables/table.ts'
import { TableNumbers } from '../tables/table-numbers.ts'
import { columnsOfPlots, readPlots } from './read-plots.ts'
import { readReadings } from './read-readings.ts'
import { readResults } from './read-results.ts'
import { isCq, type MxproTable, mxproKind } from './table-kinds.ts'

/**
 * Read the texts of one run that MxPro (Stratagene and Agilent Mx3000P, Mx3005P) exports, alone or in an archive: the
 * raw readings (a row for each well, dye and reading), the results (a row for each well and dye), and the curves of charts
 * where there are no readings, as AriaMx software writes them too. The column `Dye` holds the name of the dye or of the assay, as the run was set up. The threshold is
 * not taken: the one of `dRn` belongs to light that was divided by the reference dye. Throws `file_without_curves`.
 *
 * Layouts: NPhogat/RTqPCR, inst/exData/Mx3005P_Example.txt; Biothermodynamics-and-Drug-Design/Thermott,
 * client/cypress/fixtures/SampleData_AgilentMxPro.txt (a melt). Numbers of wells run along the rows (1 is A1, 13 is B1):
 * `well_no_to_code` of the public reader of MXP files. Columns of the results: martinwellman/odm-qpcr-analyzer,
 * qpcr_analyzer/qpcr_extracter_ariamx.yaml; those of MxPro have `Ct (dRn)` in place of `Cq (∆Rn)`.
 */
export function readMxpro(sheets: readonly Sheet[], content: FileContent): ImportedFile {
  const notices = new NoticeList()
  const tables = sheets.flatMap((sheet) => openTable(sheet, notices))
  if (!tables.some(({ table }) => table.rows.length > 0)) throw refuseFile('file_without_curves')
  const numbers = new TableNumbers(notices)
  numbers.decide(tables.map((one) => ({ table: one.table, columns: numberColumns(one) })))
  const draft = new RunDraft(notices, content.limits)
  for (const { kind, table } of tables) if (kind === 'results') readResults(table, draft, numbers)
  for (const { kind, table } of tables) if (kind === 'readings') readReadings(table, draft, numbers)
  const plots = tables.filter(({ kind }) => kind === 'plots').map(({ table }) => table)
  const isDrawn = draft.curves('amplification').length === 0
  const state = isDrawn ? readPlots(plots, draft, numbers) : null
  // Name plots beside the readings, which are drawn from them.
  if (!isDrawn) for (const { sheet } of plots) nameSheet(sheet, 'member_ignored', notices)
  if (state === 'baseline-subtracted') notices.add('curves_subtracted')
  if (state === 'normalised') notices.add('curves_normalised')
  const isAria = tables.some(({ table }) => table.keys.some((key) => /^cq|deltar/.test(key)))
  const above = sheets.flatMap(({ rows }) => [...rows.part(0, 3)].flat())
  return finishMxpro(draft, above, content, isAria ? 'AriaMx' : 'MxPro', state ?? 'raw')
}

/** Put the run together; its name is that of the experiment in one of the first lines, or that of the file. */
export function finishMxpro(
  draft: RunDraft,
  above: readonly string[],
  content: FileContent,
  software = 'MxPro',
  state: CurveState = 'raw',
): ImportedFile {
  const base = (path: string) => path.replace(/^.*[/\\]/, '').replace(/\.[A-Za-z]{3,4}$/, '')
  const path = above.map((cell) => cell.trim()).find((cell) => /\.mxp$/i.test(cell)) ?? ''
  const run = draft.finish({
    name: base(path) || base(content.name) || 'run',
    source: {
      format: 'mxpro',
      version: '',
      software,
      softwareVersion: '',
      instrument: '',
      date: null,
    },
    plate: { rows: 8, columns: 12, labels: 'letters' },
    states: { amplification: state, melt: 'raw' },
    passiveReference: null,
    wantsAll: true,
  })
  return { name: content.name, format: 'mxpro', runs: [run], notices: content.notices.list() }
}

function openTable(sheet: Sheet, notices: NoticeList): MxproTable[] {
  const head = findHead(sheet, (keys) => mxproKind(keys) !== null)
  const kind = head < 0 ? null : mxproKind(sheet.rows.row(head).map(keyOf))
  if (kind !== null) return [{ kind, table: new Table(sheet, head, notices) }]
  nameSheet(sheet, holdsWells(sheet) ? 'table_ignored' : 'member_ignored', notices)
  return []
}

function nameSheet(
  sheet: Sheet,
  code: 'table_ignored' | 'member_ignored',
  notices: NoticeList,
): void {
  const place = sheet.member ? { member: sheet.member } : {}
  notices.add(code, place, { name: sheet.name || sheet.file })
}

function numberColumns({ kind, table }: MxproTable): number[] {
  if (kind === 'plots') return columnsOfPlots(table)
  return table.keys.flatMap((key, column) => {
    const isNumber =
      kind === 'readings'
        ? ['cycle', 'fluorescence', 'temperature'].includes(key)
        : isCq(key) || key.startsWith('quantity')
    return isNumber ? [column] : []
  })
}
