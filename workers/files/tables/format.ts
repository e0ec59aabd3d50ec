import type { FileContent } from '../file-content.ts'
import type { FileFormat } from '../file-format.ts'
import { refuseFile } from '../refuse-file.ts'
import { collectSheets } from './collect-sheets.ts'
import { holdsResults, holdsTables } from './recognise.ts'
import { nameWells } from './name-wells.ts'
import { splitBlocks } from './split-blocks.ts'
import { findHead } from './table.ts'
import { turnHeads } from './turn-heads.ts'
import { otherTables, tableVendors } from './vendors.ts'

/**
 * Tables that software of instruments exports: CSV, TXT, XML, XLSX, XLS, or an archive of one run's files. The headers
 * tell which of them it is, never the names; curves of any other program are read where they are.
 */
export const tables: FileFormat = {
  name: 'tables',
  recognise: holdsTables,
  read: readTables,
}

function readTables(content: FileContent) {
  const sheets = collectSheets(content).map((sheet) => turnHeads(sheet, content.notices))
  const counts = tableVendors.map(
    ({ isHead }) => sheets.filter((sheet) => findHead(sheet, isHead) >= 0).length,
  )
  const most = Math.max(...counts)
  const isOther = sheets.some((sheet) => findHead(sheet, otherTables.isHead) >= 0)
  const vendor = most > 0 ? tableVendors[counts.indexOf(most)] : isOther ? otherTables : undefined
  if (!vendor) {
    const found = sheets.map(({ name, file }) => name || file)
    const isResults = sheets.some(({ rows }) => holdsResults(rows.map((row) => row.join('\t'))))
    throw refuseFile(
      isResults ? 'results_without_curves' : 'tables_unknown',
      {},
      { found: found.slice(0, 8).join(', ').slice(0, 200) },
    )
  }
  const blocks = splitBlocks(sheets, vendor.isHead)
  return vendor.read(
    blocks.map((sheet) => nameWells(sheet, vendor.isHead, content.notices)),
    content,
  )
}
