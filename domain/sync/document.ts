import type { SyncRecord } from '../calls/sync.ts'
import type { FaultDetail } from '../fault.ts'
import type { Sample } from '../entities/analysis.ts'
import type { FieldChange } from './field-change.ts'
import { mergeField, mergeRules, sameValue } from './merge-field.ts'
import { insistOnSamples } from './merge-samples.ts'
import type { JournalEntry, LocalDocument, Pending, PendingMerge } from './pending.ts'
import { project } from './project.ts'
import { rebaseOn } from './rebase.ts'
import { upgradeBody } from '../upgrades.ts'

/** The steps of a local document. Each is pure and one write: what comes of it is there as a whole or not at all. */

/** Tries after which an operation is parked. */
export const parkAfter = 8

/**
 * Put the edge's state of a record, from a pull or an answer, on its document. An older one than the known one changes
 * nothing.
 */
export function putRecord(
  document: LocalDocument | null,
  { kind, uuid, seq, body: sent }: SyncRecord,
): LocalDocument | null {
  if (document && seq <= document.seq) return document
  // Upgrade the body, since an older service may answer a newer page.
  const body = sent && upgradeBody(kind, sent)
  const pending = document?.pending ?? []
  const journal = document?.journal ?? []
  // Keep a record that is gone while something of the person's waits on it, so that it can be shown and kept.
  if (body === null && pending.length === 0) return null
  const created = body?.['created_at'] ?? document?.created_at
  return finish({
    id: `${kind}|${uuid}`,
    kind,
    uuid,
    seq,
    created_at: typeof created === 'string' ? created : '',
    body,
    // Forget what others wrote as well where the record is gone: it may be out of sight now.
    ...(body ? { pending, journal } : { pending: pending.map(withoutTheirs), journal: [] }),
    oldest: '',
  })
}

/**
 * Add an operation of a person. An edit of a field that has not been sent yet replaces the one before it, so that a
 * note typed for an hour is one operation. One made on an older version than the shown one, such as in another tab, is
 * kept beside it: they are joined like the edits of two people. A comment is an operation of its own: one that is refused
 * holds up no edit.
 */
export function addPending(document: LocalDocument, operation: Pending): LocalDocument {
  const last = document.pending.at(-1)
  const isJoined = last?.type === 'merge' && isUnsent(last) && !adds(last)
  if (operation.type === 'merge' && isJoined && !adds(operation)) {
    const extended = extend(document, last, operation)
    if (extended) return finish({ ...document, pending: document.pending.with(-1, extended) })
  }
  return finish({ ...document, pending: [...document.pending, operation] })
}

/** Make a document that exists only on this machine. */
export function newDocument(kind: string, uuid: string, created_at: string): LocalDocument {
  const id = `${kind}|${uuid}`
  return { id, kind, uuid, seq: 0, created_at, body: null, pending: [], journal: [], oldest: '' }
}

/** Mark an operation before it is sent: from then on it may have been applied, and stays unchanged. */
export function markSent(document: LocalDocument, opId: string): LocalDocument {
  return changeOne(document, opId, (one) => ({ ...one, tries: one.tries + 1 }))
}

/** Remove an operation that the edge has accepted, together with the arrival of the resulting record. */
export function acknowledge(
  document: LocalDocument,
  opId: string,
  answer: {
    record: SyncRecord
    overwritten: readonly { field: string; value: unknown }[]
    at: string
  },
): LocalDocument {
  const taken = document.pending.find(({ op_id }) => op_id === opId)
  // Take the record only if it is newer: the other tab has heard of it before.
  if (!taken) return putRecord(document, answer.record) ?? document
  const rest = document.pending.filter((one) => one !== taken)
  const met = taken.type === 'merge' ? journalOf(taken, answer) : []
  const after = finish({
    ...document,
    journal: [...document.journal, ...met],
    pending: rebaseOn(taken, rest, answer.record.body),
  })
  return putRecord(after, answer.record) ?? after
}

/** Postpone an operation without an answer, or that the service could not accept now; park it after many tries. */
export function postpone(
  document: LocalDocument,
  opId: string,
  { fault, nextAt }: { fault: FaultDetail; nextAt: number },
): LocalDocument {
  return changeOne(document, opId, (one) => {
    // Keep the refusal that the other tab has heard: what was made behind it has gone on, so that it must not come after it.
    if (one.state === 'refused') return one
    const state = one.tries >= parkAfter ? 'parked' : 'waiting'
    return { ...one, state, next_at: nextAt, fault: withoutVersions(fault) }
  })
}

/** Make parked operations ready to be sent again: the service answers, or the person wants it. */
export function unpark(document: LocalDocument): LocalDocument {
  const pending = document.pending.map((one): Pending => {
    return one.state === 'refused'
      ? one
      : { ...one, state: 'waiting', tries: Math.min(one.tries, 1), next_at: 0 }
  })
  return finish({ ...document, pending })
}

/**
 * Mark an operation as refused for good. It stays, with both versions if there are two, until the person discards it;
 * operations made on a refused create can only be refused with it.
 */
export function refuse(document: LocalDocument, opId: string, fault: FaultDetail): LocalDocument {
  const refused = document.pending.find(({ op_id }) => op_id === opId)
  const pending = document.pending.map((one): Pending => {
    if (one !== refused && refused?.type !== 'create') return one
    const theirs = fault.versions?.theirs
    return {
      ...one,
      state: 'refused',
      fault: withoutVersions(fault),
      ...(theirs && one === refused ? { theirs: theirs as Record<string, unknown> } : {}),
    }
  })
  return finish({ ...document, pending })
}

/** Discard a refused operation. Null if nothing is left of the document. */
export function discard(document: LocalDocument, opId: string): LocalDocument | null {
  const pending = document.pending.filter(({ op_id }) => op_id !== opId)
  if (pending.length === 0 && document.body === null) return null
  return finish({ ...document, pending })
}

/**
 * Send a refused edit again because the person wants it, under a new id, on the version that was shown beside it. An
 * operation refused without another version is retried unchanged: nobody has seen what it would replace.
 * @param opId the new one's.
 */
export function insist(document: LocalDocument, old: string, opId: string): LocalDocument {
  return changeOne(document, old, (one) => {
    if (one.type !== 'merge' || one.state !== 'refused' || !document.body) return one
    const { theirs, ...kept } = one
    const { seq: base_seq } = document
    const changes = theirs
      ? one.changes.map((change) => insistOn(change, one, theirs))
      : one.changes
    const begun = { state: 'waiting', tries: 0, next_at: 0, fault: null } as const
    return { ...kept, ...begun, op_id: opId, base_seq, changes }
  })
}

/**
 * Return the change with which the refused field becomes as `one` wants it; other people's notes in others would be
 * lost with it.
 */
function insistOn(
  change: FieldChange,
  { fault }: PendingMerge,
  theirs: Record<string, unknown>,
): FieldChange {
  const { field } = change
  const from = theirs[field]
  const isClash = field === fault?.field
  if (!isClash && mergeRules[field] !== 'last') return change
  // Take the whole of mine where there was no clash: the service refused the joined plate, which is what was shown.
  const clashes = change.field === 'samples' && mergeField(change, from).clash
  const to = clashes ? insistOnSamples(change.from, change.to, from as Sample[]) : change.to
  return { ...change, from, to } as FieldChange
}

/**
 * Return the operation that may be sent next, or null: those of one record one after the other; a refused one is
 * skipped.
 */
export function nextToSend({ pending }: LocalDocument, now: number): Pending | null {
  const next = pending.find(({ state }) => state !== 'refused')
  return next?.state === 'waiting' && isDue(next, now) ? next : null
}

/** No wait is longer: what is to be sent later than this was put off by a clock that has been set back since. */
const longestPutOffMs = 120_000

/** Return true when a pending operation may be sent now, by this machine's clock. */
export function isDue({ next_at: at }: Pick<Pending, 'next_at'>, now: number): boolean {
  return at <= now || at > now + longestPutOffMs
}

/** Return true for an operation that adds to a list: it is sent as it was made. */
function adds({ changes }: PendingMerge): boolean {
  return changes.some(({ field }) => mergeRules[field] === 'add')
}

function isUnsent({ tries, state }: Pending): boolean {
  return tries === 0 && state === 'waiting'
}

/** Extend an edit by a later one; null if that was not made on the result of the earlier one. */
function extend(
  document: LocalDocument,
  before: PendingMerge,
  later: PendingMerge,
): PendingMerge | null {
  const beneath = project({ ...document, pending: document.pending.slice(0, -1) })
  const changes = [...before.changes]
  for (const change of later.changes) {
    const { field } = change
    const at = changes.findIndex((one) => one.field === field)
    const known = changes[at]
    if (!known) {
      changes.push(change)
      continue
    }
    const from = fromOf(known, change, beneath?.[field])
    if (from === undefined) return null
    changes[at] = { ...change, from } as FieldChange
  }
  return { ...before, changes, ...(later.reason ? { reason: later.reason } : {}) }
}

/** Return the value that two merged edits of a field started from; undefined where the later one did not follow the first. */
function fromOf(known: FieldChange, later: FieldChange, beneath: unknown): unknown {
  const shown = mergeField(known, beneath)
  const onFirst = sameValue(later.from, known.to)
  if (shown.clash || !sameValue(later.from, shown.value)) return onFirst ? known.from : undefined
  // Take back what a name has hidden, which the service must still report; a merged field has shown what others wrote.
  const hidden = shown.met && mergeRules[known.field] === 'last'
  return hidden ? known.from : beneath
}

function journalOf(
  { op_id, changes }: PendingMerge,
  { overwritten, at }: { overwritten: readonly { field: string; value: unknown }[]; at: string },
): JournalEntry[] {
  return overwritten.map(({ field, value }) => {
    const mine = changes.find((change) => change.field === field)?.to
    const isLast = ['name', 'device_uuid', 'kit', 'instrument'].includes(field)
    const stands = isLast ? 'mine' : 'both'
    return { op_id, at, field, mine, theirs: value, stands }
  })
}

function changeOne(
  document: LocalDocument,
  opId: string,
  step: (operation: Pending) => Pending,
): LocalDocument {
  const pending = document.pending.map((one) => (one.op_id === opId ? step(one) : one))
  return finish({ ...document, pending })
}

function finish(document: LocalDocument): LocalDocument {
  const times = document.pending.map(({ made_at }) => made_at)
  return { ...document, oldest: times.sort()[0] ?? '' }
}

/** Return an operation without what others wrote. */
export function withoutTheirs(operation: Pending): Pending {
  const { theirs: _, ...own } = operation
  return own
}

function withoutVersions(fault: FaultDetail): Pending['fault'] {
  const { versions: _, ...rest } = fault
  const given = Object.entries(rest).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given) as Pending['fault']
}
