import * as v from 'valibot'
import { analysisActions } from '../actions/analysis.ts'
import { post, search } from '../call.ts'
import { Analysis } from '../entities/analysis.ts'
import { Company } from '../entities/company.ts'
import { RemovalPart, Retention } from '../entities/retention.ts'
import { Timestamp } from '../fields.ts'
import { byId, Reason } from './shapes.ts'

const Count = v.pipe(v.number(), v.integer(), v.minValue(0))

/** Removal that a setting would lead to, by the year of the last change; nothing is removed by asking. */
const RemovalPreview = v.strictObject({
  /** Earliest moment of the removal: the notice comes 30 days before. */
  due_at: Timestamp,
  parts: v.array(
    v.strictObject({
      ...RemovalPart.entries,
      years: v.array(v.strictObject({ year: v.number(), count: Count, bytes: Count })),
    }),
  ),
  /** Number of analyses past their age that are not removed, each counted under the first reason that applies. */
  kept: v.strictObject({ signed: Count, held: Count, decided: Count, named: Count }),
})
export type RemovalPreview = v.InferOutput<typeof RemovalPreview>

/** Calls about how long a company keeps its data, and about holds on what must not be removed (decision 59). */
export const retentionCalls = {
  /** Dry run in the own company: what would be removed. */
  preview: search('/companies/retention/preview', {
    needs: 'companies.edit',
    body: Retention,
    data: RemovalPreview,
    timeout: 60_000,
  }),
  /** Takes an announced removal back: the next one is announced again, 30 days before. */
  set: post('/companies/retention', {
    needs: 'companies.edit',
    person: true,
    body: v.strictObject({
      ...Retention.entries,
      reason: Reason,
      base: v.optional(Timestamp),
    }),
    data: Company,
  }),
  /** Hold all data of the own company. */
  hold: post('/companies/legal_hold', {
    needs: 'companies.edit',
    person: true,
    body: v.strictObject({ on: v.boolean(), reason: Reason }),
    data: Company,
  }),
  /** Hold one analysis, or lift its hold. */
  holdAnalysis: post('/analysis/legal_hold/:id', {
    needs: analysisActions.hold.needs,
    person: true,
    params: byId,
    body: v.strictObject({ on: v.boolean(), reason: Reason }),
    data: Analysis,
  }),
}
