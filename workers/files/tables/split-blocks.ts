import { channelOfDye } from '../../../domain/catalog/dyes.ts'
import type { CellRows } from '../cell-rows.ts'
import { readLabel } from '../curve-tables/curve-labels.ts'
import { cycleHead, temperatureHead } from '../curve-tables/table-kinds.ts'
import { parseWell } from '../plate.ts'
import { upTo } from './copy-rows.ts'
import { layoutOf } from './read-layout.ts'
import { isNumber, keyOf, type Sheet } from './sheet.ts'
import { runOfTitle } from './several-plates.ts'
import { holdsWells } from './table.ts'
import type { TableVendor } from './vendors.ts'

/**
 * Split sheets that hold several tables below each other, each under a header that `isHead` knows: a sheet for each
 * table, named by the line above its header, and one for what is in the wells above all of them. A header that a program repeats on each printed page is left out: the rows
 * below it go on with the table.
 */
export function splitBlocks(
  sheets: readonly Sheet[],
  vendor: Pick<TableVendor, 'isHead' | 'takesLayouts'>,
): Sheet[] {
  return sheets.flatMap((sheet) => {
    const blocks = splitSheet(sheet, vendor.isHead)
    return vendor.takesLayouts ? blocks.flatMap(cutLayout) : blocks
  })
}

/** Cut a table of samples off the end of a sheet of curves, with the title above it. */
function cutLayout(sheet: Sheet): Sheet[] {
  const { rows } = sheet
  const heads = rows.findAll((row) => areWords(row) && layoutOf(row) !== null)
  for (const head of heads) {
    const isBelow = rows
      .part(0, head)
      .some((row) => row.filter((cell) => isNumber(cell)).length > 1)
    if (!isBelow) continue
    const from = isTitle(rows.row(head - 1)) ? head - 1 : head
    const below = { ...sheet, rows: rows.part(from), firstRow: sheet.firstRow + from }
    return [upTo(sheet, from), { ...below, name: titleAbove(rows, head) || sheet.name }]
  }
  return [sheet]
}

/** Return true for words alone, as no row of values has them. */
const areWords = (row: readonly string[]) =>
  mayBeHead(row) && row.every((cell) => cell.trim() === '' || /\p{L}/u.test(cell))

function splitSheet(sheet: Sheet, isHead: (keys: readonly string[]) => boolean): Sheet[] {
  const heads: number[] = []
  const repeated = new Map<number, readonly string[]>()
  const isAnyHead = (row: readonly string[]) => mayBeHead(row) && isHead(row.map(keyOf))
  for (const at of sheet.rows.findAll(isAnyHead)) {
    const before = heads.at(-1)
    if (before !== undefined && isRepeated(sheet.rows, before, at)) repeated.set(at, [])
    else heads.push(at)
  }
  if (heads.length === 0) return [sheet]
  const rows = sheet.rows.replace(repeated)
  const above = cutAbove(sheet, heads[0] ?? 0)
  const blocks = heads.map((head, i) => {
    const next = heads[i + 1] ?? rows.length
    const title = titleAbove(rows, head) || dyeBefore(rows.row(head))
    const isDyeOrWell = channelOfDye(title) !== null || readLabel(title, 0).position !== null
    const isTold = isDyeOrWell || runOfTitle(title) !== ''
    const isNamed = i > 0 || sheet.name === '' || isTold
    const from = i === 0 ? (above?.rows.length ?? 0) : head
    // Leave out the title of the next table.
    const end = next < rows.length && titleAbove(rows, next) !== '' ? titleRow(rows, next) : next
    return {
      ...sheet,
      name: (isNamed && title) || sheet.name,
      rows: rows.part(from, end),
      firstRow: sheet.firstRow + from,
      openEnded: sheet.openEnded && end === rows.length,
    }
  })
  return above ? [above, ...blocks] : blocks
}

/** Return the part above the first table where it says what is in the wells; null for any other preamble. */
export function cutAbove(sheet: Sheet, head: number): Sheet | null {
  const end = titleAbove(sheet.rows, head) === '' ? head : titleRow(sheet.rows, head)
  const above = { ...sheet, rows: sheet.rows.part(0, end), openEnded: false }
  return holdsWells(above) ? above : null
}

/** Return true if a row may be a header: most rows of large tables begin with a number or a well and are none. */
function mayBeHead(row: readonly string[]): boolean {
  if (row.length < 2) return false
  const first = row.find((cell) => cell.trim() !== '')?.trim() ?? ''
  // Take the letter of a row of the plate for the beginning of values.
  if (/^[A-Pa-p]$/.test(first)) return false
  // Accept a header that begins with columns of cycles, below an empty corner.
  const isWord = /\p{L}/u.test(first) && (parseWell(first) === null || channelOfDye(first) !== null)
  return isWord || /^0{0,2}[0-5]$/.test(first)
}

/** Return true if a header is that of the table above, and its rows go on where those above ended. */
function isRepeated(rows: CellRows, head: number, at: number): boolean {
  const keys = (row: readonly string[]) => row.map(keyOf).join('\n').trimEnd()
  if (keys(rows.row(head)) !== keys(rows.row(at)) || isTitle(rows.row(at - 1))) return false
  // Compare the first cell alone of a cycle or a temperature: behind it
  // comes a measured value, which differs between two tables as well.
  const axis =
    rows
      .row(head)
      .map(keyOf)
      .find((key) => key !== '') ?? ''
  const compared = cycleHead.test(axis) || temperatureHead.test(axis) ? 1 : 2
  const startBelow = (row: number) => {
    const below = [...rows.part(row + 1, row + 10)]
    const first = below.find((cells) => cells.join('').trim() !== '') ?? []
    return first.filter((cell) => cell.trim() !== '').slice(0, compared)
  }
  return startBelow(head).join('\n') !== startBelow(at).join('\n')
}

/**
 * Return the title in the row above a header, empty for none: a line alone, or the well of a plot in two columns, whose
 * title commas may have cut (`A1, Replicate 1, FAM`). The name of a run may be in two cells, or above an empty row.
 */
function titleAbove(rows: CellRows, head: number): string {
  const words = wordsOf(rows, titleRow(rows, head))
  const name = words.join(' ')
  const run = runOfTitle(name)
  if (run !== '' && (words.length === 1 || (words.length === 2 && run === name))) return name
  const above = wordsOf(rows, head - 1)
  if (above.length === 1) return above[0] ?? ''
  const isPlot = rows.row(head).filter((cell) => cell.trim() !== '').length === 2
  return isPlot && parseWell(above[0] ?? '') ? above.join(', ') : ''
}

/** Return the first row above a header that is not empty. */
function titleRow(rows: CellRows, head: number): number {
  let at = head - 1
  while (at > 0 && wordsOf(rows, at).length === 0) at--
  return at
}

function wordsOf(rows: CellRows, at: number): string[] {
  return rows
    .row(at)
    .map((cell) => cell.trim())
    .filter((cell) => cell !== '')
}

/** Return the dye that is in the place of a word for wells before the cycles, as qPCRsoft writes it: `FAM, 1, 2, 3`; empty for none. */
function dyeBefore(row: readonly string[]): string {
  const [first = '', second = ''] = row.map((cell) => cell.trim()).filter((cell) => cell !== '')
  return channelOfDye(first) !== null && /^0{0,2}[0-5]$/.test(second) ? first : ''
}

function isTitle(row: readonly string[]): boolean {
  return row.filter((cell) => cell.trim() !== '').length === 1
}
