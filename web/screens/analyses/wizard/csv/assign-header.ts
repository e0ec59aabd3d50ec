import { type ListColumn, listColumns } from '../../../../../domain/catalog/list-words.ts'
import { headerKey } from '../../../../../domain/rules/list-words.ts'
import { headerSettings } from '../../../../../workers/files/sample-list/list-columns.ts'
import {
  firstListSettings,
  type ListSettings,
} from '../../../../../workers/files/sample-list/list-settings.ts'

/** The settings under which a header is read as a column, and as no other one. */
export function assignHeader(
  settings: ListSettings,
  header: string,
  column: ListColumn,
): Partial<ListSettings> {
  const change: Partial<ListSettings> = { [headerSettings[column]]: header.slice(0, 60) }
  for (const other of listColumns) {
    const setting = headerSettings[other]
    if (other === column || headerKey(settings[setting]) !== headerKey(header)) continue
    // Its first word, unless that is the very header.
    const first = firstListSettings[setting]
    change[setting] = headerKey(first) === headerKey(header) ? '' : first
  }
  return change
}
