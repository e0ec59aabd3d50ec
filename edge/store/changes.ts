import type { Kind } from '../../domain/registry.ts'
import { type AnalysisChange, analysisChange } from './analysis-changes.ts'
import { type By, defined, mustSee } from './by.ts'
import type { PlannedOperation, StoredBody } from './operations.ts'
import type { Sql } from './sql.ts'

/** A change by name; plain data, so that it can cross to the object. */
export type Change =
  | AnalysisChange
  /** Writes a whole record, new or known: what the operator puts, and new users. */
  | {
      type: 'put'
      kind: Exclude<Kind, 'analysis' | 'command'>
      uuid: string
      body: StoredBody
      /** Fields that a new record begins with and a known one keeps as they are. */
      initial?: StoredBody
    }
  /** Sets some fields of a record that is there. */
  | { type: 'patch'; kind: 'device' | 'user'; uuid: string; patch: StoredBody }

/** Turns a named change into the operation that makes it, with its rules inside. Runs in the transaction. */
export function changeRecord(sql: Sql, change: Change, by: By, at: string): PlannedOperation {
  switch (change.type) {
    case 'put':
      return {
        kind: change.kind,
        uuid: change.uuid,
        action: `${change.kind}.put`,
        change: (before) => ({
          ...change.initial,
          ...pickKnown(before, change.initial ?? {}),
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
        change: (before) => ({
          ...mustSee(change.kind, before, by.sight),
          ...defined(change.patch),
        }),
      }
    default:
      return analysisChange(sql, change, by, at)
  }
}

/** Of a known record, the fields named by `initial`. */
function pickKnown(before: StoredBody | null, initial: StoredBody): StoredBody {
  if (!before) return {}
  return Object.fromEntries(
    Object.keys(initial)
      .filter((name) => name in before)
      .map((name) => [name, before[name]]),
  )
}
