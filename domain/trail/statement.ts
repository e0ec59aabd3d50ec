/** Statement of the service about one record at a checkpoint: the trail has no newer entry of it. */
export interface Statement {
  origin: string
  kind: string
  uuid: string
  /** Number of entries of the record, with the number and the leaf of the newest. */
  entries: number
  newest: number
  leaf: string
  /** Hash of the present record; null when it has been removed. */
  record: string | null
  /** Size and root (base64) of the checkpoint. */
  size: number
  root: string
  at: string
}

/** Write a statement as lines, signed like a checkpoint; its first line distinguishes it from one. */
export function formatStatement(statement: Statement): string {
  const { origin, kind, uuid, entries, newest, leaf, record, size, root, at } = statement
  return [
    'bapp record statement',
    origin,
    `record ${kind} ${uuid}`,
    `entries ${entries} newest ${newest} ${leaf}`,
    `content ${record ?? 'removed'}`,
    `checkpoint ${size} ${root}`,
    `time ${at}`,
    '',
  ].join('\n')
}
