import type { NoticeList } from './notices.ts'
import { refuseFile, type Place } from './refuse-file.ts'
import type { Delimiter } from './cell-rows.ts'

type Mark = '.' | ','

/** Notation of the numbers of a column. */
export interface NumberStyle {
  decimal: Mark
  /** The other mark, an apostrophe or a blank separates thousands. */
  thousands: boolean
}

export const plainStyle: NumberStyle = { decimal: '.', thousands: false }

const plain = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,4})?$/
/** Far longer than any double's decimals. */
const longestNumber = 400
/** Words that exports write in place of a missing number. */
const nothing = new Set(
  [
    '',
    '-',
    '--',
    'nan',
    'n/a',
    'na',
    'none',
    'null',
    'undetermined',
    'undef',
    'no ct',
    'no cq',
  ].concat(['#n/a', '#num!', '#div/0!', '#value!', '-nan', 'nan (ind)', '-nan(ind)', 'nan(ind)']),
)
const infinite = /^[+-]?(?:inf(?:inity)?|\u221e|1\.#inf)$/

/** Return true if a cell states that there is no number. */
export function isNothing(cell: string): boolean {
  return cell === '' || nothing.has(cell.trim().toLowerCase())
}

/** Read a number written plainly, NaN for none, null for anything that is not one. */
export function readPlain(cell: string): number | null {
  if (cell.length > longestNumber) return null
  if (plain.test(cell)) return finite(Number(cell))
  const trimmed = cell.trim()
  if (plain.test(trimmed)) return finite(Number(trimmed))
  if (isNothing(trimmed) || infinite.test(trimmed.toLowerCase())) return Number.NaN
  return trimmed.startsWith('\u2212') ? readPlain(`-${trimmed.slice(1)}`) : null
}

/** Read a number in a given style, NaN for none or not finite, null for anything that is not one. */
export function readNumber(cell: string, style: NumberStyle): number | null {
  const { decimal, thousands } = style
  if (decimal === '.' && !thousands) return readPlain(cell)
  const trimmed = cell.trim()
  if (isNothing(trimmed)) return Number.NaN
  const separator = decimal === ',' ? '.' : ','
  const grouped =
    decimal === ',' ? /^[+-]?\d{1,3}(?:\.\d{3})+(?:,|$)/ : /^[+-]?\d{1,3}(?:,\d{3})+(?:\.|$)/
  let digits = thousands ? ungroup(trimmed) : trimmed
  if (digits.includes(separator)) {
    if (!thousands || !grouped.test(digits)) return null
    digits = digits.split(separator).join('')
  }
  return readPlain(decimal === ',' ? digits.replace(',', '.') : digits)
}

/** Blanks and apostrophes that part thousands, as French, Russian and Swiss computers write them. */
const parted = /^[+-]?\d{1,3}(?:[ '\u00a0\u2009\u2019\u202f]\d{3})+(?![^.,])/

/** Remove blanks and apostrophes between thousands. */
function ungroup(cell: string): string {
  return cell.replace(parted, (digits) => digits.replaceAll(/[^\d+-]/g, ''))
}

/** Replace infinite values, which have no place in a curve, by NaN; a number too large for a double is one of them. */
function finite(value: number): number {
  return Number.isFinite(value) ? value : Number.NaN
}

/** Evidence of one cell for the style of its column. */
interface Evidence {
  /** Null where the cell does not tell. */
  decimal: Mark | null
  thousands: boolean
  /** Mark that may be the decimal one or part thousands: `1,234` is one thousand or a bit more than one. */
  doubt: Mark | null
}

/** @param isSmall a value of thousands is impossible, such as a Cq or a temperature */
function weigh(cell: string, isSmall: boolean): Evidence | null {
  const trimmed = cell.trim()
  const digits = ungroup(trimmed)
  if (!/^[+-]?[\d.,]+(?:[eE][+-]?\d+)?$/.test(digits)) return null
  const isParted = digits !== trimmed
  const [commas, dots] = [count(digits, ','), count(digits, '.')]
  const told = (decimal: Mark | null, thousands = isParted) => ({ decimal, thousands, doubt: null })
  if (commas > 0 && dots > 0) {
    return told(digits.lastIndexOf(',') > digits.lastIndexOf('.') ? ',' : '.', true)
  }
  if (commas + dots === 0) return isParted ? told(null) : null
  const mark = commas > 0 ? ',' : '.'
  const isWhole = isGrouped(digits, mark)
  if (commas + dots > 1) return isWhole ? told(mark === ',' ? '.' : ',', true) : null
  // Take "0,234", "1234,567" and "1,23" for no thousands, nor a number whose thousands a blank parts.
  if (!isWhole || isSmall || isParted) return told(mark)
  return { decimal: null, thousands: false, doubt: mark }
}

function isGrouped(cell: string, separator: string): boolean {
  return (separator === ',' ? byCommas : byDots).test(cell)
}
const byCommas = /^[+-]?[1-9]\d{0,2}(?:,\d{3})*$/
const byDots = /^[+-]?[1-9]\d{0,2}(?:\.\d{3})*$/

function count(text: string, letter: string): number {
  let found = 0
  for (let at = text.indexOf(letter); at >= 0; at = text.indexOf(letter, at + 1)) found++
  return found
}

/**
 * Return the decimal mark of the language in which a table was written, by what parts its cells: between commas it is a
 * point; a semicolon is taken where the comma is the decimal one. Null where the delimiter does not tell.
 */
export function markOfDelimiter(delimiter: Delimiter | null): Mark | null {
  if (delimiter === ',') return '.'
  return delimiter === ';' ? ',' : null
}

/**
 * Return the style of the numbers of one column (or of a whole table), judged from all its cells together. The cells are
 * looked at one by one, so that none has to be kept.
 *
 * @param isSmall tells cells whose value cannot be a thousand, so that `23.456` and `23,456` have decimals there
 * @param usual decimal mark that is taken where the cells alone do not decide; null for none.
 * @throws `number_mixed` if two cells contradict each other, `number_ambiguous` if the marks of all cells may be the
 * decimal one or part thousands; both name the place of the cell.
 */
export function decideStyle(
  cells: Iterable<string>,
  placeOf: (index: number) => Place,
  isSmall: (index: number) => boolean = () => false,
  usual: Mark | null = null,
): NumberStyle {
  let decimal: Mark | null = null
  let thousands = false
  const doubts = new Map<Mark, { cell: string; index: number }>()
  let index = -1
  for (const cell of cells) {
    index++
    const found = weigh(cell, isSmall(index))
    if (!found) continue
    if (found.doubt && !doubts.has(found.doubt)) doubts.set(found.doubt, { cell, index })
    if (found.decimal && decimal && found.decimal !== decimal) {
      throw refuseFile('number_mixed', placeOf(index), { value: cell.slice(0, 40) })
    }
    decimal ??= found.decimal
    thousands ||= found.thousands
  }
  const [first, second] = [...doubts.values()]
  if (first !== undefined && decimal === null) {
    const doubt = second ?? first
    const [place, value] = [placeOf(doubt.index), doubt.cell.slice(0, 40)]
    // Refuse a second mark: a blank between thousands leaves decimals to the other one.
    if (second !== undefined) throw refuseFile('number_mixed', place, { value })
    const [mark = null] = doubts.keys()
    if (!thousands && mark !== usual) throw refuseFile('number_ambiguous', place, { value })
    decimal = mark
  }
  // Take "1,234" beside "1.5" for thousands, the only thing that it can be.
  const isParted = [...doubts.keys()].some((mark) => mark !== decimal)
  return { decimal: decimal ?? '.', thousands: thousands || isParted }
}

/** Return the cell at an index of those that `decideStyle` looked at one by one, for the place of an error. */
export function cellAt<Cell>(cells: Iterable<Cell>, index: number): Cell | undefined {
  let left = index
  for (const cell of cells) if (left-- === 0) return cell
  return undefined
}

/**
 * Read numbers in the style of their table, NaN where there is none. Cells that are no finite number are left out with a
 * notice that names their place.
 */
export function readColumn(
  cells: readonly string[],
  style: NumberStyle,
  placeOf: (index: number) => Place,
  notices: NoticeList,
): Float64Array {
  const numbers = new Float64Array(cells.length)
  for (let i = 0; i < cells.length; i++) {
    const cell = cells[i] ?? ''
    const value = readNumber(cell, style)
    numbers[i] = value ?? Number.NaN
    if (value === null) {
      notices.add('number_unreadable', placeOf(i), { value: cell.slice(0, 40) })
    } else if (value !== value && !isNothing(cell)) {
      notices.add('number_not_finite', placeOf(i), { value: cell.slice(0, 40) })
    }
  }
  return numbers
}
