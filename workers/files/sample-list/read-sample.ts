import * as v from 'valibot'
import { type SampleType, sampleTypes } from '../../../domain/entities/analysis.ts'
import { Name } from '../../../domain/fields.ts'
import { formulaStart } from '../formula-start.ts'
import type { Problem } from './left-out.ts'
import type { ListSettings } from './list-settings.ts'
import type { ListRow } from './read-list.ts'

/** What a row of a list says of its sample. */
export interface ListedSample {
  name: string
  sample_type: SampleType
  well_type?: string
  quantity?: number
}

/** Letters that plates are labelled with. */
const letters: Readonly<Record<string, SampleType>> = {
  u: 'unknown',
  s: 'standard',
  '+': 'positive',
  '-': 'negative',
  '−': 'negative',
  n: 'ntc',
}

/**
 * The name of a row's sample: cleansed, with its prefix. One that a spreadsheet would take for a formula is refused
 * instead of being kept in another form, which would then be nobody's sample (decisions D75).
 */
export function readSampleName(raw: string, settings: ListSettings): string | Problem {
  const cleansed = [...raw]
    .map((letter) => (settings.cleanse.includes(letter) ? settings.replace_with : letter))
    .join('')
    .trim()
  if (cleansed === '') return { reason: 'csv_name_missing', params: {} }
  if (formulaStart.test(cleansed)) {
    return { reason: 'csv_formula', params: { name: cleansed.slice(0, 40) } }
  }
  const name = settings.prefix + cleansed
  if (v.safeParse(Name, name).success) return name
  return { reason: 'csv_name_invalid', params: { name: name.slice(0, 40) } }
}

/** The sample a row describes; without a word on its type it is an unknown. */
export function readListedSample(list: ListRow, settings: ListSettings): ListedSample | Problem {
  const name = readSampleName(list.name, settings)
  if (typeof name !== 'string') return name
  const word = (list.sample_type ?? '').toLowerCase()
  const sample_type = readType(word)
  if (!sample_type) return { reason: 'csv_type_unknown', params: { type: word.slice(0, 40) } }
  const mix = list.well_type ?? ''
  if (mix.length > 60) return { reason: 'csv_name_invalid', params: { name: mix.slice(0, 40) } }
  const facts = { name, sample_type, ...(mix && { well_type: mix }) }
  if (sample_type !== 'standard' || !list.quantity) return facts
  const quantity = readQuantity(list.quantity)
  return quantity === null
    ? { reason: 'csv_quantity_unreadable', params: { quantity: list.quantity.slice(0, 40) } }
    : { ...facts, quantity }
}

/** Null for a word that is none. */
function readType(word: string): SampleType | null {
  if (word === '') return 'unknown'
  return letters[word] ?? sampleTypes.find((one) => one === word) ?? null
}

/** A decimal comma is one where it cannot be meant to part thousands: `1,000` copies are refused. */
function readQuantity(text: string): number | null {
  if (!/^\d+([.,]\d+)?(e[+-]?\d+)?$/i.test(text) || /^\d{1,3},\d{3}$/.test(text)) return null
  const value = Number(text.replace(',', '.'))
  return Number.isFinite(value) && value > 0 ? value : null
}
