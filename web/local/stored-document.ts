import type { RxJsonSchema } from 'rxdb/plugins/core'
import type { JournalEntry, LocalDocument, Pending } from '../../domain/sync/pending.ts'
import { upgradeBody } from '../../domain/upgrades.ts'

type StoredBody = NonNullable<LocalDocument['body']>

/**
 * Local document as it is in the browser's storage. The fields that the database need not read are one text, which is
 * stored as one piece; its checksum shows damage on the disk.
 */
export interface StoredDocument {
  id: string
  kind: string
  uuid: string
  seq: number
  created_at: string
  /** Absent where nothing waits: the index then holds only what does. */
  oldest?: string
  /** Present where its journal holds something, for the same reason. */
  met?: string
  body: string
  pending: string
  journal: string
  sum: number
}

export const storedSchema: RxJsonSchema<StoredDocument> = {
  version: 0,
  primaryKey: 'id',
  type: 'object',
  properties: {
    id: { type: 'string', maxLength: 80 },
    kind: { type: 'string', maxLength: 30 },
    uuid: { type: 'string', maxLength: 36 },
    seq: { type: 'integer', minimum: 0, maximum: 1_000_000_000_000, multipleOf: 1 },
    created_at: { type: 'string', maxLength: 30 },
    oldest: { type: 'string', maxLength: 30 },
    met: { type: 'string', maxLength: 1 },
    body: { type: 'string' },
    pending: { type: 'string' },
    journal: { type: 'string' },
    sum: { type: 'integer' },
  },
  required: ['id', 'kind', 'uuid', 'seq', 'created_at', 'body', 'pending', 'journal', 'sum'],
}

/**
 * The key and the indexes of a table. The storage would keep four more for its own queries and its own replication, which are
 * not used; each costs about as much as the record. A document without a field is not in that field's index.
 */
export const tableIndexes = 'id, [kind+created_at], oldest, met'

/** The copy on the disk is not what was written. */
export class DamagedDocument extends Error {
  readonly document: StoredDocument

  constructor(document: StoredDocument) {
    super(`the local copy of ${document.id} is damaged`)
    this.document = document
  }
}

export function packDocument(document: LocalDocument): StoredDocument {
  const { id, kind, uuid, seq, created_at, oldest } = document
  const body = write(document.body)
  const pending = write(document.pending)
  const journal = write(document.journal)
  const waits = oldest === '' ? {} : { oldest }
  const met = journal === '' ? {} : { met: '1' }
  return {
    id,
    kind,
    uuid,
    seq,
    created_at,
    ...waits,
    ...met,
    body,
    pending,
    journal,
    sum: sumOf(body, pending),
  }
}

/** Pack a document with nothing but this base, like `packDocument`, without reading it. */
export function packText(
  facts: Pick<StoredDocument, 'id' | 'kind' | 'uuid' | 'seq' | 'created_at'>,
  body: string,
): StoredDocument {
  return { ...facts, body, pending: '', journal: '', sum: sumOf(body, '') }
}

/** @throws DamagedDocument */
export function unpackDocument(stored: StoredDocument): LocalDocument {
  if (!isWhole(stored)) throw new DamagedDocument(stored)
  return openDocument(stored)
}

/** Return true when a copy from the disk is unchanged since it was written. */
export function isWhole({ body, pending, sum }: StoredDocument): boolean {
  return sumOf(body, pending) === sum
}

/** Open a document that has not been on the disk since it was packed, without the checks of `unpackDocument`. */
export function openDocument(stored: StoredDocument): LocalDocument {
  const { id, kind, uuid, seq, created_at, oldest = '', body, pending, journal } = stored
  return {
    id,
    kind,
    uuid,
    seq,
    created_at,
    oldest,
    body: body === '' ? null : upgradeBody(kind, JSON.parse(body) as StoredBody),
    pending: readList<Pending>(pending),
    journal: readList<JournalEntry>(journal),
  }
}

/**
 * Recover the pending operations of a damaged copy, where their text can be read. The body is pulled again.
 * Null where there are none or none can be read.
 */
export function salvageDocument(stored: StoredDocument): LocalDocument | null {
  const { id, kind, uuid, created_at, oldest = '' } = stored
  try {
    const pending = readList<Pending>(stored.pending)
    if (pending.length === 0) return null
    return { id, kind, uuid, seq: 0, created_at, oldest, body: null, pending, journal: [] }
  } catch {
    return null
  }
}

function write(value: unknown): string {
  return value === null || (Array.isArray(value) && value.length === 0) ? '' : JSON.stringify(value)
}

function readList<Item>(text: string): Item[] {
  return text === '' ? [] : (JSON.parse(text) as Item[])
}

/** Return the FNV-1a sum over UTF-16 units, which shows damage, but no intent. */
function sumOf(...texts: string[]): number {
  let sum = 0x811c9dc5
  for (const text of texts) {
    for (let at = 0; at < text.length; at += 1) {
      sum = Math.imul(sum ^ text.charCodeAt(at), 0x01000193)
    }
  }
  return sum >>> 0
}
