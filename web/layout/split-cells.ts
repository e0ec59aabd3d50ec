import { formulaStart } from '../../workers/files/formula-start.ts'

/** Return true for a cell that a spreadsheet would take for a formula, also behind the signs that keep it from it. */
export function isFormula(cell: string): boolean {
  return formulaStart.test(cell.replace(/^'+/, ''))
}

/** Split text from a spreadsheet into rows of cells: tabs between cells, quotes around one that holds tabs or lines. */
export function splitCells(text: string): string[][] {
  const separator = findSeparator(text)
  const rows: string[][] = [[]]
  let cell = ''
  let quoted = false
  const endCell = () => {
    rows.at(-1)?.push(readCell(cell.trim()))
    cell = ''
  }
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] ?? ''
    if (quoted) {
      if (sign !== '"') cell += sign
      else if (text[at + 1] === '"') {
        cell += '"'
        at += 1
      } else quoted = false
    } else if (sign === '"' && cell === '') quoted = true
    else if (sign === separator) endCell()
    else if (sign === '\n') {
      endCell()
      rows.push([])
    } else if (sign !== '\r') cell += sign
  }
  endCell()
  return dropEmptyEnd(rows)
}

/** Read a cell as it was before it was kept from being a formula (copy-wells.ts). */
function readCell(cell: string): string {
  return cell.startsWith("'") && isFormula(cell) ? cell.slice(1) : cell
}

/** Return a tab if there is one; else the character after the well in a list typed by hand or saved as CSV. */
function findSeparator(text: string): string {
  if (text.includes('\t')) return '\t'
  return /^\s*"?[A-Za-z]\s*0?\d{1,2}"?\s*([;,])/m.exec(text)?.[1] ?? '\t'
}

/** Drop empty rows at the end: spreadsheets end a copy with a line break, and may add such rows. */
function dropEmptyEnd(rows: string[][]): string[][] {
  const last = rows.findLastIndex((row) => row.some((cell) => cell !== ''))
  return rows.slice(0, last + 1)
}
