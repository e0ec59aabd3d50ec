import type { FileContent } from '../file-content.ts'
import type { ImportedFile } from '../imported-run.ts'
import { NoticeList } from '../notices.ts'
import { refuseFile } from '../refuse-file.ts'
import { Facts } from '../tables/facts.ts'
import { nameGroups } from '../tables/name-groups.ts'
import { RunDraft } from '../tables/run-draft.ts'
import { keyOf, type Sheet } from '../tables/sheet.ts'
import { findHead, holdsWells, Table } from '../tables/table.ts'
import { TableNumbers } from '../tables/table-numbers.ts'
import type { QuantstudioContext } from './context.ts'
import { readCurves } from './read-curves.ts'
import { readMelts } from './read-melts.ts'
import { readResults } from './read-results.ts'
import { passiveDye, readSource } from './read-source.ts'
import { kindOf, type QuantstudioTable, signalColumns } from './table-kinds.ts'
import { plateOfBlock, WellFinder } from './well-finder.ts'

/**
 * Read the tables of one run as QuantStudio, ViiA 7, 7500 and StepOne software or Design & Analysis export them. Take
 * the dyes of the multicomponent table (without crosstalk) together with the passive reference; else Rn, and else dRn.
 * Throws `file_without_curves`.
 */
export function readQuantstudio(sheets: readonly Sheet[], content: FileContent): ImportedFile {
  const notices = new NoticeList()
  const facts = new Facts()
  const tables = sheets.flatMap((sheet) => openTable(sheet, facts, notices))
  if (!tables.some(({ table }) => table.rows.length > 0)) throw refuseFile('file_without_curves')
  const plate = plateOfBlock(facts.get('blocktype', 'platetype'))
  const numbers = new TableNumbers(notices)
  numbers.decide(tables.map((one) => ({ table: one.table, columns: numberColumns(one) })))
  const draft = new RunDraft(notices, content.limits)
  nameGroups(
    tables.map(({ table }) => table),
    notices,
  )
  const wells = new WellFinder(
    tables.map(({ table }) => table),
    plate,
    notices,
  )
  const context: QuantstudioContext = { tables, facts, wells, numbers, draft }
  readResults(context)
  const state = readCurves(context)
  readMelts(context)
  const { name, source } = readSource(facts, content.name)
  const run = draft.finish({
    name,
    source,
    plate,
    states: { amplification: state, melt: 'compensated' },
    passiveReference: passiveDye(facts.get('passivereference', 'passivereferencedye')),
    wantsAll: state !== 'compensated',
  })
  return { name: content.name, format: 'quantstudio', runs: [run], notices: content.notices.list() }
}

function openTable(sheet: Sheet, facts: Facts, notices: NoticeList): QuantstudioTable[] {
  const head = findHead(sheet, (keys) => kindOf(keys) !== null)
  facts.add(sheet, head < 0 ? Math.min(sheet.rows.length, 60) : head)
  const kind = head < 0 ? null : kindOf(sheet.rows.row(head).map(keyOf))
  if (kind === null || kind === 'filters' || kind === 'regions') {
    const name = sheet.name || sheet.member
    // Give no notice of names and values only, of which nothing is left out.
    const told = !sheet.rows.some((row) => row.filter((cell) => cell.trim() !== '').length > 2)
    if (name && !told && sheet.rows.length > 0) {
      const code = kind === null && holdsWells(sheet) ? 'table_ignored' : 'member_ignored'
      notices.add(code, { member: sheet.member || name }, { name })
    }
    return []
  }
  return [{ kind, table: new Table(sheet, head, notices) }]
}

const numeric =
  /^(allele[12])?(cq|ct|crt|cqvalue|ctvalue|threshold|ctthreshold|cqthreshold|baselinestart|baselineend|efficiency|quantity|qty|tm\d?|rn|deltarn|drn|temperature|fluorescence|cycle|cyclenumber)$/

/** List the columns whose numbers are read: they show the style of the file. */
function numberColumns({ kind, table }: QuantstudioTable): number[] {
  if (kind === 'dyes') return [table.column('cycle', 'cyclenumber'), ...signalColumns(table)]
  return table.keys.flatMap((key, column) => (numeric.test(key) ? [column] : []))
}
