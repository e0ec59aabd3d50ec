/**
 * Beginnings of a cell that a spreadsheet would take for a formula, also where it cuts the character off or reads its
 * wide form (ASVS 5.0, 1.2.10; decisions D75); a minus before a number is none. Only the beginning is looked at: a
 * line break further on must not hide it.
 */
// eslint-disable-next-line no-control-regex
export const formulaStart =
  /^[=+@\t\r\n\0\uff1d\uff0b\uff0d\uff20]|^-(?!(\d|\.\d)[\d.]*(e[+-]?\d+)?$)/

/** Finds the same behind a semicolon: what follows in the table goes on there, so that no number is one by itself. */
const laterStart = /^\s*[=+@\uff1d\uff0b\uff0d\uff20-]/

/**
 * Put the sign of a text before each later part of the cells of a table with commas that a spreadsheet would take for a formula. Where the
 * language of the machine separates by semicolons, as in most of Europe, it begins a cell behind each of them, quoted or not.
 */
export function plainCells<Cell>(rows: readonly (readonly Cell[])[]): (Cell | string)[][] {
  return rows.map((row) => row.map((cell) => (typeof cell === 'string' ? asPlain(cell) : cell)))
}

function asPlain(cell: string): string {
  const [first = '', ...others] = cell.split(';')
  return [first, ...others.map((part) => (laterStart.test(part) ? `'${part}` : part))].join(';')
}
