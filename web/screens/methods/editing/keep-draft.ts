import * as v from 'valibot'
import { Uuid } from '../../../../domain/fields.ts'

/** Unsaved edits, on this machine and for one account. */
export interface Kept<Draft> {
  /** Id that a new record will have: a save that is repeated makes one. */
  uuid: string
  /** `updated_at` of the record that was edited; null for a new one. */
  base: string | null
  draft: Draft
}

/** @param origin `new`, or the id of the record that is edited. */
const placeOf = (who: string, kind: string, origin: string) => `draft-${who}-${kind}-${origin}`

/** Read what was left; null where there is nothing, or what another version of the app has left. */
export function readKept<Draft>(
  who: string,
  { name, schema }: { name: string; schema: v.GenericSchema<unknown, Draft> },
  origin: string,
): Kept<Draft> | null {
  const Kept = v.strictObject({ uuid: Uuid, base: v.nullable(v.string()), draft: schema })
  try {
    const text = localStorage.getItem(placeOf(who, name, origin)) ?? 'null'
    const read = v.safeParse(Kept, JSON.parse(text))
    return read.success ? read.output : null
  } catch {
    return null
  }
}

/** Keep what is edited. Returns false where this browser takes nothing more. */
export function keepDraft(who: string, kind: string, origin: string, kept: Kept<unknown>): boolean {
  try {
    localStorage.setItem(placeOf(who, kind, origin), JSON.stringify(kept))
    return true
  } catch {
    return false
  }
}

/** Remove what was kept: it was saved, or is not wanted. */
export function dropKept(who: string, kind: string, origin: string): void {
  localStorage.removeItem(placeOf(who, kind, origin))
}
