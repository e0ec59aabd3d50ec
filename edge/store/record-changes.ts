import { Fault } from '../../domain/fault.ts'
import { type Kind, type Stored, entityOf } from '../../domain/registry.ts'
import type { AuditAction } from '../../domain/trail/actions.ts'
import { type By, checkSwarm, defined, mustSee } from './by.ts'
import { type StoredBody, wasEverUsed } from './operations.ts'
import { asSeen } from './lists.ts'
import type { Planners } from './planner.ts'
import type { Sql } from './sql.ts'
import { rulesOf } from './record-rules.ts'

/** Kinds whose records are made and changed by rules of their own only. */
type PlainKind = Exclude<Kind, 'analysis' | 'command'>

/** Changes that most kinds of records need: create, edit some fields, delete. Rules per kind are in record-rules.ts. */
export type RecordChange =
  | { type: 'record.create'; kind: PlainKind; uuid: string; body: StoredBody }
  | {
      type: 'record.edit'
      kind: PlainKind
      uuid: string
      patch: StoredBody
      /** `updated_at` that the editor saw. */
      base?: string | undefined
      reason?: string | undefined
      /** Name in the audit trail, where the edit is a step of its own, such as `recipe.archive`. */
      action?: AuditAction | undefined
    }
  | {
      type: 'record.delete'
      kind: PlainKind
      uuid: string
      base?: string | undefined
      reason?: string | undefined
      action?: AuditAction | undefined
    }

export const recordPlanners: Planners<RecordChange> = {
  'record.create': (sql, { kind, uuid, body }, by, at) => ({
    kind,
    uuid,
    action: `${kind}.create`,
    change: (before) => {
      if (before || wasEverUsed(sql, kind, uuid)) {
        throw new Fault('taken', 'Id is not unique', { field: 'uuid', reason: 'id_not_unique' })
      }
      const after = asStored(kind, { ...body, uuid, created_at: at, updated_at: at })
      checkOwnSwarm(sql, kind, after, by)
      rulesOf(kind).check?.(sql, after, null, by, at)
      return rulesOf(kind).complete?.(sql, after, null, by, at, body) ?? after
    },
  }),
  'record.edit': (sql, change, by, at) => ({
    kind: change.kind,
    uuid: change.uuid,
    action: change.action ?? `${change.kind}.edit`,
    reason: change.reason ?? '',
    change: (found) => {
      const before = mustSee(change.kind, found, by.sight)
      const patch = defined(change.patch)
      checkBase(asSeen(change.kind, before, by.sight), change.base, patch)
      const after = asStored(change.kind, { ...before, ...patch })
      if ('swarm_uuid' in patch) checkOwnSwarm(sql, change.kind, after, by)
      rulesOf(change.kind).check?.(sql, after, before, by, at)
      return rulesOf(change.kind).complete?.(sql, after, before, by, at, patch) ?? after
    },
  }),
  'record.delete': (sql, change, by) => ({
    kind: change.kind,
    uuid: change.uuid,
    action: change.action ?? `${change.kind}.delete`,
    reason: change.reason ?? '',
    change: (found) => {
      const before = mustSee(change.kind, found, by.sight)
      checkBase(asSeen(change.kind, before, by.sight), change.base, {})
      rulesOf(change.kind).checkDelete?.(sql, before, by)
      rulesOf(change.kind).forget?.(sql, before)
      return null
    },
  }),
}

/**
 * Take a body for a record of its kind before it is written. Its fields were checked by the schema of their call, and the
 * whole is checked by the kind's schema behind the rules (operations.ts), which refuses what does not fit.
 */
export function asStored<Of extends Kind>(_kind: Of, body: StoredBody): Stored<Of> {
  return body as Stored<Of>
}

/** @throws Fault `stale` with both versions when the record has moved on since the editor saw it. */
export function checkBase(before: StoredBody, base: string | undefined, yours: StoredBody): void {
  if (base === undefined || before['updated_at'] === base) return
  throw new Fault('stale', 'The record changed meanwhile', {
    reason: 'changed_meanwhile',
    versions: { yours, theirs: before },
  })
}

/** Refuse a swarm that the writer is not in; null means the whole company. */
function checkOwnSwarm(sql: Sql, kind: Kind, after: StoredBody, by: By): void {
  const swarm = after['swarm_uuid'] ?? null
  if (entityOf(kind).scope !== 'swarm' || swarm === null) return
  checkSwarm(sql, swarm as string, by)
}
