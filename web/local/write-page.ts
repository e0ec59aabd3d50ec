import { putRecord } from '../../domain/sync/document.ts'
import type { LocalDocument } from '../../domain/sync/pending.ts'
import { isSamePlace } from '../sync/mark.ts'
import type { MarkPlace, PulledRecord, StreamMark } from '../sync/ports.ts'
import {
  packDocument,
  packText,
  salvageDocument,
  type StoredDocument,
  unpackDocument,
} from './stored-document.ts'

/** As the database's storage writes a document. */
export type RawRow = StoredDocument & {
  _deleted: '0' | '1'
  _rev: string
  _meta: { lwt: number }
  _attachments: object
}

export interface PageWrite {
  /** Id of the document that holds the mark. */
  markId: string
  from: MarkPlace
  /** Null: the mark stays as it is. */
  to: StreamMark | null
  /** Nearly all are new: they are added, and looked at only where they turn out to be there. */
  mostlyNew: boolean
}

/** Handed to the disk between two looks at the page. */
const sliceRecords = 64

/**
 * Write a page and its mark in one step of the disk: all of it or nothing. A document that is there gets another
 * revision, so that a change which was made on the one before is made again on this one.
 * @returns the rows that were written.
 */
export function writePage(
  database: IDBDatabase,
  records: readonly PulledRecord[],
  page: PageWrite,
): Promise<RawRow[]> {
  const writing = database.transaction('docs', 'readwrite', { durability: 'strict' })
  const docs = writing.objectStore('docs')
  const written: RawRow[] = []
  let failure: unknown = null
  const guard = (work: () => void) => {
    try {
      work()
    } catch (error) {
      failure ??= error
      writing.abort()
    }
  }
  const put = (row: RawRow) => {
    docs.put(row)
    written.push(row)
  }
  const adding = new Map<EventTarget, PulledRecord>()
  const add = (record: PulledRecord) => {
    const row = rowOfText(record, undefined) ?? joined(null, record, undefined)
    if (!row) return
    adding.set(docs.add(row), record)
    written.push(row)
  }
  // Listen once for all: a listener for each of tens of thousands is a good part of the work.
  writing.addEventListener('error', (event) => {
    const request = event.target as IDBRequest
    const record = adding.get(request)
    if (!record || request.error?.name !== 'ConstraintError') return
    event.preventDefault()
    event.stopPropagation()
    const id = `${record.kind}|${record.uuid}`
    written.splice(
      written.findLastIndex((row) => row.id === id),
      1,
    )
    guard(() => joinRecord(docs, record, guard, put))
  })
  const writeSlices = (at: number, mark: RawRow | null) => {
    // Ask only for the last of a slice: an answer that nobody needs keeps the step open, and comes as a task of its own.
    const next = at + sliceRecords < records.length ? docs.getKey(page.markId) : null
    next?.addEventListener('success', () => guard(() => writeSlices(at + sliceRecords, mark)))
    for (const record of records.slice(at, at + sliceRecords)) {
      if (page.mostlyNew && (record.text ?? record.body)) add(record)
      else joinRecord(docs, record, guard, put)
    }
    if (!next && mark) put(mark)
  }
  guard(() => {
    const mark = docs.get(page.markId)
    mark.addEventListener('success', () =>
      guard(() => {
        const row = mark.result as RawRow | undefined
        // Write no page that another tab has overtaken: what is gone since would come back.
        if (!isAt(row, page.from)) return
        writeSlices(0, page.to && newMark(page.markId, page.to, row))
      }),
    )
  })
  return new Promise((resolve, reject) => {
    writing.addEventListener('complete', () => resolve(written))
    writing.addEventListener('abort', () =>
      reject((failure ?? writing.error ?? new Error('the page was not written')) as Error),
    )
  })
}

type Guard = (work: () => void) => void

function joinRecord(
  docs: IDBObjectStore,
  record: PulledRecord,
  guard: Guard,
  put: (row: RawRow) => void,
): void {
  const reading = docs.get(`${record.kind}|${record.uuid}`)
  reading.addEventListener('success', () =>
    guard(() => {
      const row = reading.result as RawRow | undefined
      if (!row || (!holdsOwn(row) && record.seq > row.seq)) {
        const next = rowOfText(record, row)
        if (next) return put(next)
      }
      const known = row && readRow(row)
      // Leave a document alone whose pending operations cannot be read.
      if (known === undefined && row) return
      const next = joined(known ?? null, record, row)
      if (next) put(next)
    }),
  )
}

/** Join a record with its known row; null if nothing must be written. */
function joined(
  known: LocalDocument | null,
  record: PulledRecord,
  row: RawRow | undefined,
): RawRow | null {
  const next = putRecord(known, record)
  if (next === known) return null
  if (next) return rowOf(next, row)
  return row ? goneRow(row) : null
}

/** Return true when a row has content that the edge does not have. */
function holdsOwn({ pending, journal, oldest, met }: RawRow): boolean {
  return pending !== '' || journal !== '' || oldest !== undefined || met !== undefined
}

/** Make the row of a single record from its text, without parsing it. Null if the record came in another form. */
function rowOfText(record: PulledRecord, before: RawRow | undefined): RawRow | null {
  const { kind, uuid, seq, created_at = '', text } = record
  if (text === undefined) return null
  return rowWith(packText({ id: `${kind}|${uuid}`, kind, uuid, seq, created_at }, text), before)
}

/** Read a row; undefined if the waiting operations of a damaged copy cannot be read. */
export function readRow(row: RawRow): LocalDocument | null | undefined {
  if (row._deleted === '1') return null
  try {
    return unpackDocument(row)
  } catch {
    return salvageDocument(row) ?? (row.pending === '' ? null : undefined)
  }
}

/** Return the row of the new mark; null if the old one is no longer at the page's begin. */
export function markRow(
  row: RawRow | undefined,
  { markId, from, to }: { markId: string; from: MarkPlace; to: StreamMark },
): RawRow | null {
  return isAt(row, from) ? newMark(markId, to, row) : null
}

/** Return true where the mark of a row is at the begin of a page. */
function isAt(row: RawRow | undefined, from: MarkPlace): boolean {
  const known = row && row._deleted === '0' ? readRow(row) : null
  return isSamePlace((known?.body as MarkPlace | null | undefined) ?? { seq: 0 }, from)
}

function newMark(markId: string, to: StreamMark, before: RawRow | undefined): RawRow {
  const uuid = markId.slice(markId.indexOf('|') + 1)
  const document: LocalDocument = {
    id: markId,
    kind: '~mark',
    uuid,
    seq: 0,
    created_at: '',
    body: { ...to },
    pending: [],
    journal: [],
    oldest: '',
  }
  return rowOf(document, before)
}

export function rowOf(document: LocalDocument, before: Pick<RawRow, '_rev'> | undefined): RawRow {
  return rowWith(packDocument(document), before)
}

function rowWith(packed: StoredDocument, before: Pick<RawRow, '_rev'> | undefined): RawRow {
  return {
    ...packed,
    _deleted: '0',
    _rev: nextRevision(before),
    _meta: { lwt: Date.now() },
    _attachments: {},
  }
}

export function goneRow(before: RawRow): RawRow {
  return {
    ...emptiedDocument(before),
    _deleted: '1',
    _rev: nextRevision(before),
    _meta: before._meta,
    _attachments: {},
  }
}

/** Return the remains of a deleted document: without a kind, so that no list finds it. */
export function emptiedDocument({ id, uuid, seq, created_at }: StoredDocument): StoredDocument {
  return { id, kind: '', uuid, seq, created_at, body: '', pending: '', journal: '', sum: 0 }
}

function nextRevision(before: Pick<RawRow, '_rev'> | undefined): string {
  return `${(before ? parseInt(before._rev, 10) : 0) + 1}-page${Math.random().toString(36).slice(2)}`
}
