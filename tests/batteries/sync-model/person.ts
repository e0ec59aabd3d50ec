import type { Sample } from '../../../domain/entities/analysis.ts'
import type { FieldChange } from '../../../domain/sync/field-change.ts'

const wells = ['A1', 'A2', 'A3', 'B1', 'B2', 'B3']

/** Words that were never used before; some begin with others, as words do. */
export class Words {
  #count = 0

  next(): string {
    this.#count += 1
    return `w${this.#count}`
  }
}

const fields = [
  'notebook',
  'notebook',
  'notebook',
  'samples',
  'samples',
  'name',
  'device_uuid',
] as const

/** Make the edit of a person who sees `held`. */
export function makeEdit(
  held: Record<string, unknown>,
  { c, d }: { c: number; d: number },
  words: Words,
): FieldChange {
  const field = fields[c % fields.length] ?? 'name'
  const from = held[field]
  const change = (to: unknown) => ({ field, from, to }) as FieldChange
  switch (field) {
    case 'name':
      return change(words.next())
    case 'device_uuid':
      return change(d % 4 === 0 ? null : words.next())
    case 'notebook':
      return change(writeNote(from as string, d, words))
    case 'samples':
      return change(arrange(from as Sample[], d, words))
  }
}

/** Take back all typing into a field on this machine. */
export function takeBack(
  held: Record<string, unknown>,
  base: Record<string, unknown>,
  c: number,
): FieldChange {
  const field = fields[c % fields.length] ?? 'name'
  return { field, from: held[field], to: base[field] } as FieldChange
}

function writeNote(text: string, d: number, words: Words): string {
  const word = words.next()
  const lines = text.split('\n')
  const at = (d >> 4) % lines.length
  switch (d % 8) {
    case 0:
      return `${word}\n${text}`
    case 1:
      return `${text} ${word}`
    case 2:
      return lines.with(at, word).join('\n')
    case 3:
      return lines.with(at, `${lines[at] ?? ''} ${word}`).join('\n')
    case 4:
      return lines.toSpliced(at, 1).join('\n')
    case 5:
      return word
    default:
      return `${text}${text === '' || text.endsWith('\n') ? '' : '\n'}${word}\n`
  }
}

function arrange(samples: readonly Sample[], d: number, words: Words): Sample[] {
  const free = wells.filter(
    (well) => !samples.some(({ coordinates }) => coordinates.includes(well)),
  )
  const well = free[(d >> 4) % Math.max(1, free.length)]
  const at = (d >> 8) % Math.max(1, samples.length)
  const one = samples[at]
  const kind = one ? d % 5 : 0
  if (!one || kind === 0) return [...samples, sampleOf(words, well)]
  if (kind === 1) return samples.toSpliced(at, 1)
  if (kind === 2) return samples.with(at, { ...one, coordinates: well ? [well] : [] })
  if (kind === 3 && samples.length > 1) {
    return [...samples.toSpliced(at, 1, { ...one, name: words.next() }), sampleOf(words, well)]
  }
  return samples.with(at, { ...one, name: words.next() })
}

export function sampleOf(words: Words, well: string | undefined): Sample {
  const name = words.next()
  return { uuid: `s-${name}`, name, sample_type: 'unknown', coordinates: well ? [well] : [] }
}
