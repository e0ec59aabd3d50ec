import type { Kind } from '../../domain/registry.ts'
import { type AlarmChange, alarmPlanners } from './alarms/alarm-changes.ts'
import { type AliasChange, aliasPlanners } from './alias-changes.ts'
import { type AnalysisChange, analysisPlanners } from './analysis-changes.ts'
import { type AuditReviewChange, auditReviewPlanners } from './audit-review-changes.ts'
import { type ClosingChange, closingPlanners } from './closing-changes.ts'
import { type CommissioningChange, commissioningPlanners } from './commissioning-changes.ts'
import { type By, defined, mustSee } from './by.ts'
import { type CalibrationChange, calibrationPlanners } from './calibration-changes.ts'
import { type CertificateChange, certificatePlanners } from './certificate-changes.ts'
import { type DyeCalibrationChange, dyeCalibrationPlanners } from './dye-calibration-changes.ts'
import { type FoundingChange, foundingPlanners } from './founding-changes.ts'
import { type HandOverChange, handOverPlanners } from './hand-over.ts'
import { type LabLotChange, labLotPlanners } from './lab-lot-changes.ts'
import { type LotChange, lotPlanners } from './lot-changes.ts'
import { type MaterialChange, materialPlanners } from './material-changes.ts'
import { type MethodChange, methodPlanners } from './method-changes.ts'
import { type OrganisationChange, organisationPlanners } from './organisation-changes.ts'
import { type OutgoingChange, outgoingPlanners } from './outgoing-changes.ts'
import { type LanChange, lanPlanners } from './lan-changes.ts'
import { type OriginChange, originPlanners } from './origin-changes.ts'
import { type PeopleChange, peoplePlanners } from './people-changes.ts'
import type { Planners } from './planner.ts'
import type { PlannedOperation, StoredBody } from './operations.ts'
import { type RecipeVersionChange, recipeVersionPlanners } from './recipe-version-changes.ts'
import { type RecordChange, recordPlanners } from './record-changes.ts'
import { type RecallAnswerChange, recallAnswerPlanners } from './recall-answers.ts'
import { type RecallChange, recallPlanners } from './recall-changes.ts'
import { type PublicationChange, publicationPlanners } from './publication-changes.ts'
import {
  type PublicationRequestChange,
  publicationRequestPlanners,
} from './publication-request-changes.ts'
import { type ReportChange, reportPlanners } from './report-changes.ts'
import { type StudyChange, studyPlanners } from './study-changes.ts'
import { type RetentionChange, retentionPlanners } from './retention/retention-changes.ts'
import { type RolloutChange, rolloutPlanners } from './rollouts/rollout-changes.ts'
import { type TogetherChange, togetherPlanners } from './together-changes.ts'
import { type SwarmChange, swarmPlanners } from './swarm-changes.ts'
import type { Sql } from './sql.ts'

/** A change by name; plain data, so that it can cross to the object. */
export type Change =
  | AlarmChange
  | AnalysisChange
  | AliasChange
  | AuditReviewChange
  | CalibrationChange
  | CertificateChange
  | ClosingChange
  | CommissioningChange
  | DyeCalibrationChange
  | FoundingChange
  | OutgoingChange
  | RecallAnswerChange
  | RecallChange
  | ReportChange
  | StudyChange
  | RetentionChange
  | HandOverChange
  | LabLotChange
  | LanChange
  | LotChange
  | MethodChange
  | OrganisationChange
  | OriginChange
  | PeopleChange
  | PublicationChange
  | PublicationRequestChange
  | MaterialChange
  | RecipeVersionChange
  | RecordChange
  | RolloutChange
  | SwarmChange
  | TogetherChange
  /** Writes a whole record, new or known: what the operator puts, and new users. */
  | {
      type: 'put'
      kind: Exclude<Kind, 'analysis' | 'command'>
      uuid: string
      body: StoredBody
      /** Fields that a new record begins with and a known one keeps as they are. */
      initial?: StoredBody
      /** A record that is there stays as it is: what people have changed since is theirs. */
      once?: boolean
    }
  /** Sets some fields of a record that is there. */
  | { type: 'patch'; kind: 'device' | 'user'; uuid: string; patch: StoredBody }

/** Each change with the rules that turn it into operations. */
const planners: Planners<Change> = {
  ...alarmPlanners,
  ...materialPlanners,
  ...rolloutPlanners,
  ...analysisPlanners,
  ...aliasPlanners,
  ...auditReviewPlanners,
  ...calibrationPlanners,
  ...certificatePlanners,
  ...closingPlanners,
  ...commissioningPlanners,
  ...dyeCalibrationPlanners,
  ...foundingPlanners,
  ...outgoingPlanners,
  ...recallAnswerPlanners,
  ...recallPlanners,
  ...reportPlanners,
  ...retentionPlanners,
  ...handOverPlanners,
  ...labLotPlanners,
  ...lanPlanners,
  ...lotPlanners,
  ...methodPlanners,
  ...organisationPlanners,
  ...recipeVersionPlanners,
  ...originPlanners,
  ...peoplePlanners,
  ...publicationPlanners,
  ...publicationRequestPlanners,
  ...recordPlanners,
  ...studyPlanners,
  ...swarmPlanners,
  ...togetherPlanners,
  put: (_sql, change, _by, at) => ({
    kind: change.kind,
    uuid: change.uuid,
    action: `${change.kind}.put`,
    change: (before) =>
      change.once && before
        ? before
        : {
            ...change.initial,
            ...pickKnown(before, change.initial ?? {}),
            ...change.body,
            uuid: change.uuid,
            created_at: before?.['created_at'] ?? at,
          },
  }),
  patch: (_sql, change, by) => ({
    kind: change.kind,
    uuid: change.uuid,
    action: `${change.kind}.edit`,
    change: (before) => ({
      ...mustSee(change.kind, before, by.sight),
      ...defined(change.patch),
    }),
  }),
}

/**
 * Plan the operations that make a change; the first one's record is the answer. Runs in the transaction in which they
 * are applied: all of them or none.
 */
export function planChange(
  sql: Sql,
  change: Change,
  by: By,
  at: string,
): PlannedOperation | PlannedOperation[] {
  // Cast, since each planner was checked against its own change above, and the name finds the right one.
  const plan = planners[change.type] as Planners<Change>[never] as (
    ...given: [Sql, Change, By, string]
  ) => PlannedOperation | PlannedOperation[]
  return plan(sql, change, by, at)
}

/** Pick from a known record the fields named by `initial`. */
function pickKnown(before: StoredBody | null, initial: StoredBody): StoredBody {
  if (!before) return {}
  return Object.fromEntries(
    Object.keys(initial)
      .filter((name) => name in before)
      .map((name) => [name, before[name]]),
  )
}
