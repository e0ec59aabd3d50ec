import * as v from 'valibot'
import type { SampleType } from '../../../domain/entities/analysis.ts'
import type { SampleOrder } from '../../../domain/entities/sample-order.ts'
import { Name } from '../../../domain/fields.ts'
import { readSampleType } from '../../../domain/rules/list-words.ts'
import { formulaStart } from '../formula-start.ts'
import type { Problem } from './left-out.ts'
import type { ListSettings } from './list-settings.ts'
import type { NumberStyle } from '../read-numbers.ts'
import { readQuantity } from './read-quantity.ts'
import type { ListRow } from './read-row.ts'

/** Description of a sample by a row of a list. */
export interface ListedSample {
  name: string
  sample_type: SampleType
  well_type?: string
  quantity?: number
  /** Orders of a laboratory system that the sample answers. */
  orders?: SampleOrder[]
}

/**
 * Read the name of a row's sample: cleansed, with its prefix. Refuse one that a spreadsheet would take for a formula;
 * kept in another form it would match no sample (decisions D75).
 */
export function readSampleName(raw: string, settings: ListSettings): string | Problem {
  const cleansed = settings.cleanse === '' ? raw : cleanse(raw, settings)
  if (cleansed === '') return { reason: 'csv_name_missing', params: {} }
  if (!startsHarmless(cleansed) && formulaStart.test(cleansed)) {
    return { reason: 'csv_formula', params: { name: cleansed.slice(0, 40) } }
  }
  const name = settings.prefix + cleansed
  // Pass nearly every name at once: of 200,000 rows they are not worth the way through the schema.
  if (plainName.test(name) || v.safeParse(Name, name).success) return name
  return { reason: 'csv_name_invalid', params: { name: name.slice(0, 40) } }
}

const plainName = /^[!-~][ -~\u00c0-\u024f]{0,119}$/

/** Return true if a name begins with an ASCII letter or digit, as nearly all do. */
function startsHarmless(name: string): boolean {
  const code = name.charCodeAt(0)
  return (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122)
}

function cleanse(raw: string, { cleanse: letters, replace_with }: ListSettings): string {
  return [...raw]
    .map((letter) => (letters.includes(letter) ? replace_with : letter))
    .join('')
    .trim()
}

/** Read the sample of a row; without a type it is an unknown. */
export function readListedSample(
  raw: string,
  word: string,
  list: ListRow,
  settings: ListSettings,
  style: NumberStyle | null,
): ListedSample | Problem {
  const name = readSampleName(raw, settings)
  if (typeof name !== 'string') return name
  const sample_type = readType(word)
  if (!sample_type)
    return { reason: 'csv_type_unknown', params: { type: word.toLowerCase().slice(0, 40) } }
  const mix = list('well_type') ?? ''
  if (mix.length > 60) return { reason: 'csv_name_invalid', params: { name: mix.slice(0, 40) } }
  const facts = { name, sample_type, ...(mix && { well_type: mix }) }
  const said = sample_type === 'standard' ? list('quantity') : null
  if (!said) return facts
  const quantity = readQuantity(said, style)
  return quantity === null
    ? { reason: 'csv_quantity_unreadable', params: { quantity: said.slice(0, 40) } }
    : { ...facts, quantity }
}

/** Types of the words met so far: a long list has few of them. */
const known = new Map<string, SampleType | null>()
const mostKnown = 1000

/** Read a type; null for an unknown word, which must never become an unknown sample by itself. */
function readType(word: string): SampleType | null {
  if (word === '') return 'unknown'
  const met = known.get(word)
  if (met !== undefined) return met
  const type = readSampleType(word)
  if (known.size < mostKnown) known.set(word, type)
  return type
}
