import { typeOfName } from '../../../domain/rules/list-words.ts'
import type { NumberStyle } from '../read-numbers.ts'
import type { Problem } from './left-out.ts'
import type { ListWish } from './list-wish.ts'
import type { ListRow } from './read-row.ts'
import { type ListedSample, readListedSample } from './read-sample.ts'

/**
 * Read a sample that a row makes. One without a type that has the name of a control takes that type, stays as it is, or is marked
 * while nobody has decided (`ListWish.controls`).
 */
export function readNewSample(
  raw: string,
  list: ListRow,
  { settings, controls = 'ask' }: Pick<ListWish, 'settings' | 'controls'>,
  style: NumberStyle | null,
): { sample: ListedSample; isControl?: true } | Problem {
  const word = list('sample_type') ?? ''
  const sample = readListedSample(raw, word, list, settings, style)
  if ('reason' in sample) return sample
  const guessed = controls === 'keep' || word !== '' ? null : typeOfName(raw)
  if (guessed === null) return { sample }
  return controls === 'take'
    ? { sample: { ...sample, sample_type: guessed } }
    : { sample, isControl: true }
}
