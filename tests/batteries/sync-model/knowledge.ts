import type { Sample } from '../../../domain/entities/analysis.ts'

/** Split a field into pieces: the words of a text, each sample as a whole. */
export function piecesOf(field: string, value: unknown): string[] {
  if (value === null || value === undefined) return []
  if (field === 'samples') return (value as Sample[]).map(sayOf)
  if (field === 'notebook') return wordsOf(value as string)
  return [`${field} ${JSON.stringify(value)}`]
}

/** Return one version of one sample as a text. */
export function sayOf({ uuid, name, coordinates }: Sample): string {
  return `${uuid} ${name} ${coordinates.join(',')}`
}

export function wordsOf(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== '' && word !== '*')
}

/**
 * Words that the people at one machine typed, and those that they removed on purpose. The verdict on loss uses nothing
 * else: not the changes that the program reports.
 */
export class Knowledge {
  readonly typed = new Set<string>()
  readonly removed = new Set<string>()

  /** Note that a person had `before` on the screen and left `after` there. */
  note(field: string, before: unknown, after: unknown): void {
    const [old, fresh] = [new Set(piecesOf(field, before)), new Set(piecesOf(field, after))]
    for (const piece of fresh) if (!old.has(piece)) this.typed.add(piece)
    for (const piece of old) if (!fresh.has(piece)) this.removed.add(piece)
  }
}
