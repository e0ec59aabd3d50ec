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
    body: body === '' ? null : upgradeBody(kind, readBody(kind, body)),
    pending: readList(pending, isPending),
    journal: readList(journal, isEntry<JournalEntry>),
  }
}

/**
 * Recover the pending operations of a damaged copy, where their text can be read. The body is pulled again.
 * Null where there are none or none can be read.
 */
export function salvageDocument(stored: StoredDocument): LocalDocument | null {
  const { id, kind, uuid, created_at, oldest = '' } = stored
  try {
    const pending = readList(stored.pending, isPending)
    if (pending.length === 0) return null
    return { id, kind, uuid, seq: 0, created_at, oldest, body: null, pending, journal: [] }
  } catch {
    return null
  }
}

function write(value: unknown): string {
  return value === null || (Array.isArray(value) && value.length === 0) ? '' : JSON.stringify(value)
}

/** Read a list. @throws SyntaxError also for one that somebody else wrote, whole but of other things. */
function readList<Item>(text: string, is: (one: unknown) => one is Item): Item[] {
  const list: unknown = text === '' ? [] : JSON.parse(text)
  if (Array.isArray(list) && list.every(is)) return list
  throw new SyntaxError('not what was written here')
}

/** Read a base. @throws SyntaxError also for one that somebody else wrote, whole but of another form. */
function readBody(kind: string, text: string): StoredBody {
  const body: unknown = JSON.parse(text)
  if (isObject(body) && (kind !== '~mark' || isMark(body))) return body
  throw new SyntaxError('not what was written here')
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isCount = (value: unknown) => Number.isInteger(value) && (value as number) >= 0

/** Return true for an operation as far as it is looked at before it is sent; the service checks the rest. */
function isPending(one: unknown): one is Pending {
  if (!isObject(one) || typeof one['op_id'] !== 'string' || typeof one['made_at'] !== 'string')
    return false
  const { type, changes, input, shown } = one
  if (type === 'create') return isObject(input) && isObject(shown)
  return type === 'merge' && Array.isArray(changes) && changes.length > 0 && changes.every(isEntry)
}

/** Return true for what names a field: a change, or a place where two people met. */
function isEntry<Named extends { field: string }>(one: unknown): one is Named {
  return isObject(one) && typeof one['field'] === 'string'
}

function isMark({ seq, first, pulledAt, aside }: Record<string, unknown>): boolean {
  const isGap = (one: unknown) => isObject(one) && isCount(one['after']) && isCount(one['to'])
  const isFirst =
    isObject(first) &&
    isCount(first['newest']) &&
    isCount(first['below']) &&
    ['taken', 'most', 'open'].every((field) => first[field] === undefined || isCount(first[field]))
  const isWhole = Array.isArray(aside) && aside.every(isGap)
  return isCount(seq) && Number.isFinite(pulledAt) && isWhole && (first === undefined || isFirst)
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
