import * as v from 'valibot'
import { Uuid } from '../../../../domain/fields.ts'
import { Draft } from './draft/draft.ts'

/** Unsaved edits, on this machine and for one account. */
const Kept = v.strictObject({
  /** Id that a new recipe will have: a save that is repeated makes one. */
  uuid: Uuid,
  /** `updated_at` of the record that was edited; null for a new one. */
  base: v.nullable(v.string()),
  draft: Draft,
})
type Kept = v.InferOutput<typeof Kept>

/** @param origin `new`, or the id of the recipe that is edited. */
const placeOf = (who: string, origin: string) => `draft-${who}-process-${origin}`

/** Read what was left; null where there is nothing, or what another version of the app has left. */
export function readKept(who: string, origin: string): Kept | null {
  try {
    const read = v.safeParse(Kept, JSON.parse(localStorage.getItem(placeOf(who, origin)) ?? 'null'))
    return read.success ? read.output : null
  } catch {
    return null
  }
}

/** Keep what is edited. Returns false where this browser takes nothing more. */
export function keepDraft(who: string, origin: string, kept: Kept): boolean {
  try {
    localStorage.setItem(placeOf(who, origin), JSON.stringify(kept))
    return true
  } catch {
    return false
  }
}

/** Remove what was kept: it was saved, or is not wanted. */
export function dropKept(who: string, origin: string): void {
  localStorage.removeItem(placeOf(who, origin))
}
