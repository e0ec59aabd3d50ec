import * as v from 'valibot'
import { Fault, type FaultDetail } from '../../domain/fault.ts'
import type { Analysis } from '../../domain/entities/analysis.ts'
import { entityOf, type Kind } from '../../domain/registry.ts'
import { type SampleOutcome, writeAnalysisRows } from './analysis-rows.ts'
import { appendAudit, type Previous } from './audit.ts'
import type { Sql } from './sql.ts'

export type StoredBody = Record<string, unknown>

/** Who acts, as the server knows them; never as the client says. */
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

/**
 * Every write is one of these (ruling 2). `change` is given the record as it stands inside the transaction
 * (null when there is none) and gives the whole new body, null to remove it, or throws a Fault.
 */
export interface Operation {
  /** Made by the client; a second delivery changes nothing. */
  opId: string
  kind: Kind
  uuid: string
  action: string
  reason?: string
  actor: OperationActor
  at: string
  change: (before: StoredBody | null) => StoredBody | null
  /** Of new results of an analysis: what is listed of them (analysis-rows.ts). */
  outcomes?: readonly SampleOutcome[] | undefined
}

/** An operation before it is known by whom, when and under which id it is made. */
export type PlannedOperation = Omit<Operation, 'opId' | 'actor' | 'at'>

interface RecordRow extends Record<string, string | number | null> {
  seq: number
  body: string
  deleted_at: string | null
}

/** The record as it stands, or null when there is none or it has been deleted. */
export function readRecord(sql: Sql, kind: Kind, uuid: string): StoredBody | null {
  const row = sql.first<RecordRow>(
    'SELECT seq, body, deleted_at FROM records WHERE kind = ? AND uuid = ?',
    kind,
    uuid,
  )
  return row && row.deleted_at === null ? (JSON.parse(row.body) as StoredBody) : null
}

/** The record as it stands with its newest entry, which is also there when the record was removed. */
function readForChange(
  sql: Sql,
  kind: Kind,
  uuid: string,
): { before: StoredBody | null; previous: Previous | null } {
  const row = sql.first<RecordRow & { leaf: string | null }>(
    `SELECT seq, body, deleted_at, leaf FROM records LEFT JOIN audit USING (seq)
     WHERE records.kind = ? AND records.uuid = ?`,
    kind,
    uuid,
  )
  if (!row) return { before: null, previous: null }
  const { seq, leaf, body, deleted_at } = row
  const before = deleted_at === null ? (JSON.parse(body) as StoredBody) : null
  return { before, previous: leaf === null ? null : { seq, leaf } }
}

/**
 * Applies an operation once, with its audit entry and its `seq`. Must run inside a transaction.
 * @returns the record as it stands afterwards, and the `seq` of the change; `seq` is null for a repeated delivery.
 */
export function applyOperation(
  sql: Sql,
  operation: Operation,
): { record: StoredBody | null; seq: number | null } {
  const { opId, kind, uuid, action, actor, at } = operation
  const { before, previous } = readForChange(sql, kind, uuid)
  if (wasApplied(sql, operation)) return { record: before, seq: null }
  const changed = operation.change(before)
  const after = changed && { ...changed, updated_at: at }
  if (after) checkBody(kind, after)
  else if (!before && !previous) throw new Fault('not_found', `No such ${kind}`)
  const [{ seq }] = sql.all<{ seq: number }>(
    'INSERT INTO operations (op_id, kind, uuid, action, actor, at) VALUES (?, ?, ?, ?, ?, ?) RETURNING seq',
    opId,
    kind,
    uuid,
    action,
    actor.uuid,
    at,
  ) as [{ seq: number }]
  writeRecord(sql, operation, seq, after)
  if (kind === 'analysis') {
    const [old, fresh] = [before, after] as (Analysis | null)[]
    writeAnalysisRows(sql, uuid, old ?? null, fresh ?? null, operation.outcomes)
  }
  const entry = {
    seq,
    op_id: opId,
    at,
    actor: named(sql, actor),
    action,
    kind,
    uuid,
    reason: operation.reason ?? '',
  }
  appendAudit(sql, entry, before, after, previous)
  return { record: after, seq }
}

/** A device signs in by its uuid alone; the audit trail names it as people know it at that moment. */
function named(sql: Sql, actor: OperationActor): OperationActor {
  if (actor.via !== 'device') return actor
  const name = readRecord(sql, 'device', actor.uuid)?.['name']
  return typeof name === 'string' ? { ...actor, name } : actor
}

/** An operation that has been applied, by its id. */
export interface AppliedOperation extends Record<string, string> {
  kind: string
  uuid: string
  action: string
  actor: string
}

export function findOperation(sql: Sql, opId: string): AppliedOperation | null {
  return sql.first<AppliedOperation>(
    'SELECT kind, uuid, action, actor FROM operations WHERE op_id = ?',
    opId,
  )
}

/**
 * A repeated delivery is the same action of the same actor on the same record. The same id for anything
 * else is a mistake: taking it for a repeat would lose the second change and say that it was made.
 */
function wasApplied(sql: Sql, { opId, kind, uuid, action, actor }: Operation): boolean {
  const known = findOperation(sql, opId)
  if (!known) return false
  const same = known.kind === kind && known.uuid === uuid && known.action === action
  if (same && known.actor === actor.uuid) return true
  throw operationIdTaken()
}

export function operationIdTaken(): Fault {
  return new Fault('taken', 'This operation id was used for something else', {
    reason: 'operation_id_taken',
  })
}

/** Whether there is or was such a record: the id of a deleted one is not given again. */
export function wasEverUsed(sql: Sql, kind: Kind, uuid: string): boolean {
  return sql.first('SELECT 1 FROM records WHERE kind = ? AND uuid = ?', kind, uuid) !== null
}

function writeRecord(sql: Sql, operation: Operation, seq: number, body: StoredBody | null): void {
  const { kind, uuid, at } = operation
  if (!body) {
    sql.run(
      'UPDATE records SET seq = ?, deleted_at = ?, updated_at = ? WHERE kind = ? AND uuid = ?',
      seq,
      at,
      at,
      kind,
      uuid,
    )
    return
  }
  const swarm =
    entityOf(kind).scope === 'swarm' ? ((body['swarm_uuid'] as string | null) ?? null) : null
  sql.run(
    `INSERT INTO records (kind, uuid, seq, swarm_uuid, name, status, created_at, updated_at, body)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (kind, uuid) DO UPDATE SET seq = excluded.seq, swarm_uuid = excluded.swarm_uuid,
       name = excluded.name, status = excluded.status, updated_at = excluded.updated_at, deleted_at = NULL, body = excluded.body,
       left_swarms = CASE WHEN records.swarm_uuid IS excluded.swarm_uuid THEN records.left_swarms
         ELSE json_insert(coalesce(records.left_swarms, '[]'), '$[#]', records.swarm_uuid) END`,
    kind,
    uuid,
    seq,
    swarm,
    (body['name'] as string | undefined) ?? null,
    (body['status'] as string | undefined) ?? null,
    body['created_at'] as string,
    at,
    JSON.stringify(body),
  )
}

/** The last gate before a record is written: its schema. No other file writes `records`. */
function checkBody(kind: Kind, body: StoredBody): void {
  const result = v.safeParse(entityOf(kind).schema, body)
  if (result.success) return
  const [first, ...others] = result.issues.map((issue): FaultDetail => ({
    code: 'invalid',
    message: issue.message,
    field: v.getDotPath(issue) ?? undefined,
  }))
  if (first) throw new Fault([first, ...others])
}
