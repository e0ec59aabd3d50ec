import { type Checkpoint, parseCheckpoint } from './checkpoint.ts'
import { isSigned, type NoteKey, parseKey, parseNote } from './note.ts'
import type { TrailTools } from './tools.ts'

/** Facts that the verifier knows from elsewhere. */
export interface Expected {
  /**
   * Public keys in C2SP spelling, one to a line, where who checks has them from elsewhere: the trail's own, and those
   * it had before, with which older anchors are signed.
   */
  key?: string | undefined
  /** Signed checkpoints kept outside the store. */
  anchors?: readonly string[]
}

export type NoteCheck =
  | { ok: true; checkpoint: Checkpoint }
  | { ok: false; wrong: 'unreadable' | 'not_signed' }

/** Read a signed checkpoint and check its signature. */
export async function checkNote(
  note: string,
  key: NoteKey | null,
  tools: TrailTools,
): Promise<NoteCheck> {
  const parsed = parseNote(note)
  const checkpoint = parsed && parseCheckpoint(parsed.text)
  if (!parsed || !checkpoint) return { ok: false, wrong: 'unreadable' }
  const signed = key !== null && (await isSigned(parsed, key, tools))
  return signed ? { ok: true, checkpoint } : { ok: false, wrong: 'not_signed' }
}

/** Return true when a file's key is one of the expected ones; null when none was expected. */
export function isExpected(key: string, { key: known }: Expected): boolean | null {
  return known === undefined ? null : listKeys(known).includes(key)
}

function listKeys(text: string): string[] {
  return text.split(/\s+/).filter((key) => key !== '')
}

/** Read an anchor, which may be signed by the file's key or by any that who checks has given. */
export async function checkAnchor(
  note: string,
  key: NoteKey | null,
  { key: known = '' }: Expected,
  tools: TrailTools,
): Promise<NoteCheck> {
  let check = await checkNote(note, key, tools)
  for (const text of listKeys(known)) {
    if (check.ok) break
    const other = parseKey(text, tools.sha256)
    if (other && other.name === key?.name) check = await checkNote(note, other, tools)
  }
  return check
}
