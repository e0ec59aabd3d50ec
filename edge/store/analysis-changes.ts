import type { CreateAnalysis } from '../../domain/calls/analysis.ts'
import type { Analysis, Sample } from '../../domain/entities/analysis.ts'
import type { GlobalRecipe } from '../../domain/entities/global-recipe.ts'
import { Fault } from '../../domain/fault.ts'
import { findAbandoned, reviewsOn } from '../../domain/rules/sample-review.ts'
import { allow } from './allow.ts'
import type { KeptResults } from './analysis-rows.ts'
import { type By, defined } from './by.ts'
import { type CommentChange, commentPlanners } from './comment-changes.ts'
import { type GiveUpChange, giveUpPlanners } from './give-up.ts'
import { checkNotLaunching } from './not-launching.ts'
import type { ImportedAnalysis } from './imported-analysis.ts'
import { createAnalysis, importAnalysis } from './new-analysis.ts'
import { materialPlanners } from './material-changes.ts'
import type { StoredBody } from './operations.ts'
import { allowChange, completePatch } from './plan-change.ts'
import type { Planners } from './planner.ts'
import { checkBase } from './record-changes.ts'
import { withHold } from './recalls/holds.ts'
import {
  checkBasis,
  recalculate,
  recalculateGlobal,
  type ResultChange,
  validate,
} from './result-changes.ts'
import { type ReviewChange, reviewPlanners } from './review-changes.ts'
import type { Sql } from './sql.ts'
import { type VersionChange, versionPlanners } from './version-changes.ts'

/** Fields an edit may set; which of them when is decided by the rules in domain/rules/analysis.ts. */
export interface AnalysisPatch {
  name?: string | undefined
  notebook?: string | undefined
  samples?: Sample[] | undefined
  device_uuid?: string | null | undefined
}

export type AnalysisChange =
  | {
      type: 'analysis.create'
      uuid: string
      input: CreateAnalysis
      /** The recipe, where it is the provider's. */
      published?: GlobalRecipe | undefined
    }
  | { type: 'analysis.import'; uuid: string; input: ImportedAnalysis }
  | {
      type: 'analysis.edit'
      uuid: string
      patch: AnalysisPatch
      reason: string
      /** Results of the new samples, where the record has curves. */
      computed?: { result: KeptResults; basis: string } | undefined
      /** `updated_at` that the editor saw. */
      base?: string | undefined
    }
  | { type: 'analysis.delete'; uuid: string; reason: string }
  | { type: 'analysis.makeComplete'; uuid: string; reason: string }
  | CommentChange
  | GiveUpChange
  | ReviewChange
  | ResultChange
  | VersionChange

/** The operations behind the changes of an analysis. */
export const analysisPlanners: Planners<AnalysisChange> = {
  'analysis.create': (sql, change, by, at) => ({
    ...named(change),
    change: (before) => createAnalysis(sql, change.input, before, by, at, change.published),
  }),
  'analysis.import': (sql, change, by, at) => [
    {
      ...named(change),
      outcomes: change.input.result.outcomes,
      change: (before: Analysis | null) => importAnalysis(sql, change.input, before, by, at),
    },
    ...change.input.files.flatMap((file) => {
      const to = { resource_kind: 'analysis', resource_uuid: change.uuid, role: 'file' } as const
      return materialPlanners['attachment.add'](sql, { type: 'attachment.add', file, to }, by, at)
    }),
  ],
  'analysis.edit': (sql, change, by, at) => ({
    ...named(change),
    reason: change.reason,
    outcomes: change.computed?.result.outcomes,
    change: (before) => editAnalysis(sql, before, change, by, at),
  }),
  'analysis.delete': (sql, change, by, at) => ({
    ...named(change),
    reason: change.reason,
    change: (before) => {
      const { uuid } = allow('delete', before && withHold(sql, before), by, change.reason)
      checkNotLaunching(sql, uuid, at)
      return null
    },
  }),
  'analysis.makeComplete': (_sql, change, by) => ({
    ...named(change),
    reason: change.reason,
    change: (before) => ({
      ...allow('makeComplete', before, by, change.reason),
      status: 'COMPLETE',
    }),
  }),
  'analysis.calculate': (sql, change, by) => ({
    ...named(change),
    reason: change.reason,
    outcomes: change.result.outcomes,
    change: (before) => recalculate(sql, before, change, by),
  }),
  'analysis.recalculateGlobal': (_sql, change, by) => ({
    ...named(change),
    reason: change.reason,
    outcomes: change.result.outcomes,
    change: (before) => recalculateGlobal(before, change, by),
  }),
  'analysis.validate': (sql, change, by, at) => ({
    ...named(change),
    change: (before) => validate(sql, before, change, by, at),
  }),
  ...commentPlanners,
  ...giveUpPlanners,
  ...reviewPlanners,
  ...versionPlanners,
}

function named({ type, uuid }: AnalysisChange) {
  return { kind: 'analysis', uuid, action: type } as const
}

function editAnalysis(
  sql: Sql,
  before: Analysis | null,
  change: Extract<AnalysisChange, { type: 'analysis.edit' }>,
  by: By,
  at: string,
): StoredBody {
  const patch = defined(change.patch)
  const { reason, base } = change
  const fields = Object.keys(patch)
  const record = allowChange(sql, before, { fields, reason, by, at, recomputes: true })
  checkBase(record, base, patch)
  return { ...record, ...completePatch(sql, record, patch, by), ...resultsOf(record, change) }
}

/**
 * Return the new results that an edit of samples brings: earlier ones belong to another plate, so both change in one
 * operation.
 */
function resultsOf(
  record: Analysis,
  { patch, computed }: Extract<AnalysisChange, { type: 'analysis.edit' }>,
): Partial<Analysis> {
  if (!patch.samples || (record.curves_hash === null && !computed)) return {}
  checkBasis(record, computed?.basis ?? '')
  const { sample_reviews: reviews } = record
  const abandoned = findAbandoned(record, record.samples, patch.samples)
  if (abandoned) {
    throw new Fault('refused', 'A reviewer holds its results back: its wells stay with a sample', {
      field: 'samples',
      reason: 'sample_withheld',
      params: { name: abandoned.name },
    })
  }
  return {
    ...(computed ? { results: [...record.results, computed.result.entry] } : {}),
    ...(reviews ? { sample_reviews: reviewsOn(reviews, record.samples, patch.samples) } : {}),
  }
}
