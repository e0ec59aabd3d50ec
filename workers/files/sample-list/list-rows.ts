import { openContent } from '../file-content.ts'
import { type FileLimits, fileLimits } from '../limits.ts'
import { refuseFile } from '../refuse-file.ts'
import { decodeList, type ListEncoding } from './decode-list.ts'
import { findDialect, type ListDialect } from './find-dialect.ts'
import { indexRows, type ListDelimiter, readCells, type RowIndex } from './index-rows.ts'
import type { ListSettings } from './list-settings.ts'

/** Encoding and delimiter that a person chose; null means: recognise it. */
export interface ToldDialect {
  encoding: ListEncoding | null
  delimiter: ListDelimiter | null
}

/** A list as its file has it. */
export interface ListFile extends ListDialect {
  encoding: ListEncoding
  index: RowIndex
  header: string[]
}

/** Rows of 200,000 samples and more; what is larger is no list of a laboratory (decisions D75). */
const listLimits: Readonly<FileLimits> = { ...fileLimits, rows: 500_000 }

/**
 * Opens a list of samples: comma, semicolon, tab or bar, in what a spreadsheet writes (decisions D75).
 * @throws Fault `invalid` with why the file is none (`refuseFile`).
 */
export function openListFile(
  file: { name: string; bytes: Uint8Array },
  settings: ListSettings,
  told: ToldDialect,
  language: string,
): ListFile {
  const { text, encoding } = readText(file, told.encoding, language)
  const { delimiter, headerAt } = findDialect(text, settings, told.delimiter)
  const index = indexRows(text, delimiter, listLimits)
  return { encoding, delimiter, headerAt, index, header: readCells(index, headerAt) }
}

/** Find the row of the headers again, after the settings name other headers. */
export function findHeaderAgain(file: ListFile, settings: ListSettings): ListFile {
  const { headerAt } = findDialect(file.index.text, settings, file.delimiter)
  if (headerAt === file.headerAt) return file
  return { ...file, headerAt, header: readCells(file.index, headerAt) }
}

function readText(
  file: { name: string; bytes: Uint8Array },
  told: ListEncoding | null,
  language: string,
) {
  // Recognise the bytes first: a workbook or a picture is refused, whatever its name.
  const content = told === null ? openContent(file.name, file.bytes, listLimits) : null
  if (content && content.kind !== 'text') throw refuseFile('file_format_unknown')
  if (content && content.decoded.encoding !== 'windows-1252') return content.decoded
  return decodeList(file.bytes, told, language)
}
