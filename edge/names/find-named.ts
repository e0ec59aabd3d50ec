import { foldText, hasWords, searchWords } from '../../domain/rules/fold-text.ts'

/** SQL condition with its values. */
interface Condition {
  text: string
  values: string[]
}

/** A value of a statement has at most 2 MB by the platform's limits; an id has 39 letters in a JSON list. */
const idsOfValue = 40_000

/**
 * Return the ids of rows with a text that has every wanted word, whatever case and accents: SQLite folds ASCII only.
 * @param rows each with an id first and its texts behind.
 */
export function findNamed(rows: readonly (readonly unknown[])[], wanted: string): string[] {
  const words = searchWords(wanted)
  return rows
    .filter(([, ...texts]) =>
      texts.some((text) => typeof text === 'string' && hasWords(foldText(text), words)),
    )
    .map(([id]) => id as string)
}

/**
 * Write the condition that leaves out rows whose texts cannot have the longest wanted word, so that `findNamed` reads few of
 * many. SQLite folds ASCII as it does; a text with any other letter is left to it.
 */
export function mayBeNamed(columns: readonly string[], wanted: string): Condition {
  const word = searchWords(wanted).reduce(
    (best, one) => (one.length > best.length ? one : best),
    '',
  )
  const texts = columns.map(
    (one) => `instr(lower(${one}), ?) > 0 OR length(${one}) <> octet_length(${one})`,
  )
  return { text: `(${texts.join(' OR ')})`, values: columns.map(() => word) }
}

/** Write the condition that a column holds one of the ids. */
export function isOneOf(column: string, ids: readonly string[]): Condition {
  const values: string[] = []
  for (let from = 0; from === 0 || from < ids.length; from += idsOfValue) {
    values.push(JSON.stringify(ids.slice(from, from + idsOfValue)))
  }
  const lists = values.map(() => 'SELECT value FROM json_each(?)').join(' UNION ALL ')
  return { text: `${column} IN (${lists})`, values }
}
