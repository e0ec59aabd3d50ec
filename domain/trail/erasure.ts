/** Records of a kind, or files, that were erased. */
export interface ErasedPart {
  /** Kind of record; `file` for files. */
  kind: string
  count: number
  /** SHA-256 over their ids and the leaves of their newest entries (files: over their hashes), in the order of the ids. */
  hash: string
}

/** Things that stay after a company is erased. */
export const stayingParts = [
  /** Its id, so that it is never given again. */
  'company-id',
  /** Signed checkpoints outside of the store, without personal data. */
  'checkpoints',
  /** Names of its people as hashes, so that nobody is known by another's (21 CFR 11.100(a)). */
  'hashes-of-names',
  /** Backups that the operator made, until they are destroyed. */
  'backups-until-destroyed',
] as const

export interface ErasureFacts {
  origin: string
  entries: number
  root: string
  parts: readonly ErasedPart[]
  reason: string
  at: string
}

/** Write the text that is signed about what is erased. */
export function writeErasure({ origin, entries, root, parts, reason, at }: ErasureFacts): string {
  return [
    'bapp-erasure/2',
    origin,
    String(entries),
    root,
    ...parts.map(({ kind, count, hash }) => `erased ${kind} ${count} ${hash}`),
    ...stayingParts.map((part) => `stays ${part}`),
    `reason ${JSON.stringify(reason)}`,
    `time ${at}`,
    '',
  ].join('\n')
}

/** Read what was erased out of a signed note; empty for an older note, which has no kinds. */
export function readErasedParts(note: string): ErasedPart[] {
  return note.split('\n').flatMap((line) => {
    const [, kind, count, hash] = /^erased (\w+) (\d+) ([0-9a-f]{64})$/.exec(line) ?? []
    return kind && count && hash ? [{ kind, count: Number(count), hash }] : []
  })
}
