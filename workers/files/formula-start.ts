/**
 * Beginnings of a cell that a spreadsheet would take for a formula, also where it cuts the character off or reads its
 * wide form (ASVS 5.0, 1.2.10; decisions D75); a minus before a number is none. Only the beginning is looked at: a
 * line break further on must not hide it.
 */
// eslint-disable-next-line no-control-regex
export const formulaStart =
  /^[=+@\t\r\n\0\uff1d\uff0b\uff0d\uff20]|^-(?!(\d|\.\d)[\d.]*(e[+-]?\d+)?$)/

/** Find the same at the beginning of a later part: the rest of the cell follows it, so a number there is not one by itself. */
const laterStart = /^\s*[=+@\uff1d\uff0b\uff0d\uff20-]/

/**
 * Put an apostrophe before each later part of a cell that a spreadsheet would take for a formula, in a table with commas. Where the language of
 * the machine separates by semicolons, as in most of Europe, a cell begins behind each semicolon and each line break, quoted or not.
 */
export function plainCells<Cell>(rows: readonly (readonly Cell[])[]): (Cell | string)[][] {
  return rows.map((row) => row.map((cell) => (typeof cell === 'string' ? asPlain(cell) : cell)))
}

function asPlain(cell: string): string {
  const [first = '', ...others] = cell.split(/(?<=[;\r\n])/)
  return [first, ...others.map((part) => (laterStart.test(part) ? `'${part}` : part))].join('')
}
