import {
  columnWords,
  type ListColumn,
  listColumns,
  targetWords,
  typeWords,
  wordsOfSamples,
} from '../catalog/list-words.ts'
import { type SampleType, sampleTypes } from '../entities/analysis.ts'

/** Fold a header: they are written in whatever case and with whatever blanks. */
export const headerKey = (cell: string): string => cell.trim().replaceAll(/\s+/g, ' ').toLowerCase()

/** Return a header as the catalogue has it: without the group that an instrument puts before it (`General:Pos`). */
function wordKey(cell: string): string {
  return headerKey(cell)
    .replace(/^\*/, '')
    .replace(/^[a-z][a-z ]*:(?=.)/, '')
    .replaceAll(/[_\s-]+/g, ' ')
    .replace(/[.:]$/, '')
    .trim()
}

const columnsByWord = new Map<string, ListColumn>(
  listColumns.flatMap((column) => columnWords[column].map((word) => [wordKey(word), column])),
)
const rankOf = new Map(
  listColumns.flatMap((column) => columnWords[column].map((word, at) => [wordKey(word), at])),
)
const targets = new Set(targetWords.map(wordKey))

/** Return the usual content of a column with this header, with a rank (0 is surest); null for a word that is not known. */
export function columnOfHeader(header: string): { column: ListColumn; rank: number } | null {
  const key = wordKey(header)
  const column = columnsByWord.get(key)
  return column ? { column, rank: rankOf.get(key) ?? 0 } : null
}

/** Return the place of the surest of the headers for a column, as `Sample Name` beside `Sample ID`; -1 for none. */
export function findColumn(headers: readonly string[], column: ListColumn): number {
  let best = { at: -1, rank: Infinity }
  for (const [at, header] of headers.entries()) {
    const found = columnOfHeader(header)
    if (found?.column === column && found.rank < best.rank) best = { at, rank: found.rank }
  }
  return best.at
}

/** Return true when a column with this header usually holds targets. */
export function isTargetHeader(header: string): boolean {
  return targets.has(wordKey(header))
}

const typesByWord = new Map<string, SampleType>(
  sampleTypes.flatMap((type) => typeWords[type].map((word) => [typeKey(word), type] as const)),
)

/**
 * Return the type of a word in a list, with or without the number of its replicate (`Unkn-01`); null for other words,
 * so that nothing becomes an unknown by chance. The words are those of `domain/catalog/list-words.ts`.
 */
export function readSampleType(word: string): SampleType | null {
  const key = typeKey(word)
  return typesByWord.get(key) ?? typesByWord.get(withoutNumber(key)) ?? null
}

/** Return the control or standard after which a sample is named (`NTC 2`, `Pos Ctrl`); null for a name of its own. */
export function typeOfName(name: string): SampleType | null {
  const key = typeKey(name)
  const word = typesByWord.has(key) ? key : withoutNumber(key)
  const type = typesByWord.get(word) ?? (/^ntc\b/.test(key) ? 'ntc' : null)
  // Take one sign or two letters for a name like any other.
  const isSaying = word.length > 2 || /[\p{L}--\p{ASCII}]/v.test(word)
  return type === 'unknown' || wordsOfSamples.has(word) || !isSaying ? null : type
}

function typeKey(word: string): string {
  const key = headerKey(word)
  // Take signs by themselves for words; between words they only part them.
  return key.length <= 2 ? key : key.replaceAll(/(?:[_\s]|(?<=\p{L})[.-](?=.))+/gu, ' ').trim()
}

/** Remove the number from `std 1`, `unkn-01`, `ntc2`; a letter with a number is a well or a sample, no type. */
function withoutNumber(key: string): string {
  const short = key.replace(/(?<![\s.#-])[\s.#-]*\d{1,3}$/, '')
  return short.length > 1 ? short : ''
}
