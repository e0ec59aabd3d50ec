import type { Company } from '../../../domain/entities/company.ts'
import type { RemovalPlan, RemovedPart, Retention } from '../../../domain/entities/retention.ts'
import { Fault } from '../../../domain/fault.ts'
import { allow } from '../allow.ts'
import { type By, mustSee } from '../by.ts'
import { authorOf, type PlannedOperation } from '../operations.ts'
import type { Planners } from '../planner.ts'
import { checkBase } from '../record-changes.ts'
import type { Removable } from './find-removable.ts'

/** Changes that people make to how long data is kept (decision 59). The service removes by the functions below. */
export type RetentionChange =
  | {
      type: 'company.retention'
      uuid: string
      retention: Retention
      reason: string
      base: string | undefined
    }
  | { type: 'company.hold'; uuid: string; reason: string }
  | { type: 'company.lift_hold'; uuid: string; reason: string }
  | AnalysisHoldChange

export type AnalysisHoldChange =
  | { type: 'analysis.hold'; uuid: string; reason: string }
  | { type: 'analysis.liftHold'; uuid: string; reason: string }

export const retentionPlanners: Planners<RetentionChange> = {
  'company.retention': (_sql, { type, uuid, retention, reason, base }, by) => ({
    kind: 'company',
    uuid,
    action: type,
    reason,
    change: (before) => {
      const company = mustSee('company', before, by.sight)
      checkBase(company, base, { retention })
      // Announce the next removal again, since people were notified by the earlier setting.
      return { ...withoutPlan(company), retention }
    },
  }),
  'company.hold': (_sql, change, by, at) => ({
    ...named('company', change),
    change: (before) => {
      const company = mustSee('company', before, by.sight)
      if (company.legal_hold) throw refused('legal_hold', 'The company is on legal hold already')
      return { ...withoutPlan(company), legal_hold: holdBy(by, at, change.reason) }
    },
  }),
  'company.lift_hold': (_sql, change, by) => ({
    ...named('company', change),
    change: (before) => {
      const { legal_hold: held, ...company } = mustSee('company', before, by.sight)
      if (!held) throw refused('no_legal_hold', 'The company is not on legal hold')
      return company
    },
  }),
  'analysis.hold': (_sql, change, by, at) => ({
    ...named('analysis', change),
    change: (before) => ({
      ...allow('hold', before, by, change.reason),
      legal_hold: holdBy(by, at, change.reason),
    }),
  }),
  'analysis.liftHold': (_sql, change, by) => ({
    ...named('analysis', change),
    change: (before) => {
      const { legal_hold: _lifted, ...analysis } = allow('liftHold', before, by, change.reason)
      return analysis
    },
  }),
}

function named<Of extends 'analysis' | 'company'>(
  kind: Of,
  { type: action, uuid, reason }: Extract<RetentionChange, { type: `${Of}.${string}` }>,
) {
  return { kind, uuid, action, reason }
}

function holdBy({ actor }: By, at: string, reason: string) {
  return { ...authorOf(actor), at, reason }
}

function refused(reason: 'legal_hold' | 'no_legal_hold', message: string): Fault {
  return new Fault('refused', message, { reason })
}

function withoutPlan(company: Company): Omit<Company, 'removal_plan'> {
  const { removal_plan: _plan, ...rest } = company
  return rest
}

/** Plan the operation that writes down which removal is announced; null takes an announced one back. */
export function planAnnouncement(
  uuid: string,
  plan: RemovalPlan | null,
): PlannedOperation<'company'> {
  return {
    kind: 'company',
    uuid,
    action: plan ? 'company.plan_removal' : 'company.withdraw_removal',
    change: (before) => before && { ...withoutPlan(before), ...(plan && { removal_plan: plan }) },
  }
}

/** Plan the operation that writes down what was removed. */
export function planRemoved(
  uuid: string,
  parts: RemovedPart[],
  at: string,
): PlannedOperation<'company'> {
  return {
    kind: 'company',
    uuid,
    action: 'company.remove',
    change: (before) => before && { ...withoutPlan(before), last_removal: { at, parts } },
  }
}

/** Plan the operations that remove a record, and what goes with it. Of a self-test only the pictures go. */
export function planRemoval({ kind, uuid, reports }: Removable): PlannedOperation[] {
  const of = { kind, uuid, reason: why }
  if (kind === 'auto_test') {
    const change: PlannedOperation['change'] = (before) => before && { ...before, assets: [] }
    return [{ ...of, action: 'auto_test.remove_pictures', change }]
  }
  const action = kind === 'analysis' ? 'analysis.expire' : (`${kind}.delete` as const)
  const beside = reports.map((report): PlannedOperation => ({
    kind: 'report',
    uuid: report,
    action: 'report.delete',
    reason: why,
    change: () => null,
  }))
  return [{ ...of, action, change: () => null }, ...beside]
}

/** Reason in these entries: the company's setting, whose own entry has the words of a person. */
const why = 'retention'
