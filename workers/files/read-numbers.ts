import type { NoticeList } from './notices.ts'
import { refuseFile, type Place } from './refuse-file.ts'

/** Notation of the numbers of a column. */
export interface NumberStyle {
  decimal: '.' | ','
  /** The other one separates thousands. */
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
  return null
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
  let digits = trimmed
  if (trimmed.includes(separator)) {
    if (!thousands || !grouped.test(trimmed)) return null
    digits = trimmed.split(separator).join('')
  }
  return readPlain(decimal === ',' ? digits.replace(',', '.') : digits)
}

/** Replace infinite values, which have no place in a curve, by NaN; a number too large for a double is one of them. */
function finite(value: number): number {
  return Number.isFinite(value) ? value : Number.NaN
}

/** Evidence of one cell for the style of its column. */
type Evidence = NumberStyle | 'ambiguous' | 'silent'

function weigh(cell: string): Evidence {
  const trimmed = cell.trim()
  const [commas, dots] = [count(trimmed, ','), count(trimmed, '.')]
  if (!/^[+-]?[\d.,]+(?:[eE][+-]?\d+)?$/.test(trimmed)) return 'silent'
  if (commas > 0 && dots > 0) {
    const decimal = trimmed.lastIndexOf(',') > trimmed.lastIndexOf('.') ? ',' : '.'
    return { decimal, thousands: true }
  }
  if (commas > 1) return isGrouped(trimmed, ',') ? { decimal: '.', thousands: true } : 'silent'
  if (dots > 1) return isGrouped(trimmed, '.') ? { decimal: ',', thousands: true } : 'silent'
  // "1,234" is one thousand or a bit more than one; "0,234", "1234,567" and "1,23" are not thousands.
  if (commas === 1)
    return isGrouped(trimmed, ',') ? 'ambiguous' : { decimal: ',', thousands: false }
  if (dots === 1 && !isGrouped(trimmed, '.')) return plainStyle
  return 'silent'
}

function isGrouped(cell: string, separator: string): boolean {
  const [first = '', ...rest] = cell.replace(/^[+-]/, '').split(separator)
  return /^[1-9]\d{0,2}$/.test(first) && rest.every((group) => /^\d{3}$/.test(group))
}

function count(text: string, letter: string): number {
  return text.split(letter).length - 1
}

/**
 * Return the style of the numbers of one column (or of a whole table), judged from all its cells together. A dot that
 * nothing contradicts is a decimal point.
 * @throws `number_mixed` if two cells contradict each other, `number_ambiguous` if a comma may be either and nothing
 * decides; both name the place of the cell.
 */
export function decideStyle(
  cells: readonly string[],
  placeOf: (index: number) => Place,
): NumberStyle {
  let style = null as NumberStyle | null
  let ambiguous = -1
  for (let i = 0; i < cells.length; i++) {
    const cell = cells[i] ?? ''
    const found = weigh(cell)
    if (found === 'silent') continue
    if (found === 'ambiguous') {
      if (ambiguous < 0) ambiguous = i
    } else if (style && style.decimal !== found.decimal) {
      throw refuseFile('number_mixed', placeOf(i), { value: cell.slice(0, 40) })
    } else {
      style = { decimal: found.decimal, thousands: found.thousands || (style?.thousands ?? false) }
    }
  }
  if (ambiguous >= 0 && !style) {
    const value = (cells[ambiguous] ?? '').slice(0, 40)
    throw refuseFile('number_ambiguous', placeOf(ambiguous), { value })
  }
  // "1,234" beside "1.5" can only be a thousands separator.
  if (ambiguous >= 0 && style?.decimal === '.') return { decimal: '.', thousands: true }
  return style ?? plainStyle
}

/**
 * Read the numbers of one column, NaN where there is none. Cells that are no finite number are left out with a notice
 * that names their place; a comma as decimal or thousands separator gives a notice.
 */
export function readColumn(
  cells: readonly string[],
  placeOf: (index: number) => Place,
  notices: NoticeList,
): Float64Array {
  const style = decideStyle(cells, placeOf)
  if (style.decimal === ',') notices.add('decimal_comma', placeOf(0))
  if (style.thousands) notices.add('thousands_separator', placeOf(0))
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
