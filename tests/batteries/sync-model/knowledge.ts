import type { Sample } from '../../../domain/entities/analysis.ts'

/** What a field says, piece by piece: the words of a text, each sample as it stands. */
export function piecesOf(field: string, value: unknown): string[] {
  if (value === null || value === undefined) return []
  if (field === 'samples') return (value as Sample[]).map(sayOf)
  if (field === 'notebook') return wordsOf(value as string)
  return [`${field} ${JSON.stringify(value)}`]
}

/** One version of one sample. */
export function sayOf({ uuid, name, coordinates }: Sample): string {
  return `${uuid} ${name} ${coordinates.join(',')}`
}

export function wordsOf(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== '' && word !== '*')
}

/**
 * What the people at one machine typed and what they took away with open eyes. The verdict on loss rests on this alone: not on
 * what the programme says that they changed.
 */
export class Knowledge {
  readonly typed = new Set<string>()
  readonly removed = new Set<string>()

  /** A person had `before` on the screen and left `after` there. */
  note(field: string, before: unknown, after: unknown): void {
    const [old, fresh] = [new Set(piecesOf(field, before)), new Set(piecesOf(field, after))]
    for (const piece of fresh) if (!old.has(piece)) this.typed.add(piece)
    for (const piece of old) if (!fresh.has(piece)) this.removed.add(piece)
  }
}
