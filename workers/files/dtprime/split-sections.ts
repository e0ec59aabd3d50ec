import type { FileLimits } from '../limits.ts'
import { splitTable } from '../split-table.ts'

/** A line `$Name:$ text` and the filled lines below it, up to the next one of its kind. */
export interface Section {
  /** Text behind the name on its line. */
  text: string
  lines: { row: number; text: string }[]
}

const heading = /^\$([^$:]{1,80}):?\$(.*)$/

/** Split a file into its sections by their names. */
export function splitSections(text: string, limits: FileLimits): Map<string, Section> {
  const sections = new Map<string, Section>()
  // Split at a sign that no line has, and put the pieces of one that has it together.
  const rows = splitTable(text, '|', limits)
  let section: Section = { text: '', lines: [] }
  for (let at = 0; at < rows.length; at++) {
    const line = rows.row(at).join('|')
    const [, name, rest = ''] = heading.exec(line) ?? []
    if (name !== undefined) {
      section = { text: rest, lines: [] }
      sections.set(name.trim(), section)
    } else if (line.trim() !== '') {
      limits.memory.takeText(line)
      section.lines.push({ row: at + 1, text: line })
    }
  }
  return sections
}
