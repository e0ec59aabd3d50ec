import { createHash } from 'node:crypto'
import { canonicalJson } from '../../domain/canonical.ts'
import type { Analysis, Exclusion, ResultEntry, Signature } from '../../domain/entities/analysis.ts'
import type { Evaluation } from '../../domain/entities/evaluation-recipe.ts'
import { Fault } from '../../domain/fault.ts'
import { signedContent } from '../../domain/rules/analysis.ts'
import { allow, faultOf } from './allow.ts'
import type { By } from './by.ts'
import { didLaunch } from './commands.ts'
import type { StoredBody } from './operations.ts'
import type { Sql } from './sql.ts'

export type ResultChange =
  | {
      type: 'analysis.calculate'
      uuid: string
      evaluation: Evaluation
      exclusions: Exclusion[]
      result: ResultEntry
      /** Of the record that the results were computed from. */
      basis: string
      reason: string
    }
  | { type: 'analysis.validate'; uuid: string; signature: Omit<Signature, 'at'> }

/** Hash of all that results are computed from. */
export function basisOf({ curves_hash, samples, exclusions, method }: Analysis): string {
  return createHash('sha256')
    .update(canonicalJson([curves_hash, samples, exclusions, method.evaluation]))
    .digest('hex')
}

/** @throws Fault `stale` when the results were computed from what the record no longer is. */
export function checkBasis(record: Analysis, basis: string): void {
  if (basisOf(record) === basis) return
  throw new Fault('stale', 'The analysis changed meanwhile', { reason: 'changed_meanwhile' })
}

export function recalculate(
  before: StoredBody | null,
  change: ResultChange & { type: 'analysis.calculate' },
  by: By,
): StoredBody {
  const record = allow('recalculate', before, by)
  checkBasis(record, change.basis)
  return {
    ...record,
    method: { ...record.method, evaluation: change.evaluation },
    exclusions: change.exclusions,
    results: [...record.results, change.result],
  }
}

/** Signs. With four eyes neither who planned the run nor who launched it may: two people often share that. */
export function validate(
  sql: Sql,
  before: StoredBody | null,
  { signature }: ResultChange & { type: 'analysis.validate' },
  by: By,
  at: string,
): StoredBody {
  const record = allow('validate', before, by)
  if (by.fourEyes && didLaunch(sql, record.uuid, by.actor.uuid)) {
    throw faultOf({ reason: 'four_eyes' })
  }
  const hash = createHash('sha256')
    .update(canonicalJson(signedContent(record)))
    .digest('hex')
  if (hash !== signature.record_hash) {
    throw new Fault(
      'stale',
      'The analysis changed since you opened it: look at it again before signing',
      {
        reason: 'changed_meanwhile',
      },
    )
  }
  return { ...record, status: 'VALIDATION', signature: { ...signature, at } }
}
