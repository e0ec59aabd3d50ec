import type { Documents } from './documents.ts'
import type { LocalCode } from './local-code.ts'

/** The documents of one account in one shape of the tables. */
export interface Disk {
  place: string
  shape: number
  packDocument: LocalCode['packDocument']
  user: string
  company: string
  /** Scope of the account when its documents were opened last. */
  scope: string
  documents: Documents
}

/** Carry a disk over as web/local/carry-over.ts does. Return true if all waiting operations were understood. */
export function carryDisk(
  from: Disk,
  to: Disk,
  { readOld, fixPending, joinPending }: Pick<LocalCode, 'readOld' | 'fixPending' | 'joinPending'>,
): boolean {
  for (const document of to.documents.documents.values()) {
    const fixed = fixPending(document)
    if (fixed !== document) to.documents.write(document.id, fixed)
  }
  let all = true
  for (const document of from.documents.documents.values()) {
    if (document.pending.length === 0) continue
    const read = readOld(from.packDocument(document))
    const known = to.documents.documents.get(document.id) ?? null
    if (read) to.documents.write(read.id, joinPending(known, read))
    else all = false
  }
  return all
}

export function waitingIn(documents: Documents | null): string[] {
  const all = [...(documents?.documents.values() ?? [])]
  return all.flatMap(({ pending }) => pending.map(({ op_id }) => op_id))
}
