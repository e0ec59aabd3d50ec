import { rowLetter } from '../../domain/rules/well.ts'
import { writePlaces } from '../../domain/rules/well-ranges.ts'

/** Shape of the plate; a rotor has one column and numbers for names. */
export interface PlateShape {
  rows: number
  columns: number
  labels: 'letters' | 'numbers'
}

/** Common plates, smallest first. */
const commonPlates = [
  { rows: 8, columns: 12 },
  { rows: 16, columns: 24 },
  { rows: 32, columns: 48 },
  { rows: 48, columns: 48 },
  { rows: 72, columns: 72 },
] as const

export interface WellPosition {
  /** From 0. */
  row: number
  column: number
}

/** Name of a well: letters and a number, such as `A1` or `AF48`, or its number alone in a rotor. */
export function nameWell(plate: PlateShape, well: number): string {
  if (plate.labels === 'numbers') return String(well + 1)
  const row = Math.floor(well / plate.columns)
  return `${rowLetter(row)}${(well % plate.columns) + 1}`
}

/** Name of a well with a letter for its row, whatever the plate. */
export function nameOfPosition({ row, column }: WellPosition): string {
  return `${rowLetter(row)}${column + 1}`
}

/** Cyrillic letters that look like rows of a plate, with those. */
const cyrillic = new Map(
  [...'АВСЕНКМОРавсенкмор'].map((letter, i) => [letter, 'ABCEHKMOPabcehkmop'[i]]),
)

/**
 * Return the position of a name such as `A1`, `A01`, `a1` or `AF48`, also in Cyrillic letters that look the same or in those
 * of full width; null for anything else.
 */
export function parseWell(name: string): WellPosition | null {
  const [, letters, digits] = /^([A-Za-z]{1,2})0{0,3}([1-9]\d{0,3})$/.exec(name.trim()) ?? []
  if (letters === undefined || digits === undefined) {
    const latin = latinLetters(name)
    return latin === name ? null : parseWell(latin)
  }
  let row = 0
  for (const letter of letters.toUpperCase()) row = row * 26 + letter.charCodeAt(0) - 64
  return { row: row - 1, column: Number(digits) - 1 }
}

/** Letters of the longest name of a well, with separators. */
const longestName = 8
const plainText = /^[ -~]*$/

/**
 * Return a short text with the Latin letters and digits that its Cyrillic, wide and Arabic ones look like or mean, so that
 * a well typed on another keyboard is the same well. A longer text is no well and comes back as it is.
 */
export function latinLetters(text: string): string {
  if (text.length > longestName || plainText.test(text)) return text
  return [...text.normalize('NFKC')]
    .map((letter) => cyrillic.get(letter) ?? arabicDigit(letter) ?? letter)
    .join('')
}

/** Return the digit of an Arabic or Persian one, null for any other letter. */
function arabicDigit(letter: string): string | null {
  const code = letter.codePointAt(0) ?? 0
  for (const zero of [0x0660, 0x06f0]) {
    if (code >= zero && code < zero + 10) return String(code - zero)
  }
  return null
}

/** Words before a well: `Well A1`, `Pos. A1`. */
const wellWord =
  /^(?:well|pos(?:ition)?|pocillo|puits|pozzetto|\u043b\u0443\u043d\u043a\u0430)[\s_:.-]*(?=\S)/i

/** Return a name without the word for a well before it. */
export function withoutWellWord(name: string): string {
  return name.replace(wellWord, '')
}

/** Return the position that a row and a column name in numbers: `R2C3`, `r02c03`, `Row 2 Col 3`; null for anything else. */
export function parseRowColumn(name: string): WellPosition | null {
  const [, row, column] =
    /^r(?:ow)?[\s._-]*0?([1-9]\d?)[\s._,-]*c(?:ol(?:umn)?)?[\s._-]*0?([1-9]\d?)$/i.exec(
      name.trim(),
    ) ?? []
  return row === undefined ? null : { row: Number(row) - 1, column: Number(column) - 1 }
}

/**
 * Return the position that a cell under a header of wells names, where nothing but a well can be: as `parseWell`, and also
 * `A:1`, `A-1`, `A 1`, `(A1)`, `1A`, `Well A1`, `R1C1`. Null for a number alone.
 */
export function parseWellCell(cell: string): WellPosition | null {
  const plain = latinLetters(withoutWellWord(cell.trim().replace(/^[([](.*)[)\]]$/, '$1')))
  const place = parseRowColumn(plain)
  if (place || plain.length > longestName) return place
  const [, letters = '', digits = ''] = /^([a-z]{1,2})\s*(?:[:_-]\s*)?(\d{1,4})$/i.exec(plain) ?? []
  const [, column = '', row = ''] = /^(\d{1,2})\s*(?:[:_-]\s*)?([a-z]{1,2})$/i.exec(plain) ?? []
  return parseWell(letters + digits) ?? parseWell(row + column)
}

/** Return the smallest common plate that holds all positions, or one that just holds them. */
export function assumePlate(positions: readonly WellPosition[]): PlateShape {
  let [rows, columns] = [1, 1]
  for (const position of positions) {
    rows = Math.max(rows, position.row + 1)
    columns = Math.max(columns, position.column + 1)
  }
  const common = commonPlates.find((plate) => plate.rows >= rows && plate.columns >= columns)
  return { ...(common ?? { rows, columns }), labels: 'letters' }
}

/** Return the rotor whose last position is the highest of these. */
export function assumeRotor(positions: readonly WellPosition[]): PlateShape {
  const rows = positions.reduce((most, { row }) => Math.max(most, row + 1), 1)
  return { rows, columns: 1, labels: 'numbers' }
}

/**
 * List names of wells or numbers of rows in order, neighbours together: `1–3, A1–A12, C1:D6`. Names that are neither, and
 * ranges, come behind as they are.
 */
export function nameRanges(names: readonly string[]): string {
  const numbers: number[] = []
  const places: WellPosition[] = []
  const others: string[] = []
  for (const name of new Set(names)) {
    const place = parseWell(name)
    if (place) places.push(place)
    else if (/^[1-9]\d{0,8}$/.test(name)) numbers.push(Number(name))
    else others.push(name)
  }
  const ranges = joinNeighbours(numbers.toSorted((a, b) => a - b)).map(([from, to]) =>
    from === to ? String(from) : `${from}–${to}`,
  )
  return [...ranges, ...writePlaces(places), ...others].join(', ')
}

/** Return first and last number of each unbroken run of sorted numbers. */
function joinNeighbours(numbers: readonly number[]): [number, number][] {
  const runs: [number, number][] = []
  for (const number of numbers) {
    const last = runs.at(-1)
    if (last && last[1] === number - 1) last[1] = number
    else runs.push([number, number])
  }
  return runs
}
