import type { NoticeList } from '../notices.ts'
import type { Table } from './table.ts'

/** Columns with groups of samples: of CFX, and of QuantStudio and ViiA 7. */
const groupKeys: readonly string[] = ['biologicalsetname', 'biogroupname']

/** Name the groups of samples in the tables: an analysis has none, results of several runs have their own. */
export function nameGroups(tables: readonly Table[], notices: NoticeList): void {
  const counts = new Map<string, number>()
  for (const table of tables) {
    for (const [column, key] of table.keys.entries()) {
      if (!groupKeys.includes(key)) continue
      const count = table.rows.filter((row) => table.cell(row, column) !== '').length
      const name = table.names[column] ?? ''
      counts.set(name, Math.max(counts.get(name) ?? 0, count))
    }
  }
  for (const [element, count] of counts) {
    if (count > 0) notices.add('element_ignored', { path: element }, { element, count })
  }
}
