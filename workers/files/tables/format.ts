import { readCfx } from '../cfx/read-cfx.ts'
import { cfxKind } from '../cfx/table-kinds.ts'
import type { FileContent } from '../file-content.ts'
import type { FileFormat } from '../file-format.ts'
import { readQuantstudio } from '../quantstudio/read-tables.ts'
import { readLightcycler } from '../lightcycler/read-lightcycler.ts'
import { lightcyclerKind } from '../lightcycler/table-kinds.ts'
import { kindOf } from '../quantstudio/table-kinds.ts'
import { refuseFile } from '../refuse-file.ts'
import { collectSheets } from './collect-sheets.ts'
import { holdsResults, holdsTables } from './recognise.ts'
import { findHead } from './table.ts'

/**
 * Tables that Bio-Rad CFX, Thermo QuantStudio and Roche LightCycler 480 software export: CSV, TXT, XML,
 * XLSX, or an archive of one run's files. The headers tell which of them it is, never the names.
 */
export const tables: FileFormat = {
  name: 'tables',
  recognise: holdsTables,
  read: readTables,
}

function readTables(content: FileContent) {
  const sheets = collectSheets(content)
  const count = (test: (keys: readonly string[]) => boolean) =>
    sheets.filter((sheet) => findHead(sheet, test) >= 0).length
  const quantstudio = count((keys) => kindOf(keys) !== null)
  const cfx = count((keys) => cfxKind(keys) !== null)
  const lightcycler = count((keys) => lightcyclerKind(keys) !== null)
  if (lightcycler > Math.max(quantstudio, cfx)) return readLightcycler(sheets, content)
  if (quantstudio === 0 && cfx === 0) {
    const found = sheets.map(({ name, file }) => name || file)
    const isResults = sheets.some(({ rows }) => holdsResults(rows.map((row) => row.join('\t'))))
    throw refuseFile(
      isResults ? 'results_without_curves' : 'tables_unknown',
      {},
      { found: found.slice(0, 8).join(', ').slice(0, 200) },
    )
  }
  return cfx > quantstudio ? readCfx(sheets, content) : readQuantstudio(sheets, content)
}
