import { createHash } from 'node:crypto'
import { canonicalJson } from '../../domain/canonical.ts'
import type { Analysis, Exclusion, Method } from '../../domain/entities/analysis.ts'
import type { Evaluation } from '../../domain/entities/evaluation-recipe.ts'
import { Fault } from '../../domain/fault.ts'
import { checkRead, filesBehind } from '../files/signed-files.ts'
import { allow } from './allow.ts'
import type { KeptResults } from './analysis-rows.ts'
import { type By, mustSee } from './by.ts'
import { checkCompensation } from './dye-calibration-changes.ts'
import { withKnownHands } from './hands.ts'
import type { StoredBody } from './operations.ts'
import { withHold } from './recalls/holds.ts'
import { signRecord, type SignatureOrder } from './sign.ts'
import type { Sql } from './sql.ts'

export type ResultChange =
  | {
      type: 'analysis.calculate'
      uuid: string
      evaluation: Evaluation
      exclusions: Exclusion[]
      result: KeptResults
      /** Hash of the record that the results were computed from. */
      basis: string
      reason: string
    }
  | {
      /** Judged by the evaluation of a global recipe. */
      type: 'analysis.recalculateGlobal'
      uuid: string
      recipe_name: string
      method: Pick<Method, 'recipe_uuid' | 'recipe_version' | 'evaluation'>
      result: KeptResults
      basis: string
      reason: string
    }
  | {
      type: 'analysis.validate'
      uuid: string
      order: SignatureOrder
      /** Hashes of the files that were read just before (signed-files.ts). */
      read: readonly string[]
    }

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
  sql: Sql,
  before: Analysis | null,
  change: ResultChange & { type: 'analysis.calculate' },
  by: By,
): StoredBody {
  const record = allow('recalculate', before, by, change.reason)
  checkBasis(record, change.basis)
  const { evaluation: known } = record.method
  checkCompensation(sql, change.evaluation.compensation, known.compensation, by)
  return {
    ...record,
    method: { ...record.method, evaluation: change.evaluation },
    exclusions: change.exclusions,
    results: [...record.results, change.result.entry],
  }
}

/**
 * Replace the method by that of a global recipe; keeps the programme that was run and earlier results.
 * @throws Fault `refused` for an imported run when the recipe takes its thresholds from the instrument (VAL-041).
 */
export function recalculateGlobal(
  before: Analysis | null,
  change: ResultChange & { type: 'analysis.recalculateGlobal' },
  by: By,
): StoredBody {
  const record = allow('recalculateGlobal', before, by, change.reason)
  checkBasis(record, change.basis)
  checkThresholds(record, change.method.evaluation)
  return {
    ...record,
    recipe_name: change.recipe_name,
    method: {
      ...record.method,
      ...change.method,
      protocol_uuid: null,
      protocol_version: undefined,
    },
    results: [...record.results, change.result.entry],
  }
}

/** @throws Fault `refused`: thresholds of the instrument came with its file, and that has been read already. */
export function checkThresholds(
  { source }: Pick<Analysis, 'source'>,
  { thresholds_from }: Evaluation,
): void {
  if (!source || thresholds_from !== 'instrument') return
  throw new Fault(
    'refused',
    'Analysis already imported. You cannot use a recipe that requires importing thresholds from instruments',
    { field: 'recipe_uuid', reason: 'thresholds_from_instrument' },
  )
}

/** Sign. With four eyes nobody who had a hand in the run does. */
export function validate(
  sql: Sql,
  before: Analysis | null,
  { order, read }: ResultChange & { type: 'analysis.validate' },
  by: By,
  at: string,
): StoredBody {
  const record = mustSee('analysis', before, by.sight)
  allow('validate', withKnownHands(sql, withHold(sql, record)), by)
  const signature = signRecord(sql, record, order, by, at)
  checkRead(read, filesBehind(record))
  return { ...record, status: 'VALIDATION', signature }
}
