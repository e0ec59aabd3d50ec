import type { FileContent } from '../file-content.ts'
import type { FileFormat } from '../file-format.ts'
import { NoticeList } from '../notices.ts'
import { refuseFile } from '../refuse-file.ts'
import { curveKind } from '../curve-tables/table-kinds.ts'
import { isCycle } from './axis.ts'
import { collectSheets } from './collect-sheets.ts'
import { holdsResults, holdsTables, mostLines } from './recognise.ts'
import { nameWells } from './name-wells.ts'
import { splitBlocks } from './split-blocks.ts'
import type { Phase } from './run-draft.ts'
import { farthestHead, findHead } from './table.ts'
import { refuseRuns } from './several-plates.ts'
import { shapeSheet } from './shape-sheet.ts'
import { readTimes } from './time-axis.ts'
import { keyOf, type Sheet } from './sheet.ts'
import { otherTables, type TableVendor, tableVendors } from './vendors.ts'

/**
 * Tables that software of instruments exports: CSV, TXT, XML, XLSX, XLS, or an archive of one run's files. The headers
 * tell which of them it is, never the names; curves of any other program are read where they are.
 */
export const tables: FileFormat = {
  name: 'tables',
  recognise: holdsTables,
  read: readTables,
}

/**
 * Choose the vendor that has most of the tables, any program's curves where there is none. One that knows results alone
 * gives way to the one whose curves are beside them: results cannot become an analysis.
 */
function chooseVendor(sheets: readonly Sheet[]): TableVendor | undefined {
  const counts = countHeads(sheets)
  const known = counts.filter(({ heads }) => heads > 0)
  const withCurves = known.filter(({ curves }) => curves > 0)
  const among = withCurves.length > 0 ? withCurves : known
  const vendors = among.filter(({ vendor }) => vendor !== otherTables)
  const [first = among[0], ...others] = vendors
  return others.reduce((best, one) => (best && best.heads >= one.heads ? best : one), first)?.vendor
}

/** Count the sheets with a header of each vendor, and with one of its curves. */
function countHeads(sheets: readonly Sheet[]) {
  const counts = [...tableVendors, otherTables].map((vendor) => ({ vendor, heads: 0, curves: 0 }))
  for (const { rows } of sheets) {
    const found = counts.map(() => ({ heads: false, curves: false }))
    for (const row of rows.part(0, farthestHead)) {
      if (row.length < 2) continue
      // Fold the cells of a row once for all vendors: a wide table takes seconds otherwise.
      const keys = row.map(keyOf)
      for (const [i, { vendor }] of counts.entries()) {
        const own = found[i]
        if (!own) continue
        own.heads ||= vendor.isHead(keys)
        own.curves ||= own.heads && vendor.isCurves(keys)
      }
    }
    for (const [i, one] of counts.entries()) {
      one.heads += found[i]?.heads ? 1 : 0
      one.curves += found[i]?.curves ? 1 : 0
    }
  }
  return counts
}

/** Read the times of all sheets. Beside the tables of a vendor, who writes cycles, they are those of a log. */
function readAllTimes(sheets: readonly Sheet[], notices: NoticeList): readonly Sheet[] {
  const isTimed = ({ timing, untimed }: Sheet) => timing !== undefined || untimed !== undefined
  const others = sheets.filter((sheet) => !isTimed(readTimes(sheet, new NoticeList())))
  if (others.length === sheets.length) return sheets
  const vendor = chooseVendor(others)
  const isLog = vendor !== undefined && vendor !== otherTables && others.some(holdsCycles)
  return isLog ? sheets : sheets.map((one) => readTimes(one, notices))
}

/** Return true for curves over cycles: a melt may be beside the curves of an isothermal run. */
function holdsCycles({ rows }: Sheet): boolean {
  return rows
    .part(0, farthestHead)
    .some((row) => row.some(isCycle) || curveKind(row.map(keyOf))?.phase === 'amplification')
}

/** Return the parts of a run of which a sheet has curves. */
function partsOf({ rows }: Sheet): Set<Phase> {
  const vendors = [...tableVendors, otherTables]
  const parts = new Set<Phase>()
  for (const row of rows.part(0, farthestHead)) {
    const keys = row.length < 2 ? [] : row.map(keyOf)
    if (vendors.some((vendor) => vendor.isCurves(keys))) parts.add('amplification')
    if (curveKind(keys)?.phase === 'melt') parts.add('melt')
  }
  return parts
}

/** Leave out hidden sheets with curves of which a sheet that everybody sees has some, with a notice: they would be those of another dye. */
function withoutHidden(sheets: readonly Sheet[], notices: NoticeList): readonly Sheet[] {
  if (!sheets.some(({ isHidden }) => isHidden)) return sheets
  const seen = sheets.filter(({ isHidden }) => !isHidden).map(partsOf)
  const isSecond = (sheet: Sheet) =>
    sheet.isHidden && [...partsOf(sheet)].some((part) => seen.some((parts) => parts.has(part)))
  for (const { member, name } of sheets.filter(isSecond)) {
    notices.add('sheet_hidden', { member }, { name })
  }
  return sheets.filter((sheet) => !isSecond(sheet))
}

function readTables(content: FileContent) {
  const timed = readAllTimes(collectSheets(content), content.notices)
  const seen = withoutHidden(timed, content.notices)
  refuseRuns(seen.filter((sheet) => partsOf(sheet).has('amplification')))
  const sheets = seen.flatMap((sheet) =>
    // Turn no times that cannot be read, which may count up as cycles do.
    sheet.untimed ? [sheet] : shapeSheet(sheet, content.notices),
  )
  const vendor = sheets.some(({ timing }) => timing) ? otherTables : chooseVendor(sheets)
  if (!vendor) {
    const untimed = sheets.find((sheet) => sheet.untimed)?.untimed
    if (untimed) throw untimed
    const found = sheets.map(({ name, file }) => name || file)
    const isResults = sheets.some(({ rows }) =>
      holdsResults([...rows.part(0, mostLines)].map((row) => row.join('\t'))),
    )
    throw refuseFile(
      isResults ? 'results_without_curves' : 'tables_unknown',
      {},
      { found: found.slice(0, 8).join(', ').slice(0, 200) },
    )
  }
  const blocks = splitBlocks(sheets, vendor)
  refuseRuns(blocks.filter((block) => partsOf(block).has('amplification')))
  return vendor.read(
    blocks.map((sheet) => nameWells(sheet, findHead(sheet, vendor.isHead), content.notices)),
    content,
  )
}
