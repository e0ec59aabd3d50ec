import { keyOf, type Sheet } from './sheet.ts'
import { isFooter } from './table.ts'

/** Most letters of the name of a fact: a longer line is a sentence. */
const longestName = 80

/** Facts about the run from the preamble of a file, by `keyOf` of their names. */
export class Facts {
  readonly #values = new Map<string, string>()

  /**
   * Read rows such as `* Block Type = 96-Well`, `# Block Type: 96-Well` and cells side by side above
   * the row `end`, and lines such as `Endogenous Control = GAPDH` below it.
   */
  add({ rows }: Sheet, end: number): void {
    for (const row of rows.part(0, end)) this.#addRow(row)
    if (end < 0) return
    for (const row of rows.part(end + 1)) if (isFooter(row)) this.#addRow(row)
  }

  #addRow(cells: readonly string[]): void {
    const filled = cells.map((cell) => cell.trim()).filter((cell) => cell !== '')
    const [first = '', second = ''] = filled
    if (filled.length >= 2) this.#set(first, second)
    else {
      const [, name = '', value = ''] = /^[*#]?([^=:\t]+)[=:](?:\s(.*))?$/s.exec(first) ?? []
      if (name.trim().length <= longestName) this.#set(name, value)
    }
  }

  #set(name: string, value: string): void {
    const key = keyOf(name)
    if (key !== '' && !this.#values.has(key)) this.#values.set(key, value.trim())
  }

  /** Return the value of the first of these names that has one; empty when none has. */
  get(...keys: string[]): string {
    for (const key of keys) {
      const value = this.#values.get(key)
      if (value) return value
    }
    return ''
  }
}
