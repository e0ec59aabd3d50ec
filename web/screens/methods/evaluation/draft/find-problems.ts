import * as v from 'valibot'
import { Evaluation, evaluationLimits } from '../../../../../domain/entities/evaluation-recipe.ts'
import type { FaultDetail } from '../../../../../domain/fault.ts'
import { Name } from '../../../../../domain/fields.ts'
import { describeIssue } from '../../../../../domain/rules/describe-issue.ts'
import { findEvaluationProblems } from '../../../../../domain/rules/evaluation-problems.ts'
import type { Typed } from '../../../../parts/form/read-number.ts'
import { whyNoNumber } from '../../editing/typed.ts'
import { type Draft, evaluationOf } from './draft.ts'
import { valueAt } from './editor.ts'

/**
 * Find what keeps a draft from being saved, each at its field, as the service would say it: missing and impossible values
 * first, then what they lead to together (VAL-015, VAL-020, VAL-021).
 */
export function findDraftProblems(draft: Draft): FaultDetail[] {
  const named = (v.safeParse(Name, draft.name).issues ?? [])
    .slice(0, 1)
    .map((issue) => toProblem(draft, 'name', issue))
  const read = v.safeParse(Evaluation, evaluationOf(draft))
  if (read.success) return [...named, ...findEvaluationProblems(read.output)]
  const places = new Set<string>()
  const first = read.issues.flatMap((issue) => {
    const field = `evaluation.${v.getDotPath(issue) ?? ''}`
    if (places.has(field)) return []
    places.add(field)
    return toProblem(draft, field, issue)
  })
  return [...named, ...first]
}

function toProblem(draft: Draft, field: string, issue: v.BaseIssue<unknown>): FaultDetail {
  if (issue.type === 'number' && Number.isNaN(issue.input)) {
    return whyNoNumber(field, valueAt(draft, field) as Typed)
  }
  const limits = limitsOf(field)
  if (limits && (issue.type === 'min_value' || issue.type === 'max_value')) {
    const message = `Between ${limits.min} and ${limits.max}`
    return { code: 'invalid', reason: 'out_of_range', message, field, params: { ...limits } }
  }
  return { code: 'invalid', field, ...describeIssue(issue) }
}

/** Return the limits of a number by the place of its field. */
export function limitsOf(field: string): { min: number; max: number } | null {
  const { cq, factor, ntc_distance, minutes_per_reading, share } = evaluationLimits
  if (/\.cq_(max|min|review)$|\.positive_cq\./.test(field)) return cq
  if (field.endsWith('.factor')) return factor
  if (field.endsWith('.ntc_distance')) return ntc_distance
  if (field.endsWith('.minutes_per_reading')) return minutes_per_reading
  return field.includes('.matrix.') ? share : null
}
