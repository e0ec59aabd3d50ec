import type { FileContent } from '../file-content.ts'
import { fileLimits } from '../limits.ts'
import { NoticeList } from '../notices.ts'
import { isArchive } from '../open-archive.ts'
import { isRotorHeading } from '../rotorgene/read-title.ts'
import { isCompoundFile } from '../spreadsheet/compound-file.ts'
import { isWorkbook } from '../spreadsheet/open-workbook.ts'
import type { CellRows, Delimiter } from '../cell-rows.ts'
import { splitTable, writeRows } from '../split-table.ts'
import { isNested, isTable } from './table-members.ts'
import { keyOf } from './sheet.ts'
import { findHead } from './table.ts'
import { shapeSheet } from './shape-sheet.ts'
import { readTimes } from './time-axis.ts'
import { otherTables, tableVendors } from './vendors.ts'

const delimiters: readonly Delimiter[] = ['\t', ';', ',', '|']
/** Lines and letters of a text that are looked at. */
export const mostLines = 120
const mostLetters = 64_000

/** Return true if a file begins like the tables of a vendor. */
export function holdsTables(content: FileContent): boolean {
  if (content.kind === 'xml') return isXmlRows(content.decoded.text)
  if (content.kind === 'text') return isVendorText(content.decoded.text)
  if (content.kind === 'old-workbook') return true
  const { archive } = content
  if (isWorkbook(archive)) return true
  return archive.members.filter(isTable).some((member) => {
    const begin = archive.begin(member)
    if (isNested(member) && (isArchive(begin) || isCompoundFile(begin))) return true
    const whole = String.fromCharCode(...begin.filter((byte) => byte !== 0))
    const text = whole.replace(/^(?:\u00ef\u00bb\u00bf|\u00ff\u00fe|\u00fe\u00ff)/, '')
    return isXmlRows(text) || isVendorText(text)
  })
}

/** Recognise `<FAM><Row>` and the like, with or without a declaration; Bio-Rad writes none. */
export function isXmlRows(text: string): boolean {
  return /^\s*(<\?xml[^>]*>\s*)?<([\w.:-]+)[^>]*>\s*<Row[\s>]/i.test(text.slice(0, 2000))
}

function isVendorText(text: string): boolean {
  if (isPreamble(text)) return true
  return scoreDelimiters(text).some(({ heads, others }) => heads > 0 || others > 0)
}

/** Recognise `* Block Type = ...` of the classic exports. */
function isPreamble(text: string): boolean {
  const lines = text.slice(0, 4000).split(/\r\n|\r|\n/)
  const known =
    /^"?[*#]?\s*(block ?type|instrument type|experiment (name|type|file name)|calibration \w+.*|chemistry|passive reference)"?\s*["=:,;\t]/i
  return lines.some((line) => known.test(line)) && lines.some((line) => /^"?[*#[]/.test(line))
}

/** Choose the delimiter that makes headers of the lines, else the most frequent one. */
export function chooseDelimiter(text: string): Delimiter {
  const scores = scoreDelimiters(text).map(({ delimiter, heads, others, count }) => ({
    delimiter,
    ranks: [heads, others, count],
  }))
  const best = scores.reduce((a, b) => {
    const at = b.ranks.findIndex((rank, i) => rank !== a.ranks[i])
    return (b.ranks[at] ?? 0) > (a.ranks[at] ?? 0) ? b : a
  })
  return best.delimiter
}

function scoreDelimiters(text: string) {
  const sample = text.slice(0, mostLetters)
  return delimiters.map((delimiter) => {
    let [heads, others, count] = [0, 0, 0]
    const rows = splitSample(sample, delimiter)
    for (const row of rows) {
      const keys = row.map(keyOf)
      count += keys.length - 1
      if (keys.length < 2) continue
      if (tableVendors.some(({ isHead }) => isHead(keys))) heads++
      else if (otherTables.isHead(keys)) others++
    }
    if (heads + others === 0 && isTurned(rows)) others++
    return { delimiter, heads, others, count }
  })
}

/** Split the beginning of a text into rows; a cell in quotes may have line ends and separators. */
function splitSample(text: string, delimiter: Delimiter): CellRows {
  const lines = text.split(/\r\n|\r|\n/, mostLines)
  const isQuoted = lines.some((line) => line.includes('"'))
  // Try the last quote too, since the beginning may end within a cell.
  for (const end of isQuoted ? [text.length, text.lastIndexOf('"')] : []) {
    try {
      return splitTable(text.slice(0, end), delimiter, fileLimits).part(0, mostLines)
    } catch {
      continue
    }
  }
  const rows = lines.map((line) => line.split(delimiter))
  return writeRows(rows, fileLimits.memory)
}

/** Return true for curves by columns whose cycles nothing names, below rows of facts, or with times in place of cycles. */
function isTurned(rows: CellRows): boolean {
  const { memory } = fileLimits
  const names = { name: '', file: '', member: '', firstRow: 1 }
  const sheet = { ...names, rows, delimiter: null, isTyped: false, memory, openEnded: false }
  const notices = new NoticeList()
  const turned = shapeSheet(readTimes(sheet, notices), notices)
  // Take curves whose times cannot be read: reading them says why.
  return turned.some(
    (one) => one.untimed || (one.rows !== rows && findHead(one, otherTables.isHead) >= 0),
  )
}

/**
 * Return the name of the section that a line begins, null for any other line: `[Results]` alone, or the heading of a
 * table of a Rotor-Gene.
 */
export function sectionOf(row: readonly string[]): string | null {
  const [first = '', ...rest] = row
  if (isRotorHeading(row)) return first.trim()
  const isAlone = rest.every((cell) => cell.trim() === '')
  return isAlone && /^\[[^\]]{1,80}\]$/.test(first.trim()) ? first.trim().slice(1, -1) : null
}

/** Headers of crossing points and cycles, whatever the program: `Cq`, `Ct (dRn)`, `Cp`. */
const crossing = /^(c[tqp]|crt|c[tq](mean|value)|c[tq](d|delta)?rn?)$/

/** Return true for a header of crossing points, such as `Cq`, or one that begins with that word: `Mean Ct GOI`. */
function isCrossing(header: string): boolean {
  const words = header.trim().split(/\s+/).map(keyOf)
  const first = words.find((word) => !/^(mean|average)$/.test(word)) ?? ''
  return crossing.test(keyOf(header)) || crossing.test(first)
}

/** Return true if one of the first lines is the header of a table of results, of any program. */
export function holdsResults(lines: readonly string[]): boolean {
  return lines.slice(0, mostLines).some((line) =>
    delimiters.some((delimiter) => {
      const cells = line.split(delimiter).map((cell) => cell.replaceAll('"', ''))
      return cells.filter((cell) => keyOf(cell) !== '').length > 2 && cells.some(isCrossing)
    }),
  )
}
