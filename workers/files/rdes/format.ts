import type { Delimiter } from '../cell-rows.ts'
import type { FileContent } from '../file-content.ts'
import type { FileFormat } from '../file-format.ts'
import { splitTable } from '../split-table.ts'
import { rdesColumns } from './columns.ts'
import { readTable } from './read-table.ts'

const delimiters: readonly Delimiter[] = ['\t', ';', ',']

/**
 * RDES 1.0 (rdml.org): a table of raw curves separated by tabs, amplification with the column `Cq` or
 * melt with `Tm`. Tables saved again with semicolons, commas or quotes are read as well.
 */
export const rdes: FileFormat = {
  name: 'rdes',
  recognise: (content) => content.kind === 'text' && findDelimiter(content.decoded.text) !== null,
  read: readRdes,
}

function findDelimiter(text: string): Delimiter | null {
  const end = text.search(/[\r\n]/)
  const head = text.slice(0, end < 0 ? 10_000 : end)
  const found = delimiters.find((delimiter) => {
    const cells = head.split(delimiter, 7).map((cell) => cell.replaceAll('"', '').trim())
    const named = rdesColumns.every((name, i) => cells[i]?.toLowerCase() === name.toLowerCase())
    return named && /^(cq|tm)$/i.test(cells[6] ?? '')
  })
  return found ?? null
}

function readRdes(content: FileContent) {
  const text = content.kind === 'text' ? content.decoded.text : ''
  const delimiter = findDelimiter(text) ?? '\t'
  return readTable(splitTable(text, delimiter, content.limits), content)
}
