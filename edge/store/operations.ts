import { Fault } from '../../domain/fault.ts'
import type { Analysis } from '../../domain/entities/analysis.ts'
import type { Kind, Stored } from '../../domain/registry.ts'
import { type SampleOutcome, writeAnalysisRows } from './analysis-rows.ts'
import type { AuditAction } from '../../domain/trail/actions.ts'
import {
  appendAudit,
  appendAudits,
  type NewAudit,
  type NewEntry,
  newestEntry,
  type Previous,
} from './audit.ts'
import { checkBeforeSigning, checkBody, isSigning } from './before-writing.ts'
import { withHands } from './hands.ts'
import { bodyColumns, keepBody, type KeptBody, textOfBody } from './kept-body.ts'
import { openRecord, todaysRecord } from './open-record.ts'
import { newestOperation, noteOperation, notBefore } from './store-time.ts'
import type { Sql, SqlValue } from './sql.ts'
import { indexedFields, type TrailedRow } from './row-check.ts'
import { bodyInForce, readTrailed, readTrailedMany } from './trailed-row.ts'

export type StoredBody = Record<string, unknown>

/** Actor of an operation, as the server knows them; never as the client claims. */
export interface OperationActor {
  uuid: string
  name: string
  /** `key`: by an API key of the person; `partner` and `provider`: from their company into this one. */
  via: 'account' | 'key' | 'partner' | 'provider' | 'device' | 'operator' | 'system'
  /** Profile at that moment, and the person's time zone (Annex 11 §12). */
  role?: string
  /** The API key, where one acted in the person's name. */
  key?: string
  zone?: string
}

/** Return the fields by which a record names the person who wrote it (`author` of domain/fields.ts). */
export function authorOf({ uuid, name }: Pick<OperationActor, 'uuid' | 'name'>) {
  return { user_uuid: uuid, user_name: name }
}

/** Return the fields by which a record names the person who took a step in it (`doer` of domain/fields.ts). */
export function doerOf({ uuid, name }: Pick<OperationActor, 'uuid' | 'name'>) {
  return { by: uuid, by_name: name }
}

/**
 * Every write is one of these (ruling 2). `change` receives the record as it is inside the transaction
 * (null when there is none) and gives the whole new body, null to remove it, or throws a Fault.
 */
export interface Operation<Of extends Kind = Kind> {
  /** Id made by the client; a second delivery changes nothing. */
  opId: string
  kind: Of
  uuid: string
  action: AuditAction
  reason?: string
  actor: OperationActor
  at: string
  /** Hash of the request, where its client chose the id: other content with the same id is no repetition. */
  asked?: string | undefined
  change(before: Stored<Of> | null): StoredBody | null
  /** Outcomes of new results of an analysis that are listed (analysis-rows.ts). */
  outcomes?: readonly SampleOutcome[] | undefined
}

/** An operation before it is known by whom, when and under which id it is made. */
export interface PlannedOperation<Of extends Kind = Kind> extends Omit<
  Operation<Of>,
  'opId' | 'actor' | 'at' | 'asked' | 'change'
> {
  /** True where `change` looks at its own record only: it may be made together with others of the kind. */
  apart?: true
  change(before: Stored<Of> | null): StoredBody | null
}

/** Operation in a list of different kinds: its `kind` says what its `change` is given. */
export type PlannedOfSomeKind = { [Of in Kind]: PlannedOperation<Of> }[Kind]

/** Put an operation whose kind is known only as it runs into such a list. */
export function ofSomeKind<Of extends Kind>(operation: PlannedOperation<Of>): PlannedOfSomeKind {
  // Cast, since the union holds this operation for every kind that it can be of, which a generic type does not show.
  return operation as PlannedOperation<Kind> as PlannedOfSomeKind
}

/**
 * Read the present record, or null when there is none or it has been deleted. Inside a transaction, where a change
 * builds on it, it must agree with the trail.
 * @throws DamageFault inside a transaction.
 */
export function readRecord<Of extends Kind>(sql: Sql, kind: Of, uuid: string): Stored<Of> | null {
  if (sql.isWriting) return readForChange(sql, kind, uuid).before
  // Write `+?`: with a bare parameter SQLite weighs the partial indexes of kinds by its value, and plans the statement again each time.
  const row = sql.first<KeptBody & { deleted_at: string | null }>(
    `SELECT ${bodyColumns}, deleted_at FROM records WHERE kind = +? AND uuid = ?`,
    kind,
    uuid,
  )
  return row && row.deleted_at === null ? openRecord(kind, textOfBody(row)) : null
}

/**
 * Read the present record with its newest entry, which is also there when the record was removed.
 * @throws DamageFault when the row does not agree with the trail.
 */
function readForChange<Of extends Kind>(sql: Sql, kind: Of, uuid: string): State<Of> {
  return stateOf(sql, kind, uuid, readTrailed(sql, kind, uuid))
}

interface State<Of extends Kind = Kind> {
  /** Record in today's shape, of which changes are made. */
  before: Stored<Of> | null
  /** Record as it was written: the next entry tells all that becomes different, and with it what an upgrade has changed. */
  written: Stored<Of> | null
  previous: Previous | null
}

/** State of a record that there never was. */
const unknown = { before: null, written: null, previous: null }

function stateOf<Of extends Kind>(sql: Sql, kind: Of, uuid: string, row: TrailedRow): State<Of> {
  const written = bodyInForce(sql, kind, uuid, row)
  const { seq, leaf } = row
  if (seq === null || leaf === null) return unknown
  const before = written && todaysRecord(kind, written)
  return { before, written, previous: { seq, leaf } }
}

/** The record after an operation, and as it was; of a repeated delivery both are as it is. */
export interface Applied<Of extends Kind = Kind> {
  record: Stored<Of> | null
  before: Stored<Of> | null
}

/**
 * Apply an operation once, with its audit entry and its `seq`. Must run inside a transaction.
 * @returns the record as it is afterwards, and the `seq` of the change; `seq` is null for a repeated delivery.
 */
export function applyOperation<Of extends Kind>(
  sql: Sql,
  given: Operation<Of>,
): Applied<Of> & { seq: number | null } {
  const operation = { ...given, at: notBefore(sql, given.at) }
  const { opId, kind, uuid, action, actor, at } = operation
  const { before, written, previous } = readForChange(sql, kind, uuid)
  if (isRepeat(findOperation(sql, opId), operation)) return { record: before, before, seq: null }
  const after = changed(sql, operation, before, previous)
  // Ask before anything is written: between a row and its entry the record is not what the trail says.
  const by = named(sql, actor)
  const [{ seq }] = sql.all<{ seq: number }>(
    'INSERT INTO operations (op_id, kind, uuid, action, actor, at, asked) VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING seq',
    opId,
    kind,
    uuid,
    action,
    actor.uuid,
    at,
    operation.asked ?? null,
  ) as [{ seq: number }]
  noteOperation(sql, { seq, at }, [kind])
  const text = JSON.stringify(after)
  if (after) insertRecords(sql, [recordValues(operation, seq, after, text)])
  else removeRecord(sql, operation, seq)
  writeBeside(sql, operation, seq, [before, after])
  const hash = appendAudit(sql, entryOf(operation, by, seq), written, after, previous)
  // Keep the hash: the next change of this record compares the same text, which need not be hashed again.
  if (hash !== null) sql.hashes.keep(`${kind}/${uuid}`, text, hash)
  return { record: after, before, seq }
}

/** Apply the change to the record and check the outcome. @throws Fault `not_found` where there is and was none. */
function changed<Of extends Kind>(
  sql: Sql,
  operation: Operation<Of>,
  before: Stored<Of> | null,
  previous: Previous | null,
): Stored<Of> | null {
  const { kind, uuid, at, change, actor } = operation
  const made = change(before)
  const handed = made && kind === 'analysis' ? withHands(sql, operation, before, made) : made
  // Cast here, since the schema of the kind is checked below.
  const after = handed && ({ ...handed, updated_at: at } as StoredBody as Stored<Of>)
  if (isSigning(before, after)) checkBeforeSigning(sql, { kind, uuid }, actor.uuid)
  if (after) checkBody(kind, after, before)
  else if (!before && !previous) throw new Fault('not_found', `No such ${kind}`)
  return after
}

/** Write the rows by which an analysis is searched, beside its record. */
function writeBeside(
  sql: Sql,
  { kind, uuid, outcomes }: Operation,
  seq: number,
  bodies: readonly (StoredBody | null)[],
): void {
  if (kind !== 'analysis') return
  const [before, after] = bodies as readonly (Analysis | null)[]
  writeAnalysisRows(sql, { uuid, seq }, before ?? null, after ?? null, outcomes)
}

function entryOf(operation: Operation, by: OperationActor, seq: number): NewEntry {
  const { opId, kind, uuid, action, at, reason = '' } = operation
  return { seq, op_id: opId, at, actor: by, action, kind, uuid, reason }
}

/**
 * Add the present name of a device to the actor: it signs in by its uuid alone, and people read the name in the audit
 * trail.
 */
function named(sql: Sql, actor: OperationActor): OperationActor {
  if (actor.via !== 'device') return actor
  const name = readRecord(sql, 'device', actor.uuid)?.['name']
  return typeof name === 'string' ? { ...actor, name } : actor
}

/** An operation that has been applied, by its id. */
export interface AppliedOperation extends Record<string, string | null> {
  kind: string
  uuid: string
  action: string
  actor: string
  asked: string | null
}

export function findOperation(sql: Sql, opId: string): AppliedOperation | null {
  return sql.first<AppliedOperation>(
    'SELECT kind, uuid, action, actor, asked FROM operations WHERE op_id = ?',
    opId,
  )
}

/**
 * Recognise a repeated delivery: the same action of the same actor on the same record, with the same content where that
 * is known. The same id for anything else is a mistake: taking it for a repeat would lose the second change and answer
 * that it was made.
 */
export function isRepeat(
  known: AppliedOperation | null | undefined,
  {
    kind,
    uuid,
    action,
    actor,
    asked,
  }: Pick<Operation, 'kind' | 'uuid' | 'action' | 'actor' | 'asked'>,
): boolean {
  if (!known) return false
  const same = known.kind === kind && known.uuid === uuid && known.action === action
  if (!same || known.actor !== actor.uuid) throw operationIdTaken()
  if (!asked || !known.asked || asked === known.asked) return true
  throw new Fault('taken', 'This operation id came before with other content, which was kept', {
    reason: 'operation_reused',
  })
}

export function operationIdTaken(): Fault {
  return new Fault('taken', 'This operation id was used for something else', {
    reason: 'operation_id_taken',
  })
}

/** Return true if there is or was such a record: the id of a deleted one is not given again. */
export function wasEverUsed(sql: Sql, kind: Kind, uuid: string): boolean {
  return newestEntry(sql, kind, uuid) > 0
}

function removeRecord(sql: Sql, { kind, uuid, at }: Operation, seq: number): void {
  sql.run(
    'UPDATE records SET seq = ?, deleted_at = ?, updated_at = ? WHERE kind = +? AND uuid = ?',
    seq,
    at,
    at,
    kind,
    uuid,
  )
}

function recordValues(
  operation: Operation,
  seq: number,
  body: StoredBody,
  text = JSON.stringify(body),
): SqlValue[] {
  const { kind, uuid, at } = operation
  const { swarm_uuid, name, status, created_at } = indexedFields(kind, body)
  const kept = keepBody(kind, text, body)
  return [kind, uuid, seq, swarm_uuid, name, status, created_at, at, kept.body, kept.packed_order]
}

/** Write rows. Of a record that was removed and comes back, all columns are those of its new body (row-check.ts). */
function insertRecords(sql: Sql, rows: readonly SqlValue[][]): void {
  sql.runRows(
    `INSERT INTO records
       (kind, uuid, seq, swarm_uuid, name, status, created_at, updated_at, body, packed_order) VALUES`,
    rows,
    `ON CONFLICT (kind, uuid) DO UPDATE SET seq = excluded.seq, swarm_uuid = excluded.swarm_uuid,
       name = excluded.name, status = excluded.status, created_at = excluded.created_at,
       updated_at = excluded.updated_at, deleted_at = NULL, body = excluded.body,
       packed_order = excluded.packed_order,
       left_swarms = CASE WHEN records.swarm_uuid IS excluded.swarm_uuid THEN records.left_swarms
         ELSE json_insert(coalesce(records.left_swarms, '[]'), '$[#]', records.swarm_uuid) END`,
  )
}

/** Most operations that are made at once: what they write is held until then. */
const batchLimit = 100

/**
 * Apply operations in their order as `applyOperation` does one, in some statements for many. Must run inside a
 * transaction. What a `change` reads beside its own record is as it was before its batch.
 * @param made is called for each with its new record, when its batch is written.
 */
export function applyOperations<One extends Operation>(
  sql: Sql,
  operations: readonly One[],
  made: (operation: One, applied: Applied) => void = () => {},
): void {
  const met = new Set<string>()
  const apply = (batch: One[]) => {
    applyBatch(sql, batch).forEach((applied, at) => made(batch[at] as One, applied))
    met.clear()
  }
  let batch: One[] = []
  for (const operation of operations) {
    const record = `${operation.kind}/${operation.uuid}`
    // Apply the batch first when an operation concerns a record that the batch has changed already.
    if (batch.length === batchLimit || met.has(record) || met.has(operation.opId)) {
      apply(batch)
      batch = []
    }
    batch.push(operation)
    met.add(record).add(operation.opId)
  }
  if (batch.length > 0) apply(batch)
}

/** Apply operations with different ids to different records. */
function applyBatch(sql: Sql, batch: readonly Operation[]): Applied[] {
  const states = readStates(sql, batch)
  const known = readKnown(sql, batch)
  const [operations, records, audits]: [SqlValue[][], SqlValue[][], NewAudit[]] = [[], [], []]
  const removed: [Operation, number][] = []
  let { seq, at: last } = newestOperation(sql)
  const outcome = batch.map((given) => {
    const operation = { ...given, at: given.at < last ? last : given.at }
    const { opId, kind, uuid, action, actor, at } = operation
    const { before, written, previous } = states.get(`${kind}/${uuid}`) ?? unknown
    if (isRepeat(known.get(opId), operation)) return { record: before, before }
    const after = changed(sql, operation, before, previous)
    operations.push([++seq, opId, kind, uuid, action, actor.uuid, at])
    last = at
    if (after) records.push(recordValues(operation, seq, after))
    audits.push([entryOf(operation, named(sql, actor), seq), written, after, previous])
    writeBeside(sql, operation, seq, [before, after])
    if (!after) removed.push([operation, seq])
    return { record: after, before }
  })
  sql.runRows(
    'INSERT INTO operations (seq, op_id, kind, uuid, action, actor, at) VALUES',
    operations,
  )
  noteOperation(
    sql,
    { seq, at: last },
    batch.map(({ kind }) => kind),
  )
  insertRecords(sql, records)
  for (const [operation, at] of removed) removeRecord(sql, operation, at)
  appendAudits(sql, audits)
  return outcome
}

function readStates(sql: Sql, batch: readonly Operation[]): Map<string, State> {
  const states = new Map<string, State>()
  for (const [kind, operations] of Map.groupBy(batch, (operation) => operation.kind)) {
    const uuids = operations.map(({ uuid }) => uuid)
    for (const row of readTrailedMany(sql, kind, uuids)) {
      states.set(`${kind}/${row.uuid}`, stateOf(sql, kind, row.uuid, row))
    }
  }
  return states
}

function readKnown(sql: Sql, batch: readonly Operation[]): Map<string, AppliedOperation> {
  const rows = sql.all<AppliedOperation & { op_id: string }>(
    `SELECT op_id, kind, uuid, action, actor, asked
     FROM json_each(?) AS wanted CROSS JOIN operations ON op_id = wanted.value`,
    JSON.stringify(batch.map(({ opId }) => opId)),
  )
  return new Map(rows.map((row) => [row.op_id, row]))
}
