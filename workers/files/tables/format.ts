import type { FileContent } from '../file-content.ts'
import type { FileFormat } from '../file-format.ts'
import { refuseFile } from '../refuse-file.ts'
import { collectSheets } from './collect-sheets.ts'
import { holdsResults, holdsTables, mostLines } from './recognise.ts'
import { nameWells } from './name-wells.ts'
import { splitBlocks } from './split-blocks.ts'
import { findHead } from './table.ts'
import { shapeSheet } from './shape-sheet.ts'
import type { Sheet } from './sheet.ts'
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
  const count = (passes: TableVendor['isHead']) =>
    sheets.filter((sheet) => findHead(sheet, passes) >= 0).length
  const known = [...tableVendors, otherTables].filter(({ isHead }) => count(isHead) > 0)
  const withCurves = known.filter(({ isCurves }) => count(isCurves) > 0)
  const among = withCurves.length > 0 ? withCurves : known
  // No vendor writes times in the place of cycles.
  if (sheets.some(({ timing }) => timing)) return otherTables
  const vendors = among.filter((one) => one !== otherTables)
  return vendors.reduce<TableVendor | undefined>(
    (best, one) => (best && count(best.isHead) >= count(one.isHead) ? best : one),
    vendors[0] ?? among[0],
  )
}

function readTables(content: FileContent) {
  const sheets = collectSheets(content).flatMap((sheet) => shapeSheet(sheet, content.notices))
  const vendor = chooseVendor(sheets)
  if (!vendor) {
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
  return vendor.read(
    blocks.map((sheet) => nameWells(sheet, findHead(sheet, vendor.isHead), content.notices)),
    content,
  )
}
