import type { CreateAnalysis } from '../../domain/calls/analysis.ts'
import type { Exclusion, ResultEntry, Sample, Signature } from '../../domain/entities/analysis.ts'
import type { Evaluation } from '../../domain/entities/evaluation-recipe.ts'
import { Fault } from '../../domain/fault.ts'
import type { Kind } from '../../domain/registry.ts'
import { analysisChange } from './analysis-changes.ts'
import { maySee, type Sight } from './lists.ts'
import { type Operation, type OperationActor, readRecord, type StoredBody } from './operations.ts'
import type { Sql } from './sql.ts'

/** On whose behalf a change is made, as the server knows it. */
export interface By {
  actor: OperationActor
  sight: Sight
  permissions: readonly string[]
  fourEyes: boolean
}

/** Fields an edit may set; which of them when is decided by the rules in domain/rules/analysis.ts. */
export interface AnalysisPatch {
  name?: string | undefined
  notebook?: string | undefined
  samples?: Sample[] | undefined
  device_uuid?: string | null | undefined
}

export type AnalysisChange =
  | { type: 'analysis.create'; uuid: string; input: CreateAnalysis }
  | { type: 'analysis.edit'; uuid: string; patch: AnalysisPatch; reason: string }
  | { type: 'analysis.delete'; uuid: string; reason: string }
  | { type: 'analysis.makeComplete'; uuid: string; reason: string }
  | {
      type: 'analysis.calculate'
      uuid: string
      evaluation: Evaluation
      exclusions: Exclusion[]
      result: ResultEntry
      /** Curve file the results were computed from: another one by now makes them stale. */
      curvesHash: string
      reason: string
    }
  | { type: 'analysis.validate'; uuid: string; signature: Omit<Signature, 'at'>; at?: never }

/** A change by name; plain data, so that it can cross to the object. */
export type Change =
  | AnalysisChange
  /** Writes a whole record, new or known: what the operator puts, and new users. */
  | { type: 'put'; kind: Exclude<Kind, 'analysis' | 'command'>; uuid: string; body: StoredBody }
  /** Sets some fields of a record that is there. */
  | { type: 'patch'; kind: 'device' | 'user'; uuid: string; patch: StoredBody }

export type PlannedOperation = Omit<Operation, 'opId' | 'actor' | 'at'>

/** Turns a named change into the operation that makes it, with its rules inside. Runs in the transaction. */
export function changeRecord(sql: Sql, change: Change, by: By, at: string): PlannedOperation {
  switch (change.type) {
    case 'put':
      return {
        kind: change.kind,
        uuid: change.uuid,
        action: `${change.kind}.put`,
        change: (before) => ({
          ...change.body,
          uuid: change.uuid,
          created_at: before?.['created_at'] ?? at,
        }),
      }
    case 'patch':
      return {
        kind: change.kind,
        uuid: change.uuid,
        action: `${change.kind}.edit`,
        change: (before) => ({ ...mustSee(change.kind, before, by.sight), ...defined(change.patch) }),
      }
    default:
      return analysisChange(sql, change, by, at)
  }
}

/** The record when there is one in sight. @throws Fault `not_found`, the same for hidden and for missing. */
export function mustSee<Body extends StoredBody>(kind: Kind, body: Body | null, sight: Sight): Body {
  if (!body || !maySee(kind, body, sight)) throw new Fault('not_found', `No such ${kind}`)
  return body
}

export function readSeen(sql: Sql, kind: Kind, uuid: string, sight: Sight): StoredBody {
  return mustSee(kind, readRecord(sql, kind, uuid), sight)
}

/** Without the fields that are not given. */
export function defined(patch: object): StoredBody {
  return Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined))
}

