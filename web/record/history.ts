import type { Kind } from '../../domain/registry.ts'
import { shorten } from '../../domain/rules/plain-text.ts'
import type { FieldChange } from '../../domain/trail/entry.ts'
import { hasText, t } from '../i18n/intl.ts'

/** Facts that are needed to show the history of a record. */
export interface HistoryFacts {
  kind: Kind
  id: string
  /** Company whose trail has it, where that is another one that the account reaches. */
  company?: string
  /** It is asked for again when the record changes. */
  updatedAt: string
  /** Labels of fields, and how to show values that are no plain texts. Of other fields only the change is reported. */
  fields: Readonly<Record<string, HistoryField>>
  /** Words for what only this kind can have; null leaves it to the common ones. */
  say?: (action: string) => string | null
}

export interface HistoryField {
  label: string
  show?: (value: unknown) => string
  /** Say each difference of a value of many parts, a line each. */
  differ?: (before: unknown, after: unknown) => string[]
}

const longest = 80

/** Say what was done, by the verb of an action of the trail such as `user.edit`. */
export function sayDone(action: string, say?: HistoryFacts['say']): string {
  const key = `record.did.${action.slice(action.indexOf('.') + 1)}`
  return say?.(action) ?? (hasText(key) ? t(key) : t('record.did.other'))
}

/** Say what an entry changed, a line for each field; of a new record nothing, as the record itself says it. */
export function sayChanges(
  changes: readonly FieldChange[],
  fields: HistoryFacts['fields'],
): string[] {
  const isNew = changes.every(({ before }) => before === undefined || before === null)
  if (isNew && changes.length > 1) return []
  const known = changes.flatMap(({ field, before, after }) => {
    const facts = Object.hasOwn(fields, field) ? fields[field] : undefined
    if (!facts) return []
    if (facts.differ && before && after) return facts.differ(before, after)
    const write = (value: unknown) =>
      shorten(facts.show ? facts.show(value) : plain(value), longest) || '–'
    return [t('record.changed', { field: facts.label, before: write(before), after: write(after) })]
  })
  const others = changes.filter(({ field }) => !Object.hasOwn(fields, field)).length
  return others > 0 ? [...known, t('record.changedOthers', { count: others })] : known
}

function plain(value: unknown): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}
