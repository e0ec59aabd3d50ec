import { openContent } from '../file-content.ts'
import { type FileLimits, fileLimits } from '../limits.ts'
import { refuseFile } from '../refuse-file.ts'
import { decodeList, type ListEncoding } from './decode-list.ts'
import { findDialect, type ListDialect } from './find-dialect.ts'
import { indexRows, type ListDelimiter, readCells, type RowIndex } from './index-rows.ts'
import type { ListSettings } from './list-settings.ts'
import { readOrders } from './orders/find-orders.ts'
import { removeFraming } from './orders/hl7-message.ts'
import { type OrderLine, writeOrderRows } from './orders/order-line.ts'
import { writeGridRows } from './read-grid.ts'

/** Encoding and delimiter that a person chose; null means: recognise it. */
export interface ToldDialect {
  encoding: ListEncoding | null
  delimiter: ListDelimiter | null
}

/** Form of a file: a table with a row for each sample or well, a picture of the plate, or orders of a laboratory system. */
export type ListForm = 'rows' | 'grid' | 'orders'

/** A list as its file has it; of a grid and of orders, the list that was made of it. */
export interface ListFile extends ListDialect {
  form: ListForm
  encoding: ListEncoding
  index: RowIndex
  header: string[]
  /** Orders under the header, in the order of the rows; absent in other forms. */
  orders?: readonly OrderLine[]
}

/** Rows of 200,000 samples and more; what is larger is no list of a laboratory (decisions D75). */
const listLimits: Readonly<FileLimits> = { ...fileLimits, rows: 500_000 }

/**
 * Open a list of samples: comma, semicolon, tab or bar, in what a spreadsheet writes (decisions D75), a plate as rows
 * and columns, or orders in HL7 v2 or FHIR (decision 79).
 * @throws Fault `invalid` with why the file is none (`refuseFile`).
 */
export function openListFile(
  file: { name: string; bytes: Uint8Array },
  settings: ListSettings,
  told: ToldDialect,
  language: string,
): ListFile {
  const { text, encoding } = readText(file, told.encoding, language)
  const orders = readOrders(text)
  if (orders) return { ...openMade(writeOrderRows(orders)), form: 'orders', encoding, orders }
  const { delimiter, headerAt } = findDialect(text, settings, told.delimiter)
  const index = indexRows(text, delimiter, listLimits)
  const grid = writeGridRows(index)
  if (grid !== null)
    return { ...openMade(grid), form: 'grid', encoding, delimiter: index.delimiter }
  return {
    form: 'rows',
    encoding,
    delimiter,
    headerAt,
    index,
    header: readCells(index, headerAt),
  }
}

/** Open a list that we wrote ourselves: tabs between its cells, the headers first. */
function openMade(text: string): Pick<ListFile, 'delimiter' | 'headerAt' | 'index' | 'header'> {
  const index = indexRows(text, '\t', listLimits)
  return { delimiter: '\t', headerAt: 0, index, header: readCells(index, 0) }
}

/** Find the row of the headers again, after the settings name other headers. */
export function findHeaderAgain(file: ListFile, settings: ListSettings): ListFile {
  if (file.form !== 'rows') return file
  const { headerAt } = findDialect(file.index.text, settings, file.delimiter)
  if (headerAt === file.headerAt) return file
  return { ...file, headerAt, header: readCells(file.index, headerAt) }
}

function readText(
  file: { name: string; bytes: Uint8Array },
  told: ListEncoding | null,
  language: string,
) {
  const bytes = removeFraming(file.bytes)
  // Recognise the bytes first: a workbook or a picture is refused, whatever its name.
  const content = told === null ? openContent(file.name, bytes, listLimits) : null
  if (content && content.kind !== 'text') throw refuseFile('file_format_unknown')
  if (content && content.decoded.encoding !== 'windows-1252') return content.decoded
  return decodeList(bytes, told, language)
}
