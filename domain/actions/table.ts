import type { AnalysisStatus } from '../entities/analysis.ts'
import type { LotState } from '../entities/bkit-lot.ts'
import type { CertificateStatus } from '../entities/certificate.ts'
import type { NotificationStatus, OutgoingStatus } from '../entities/notification.ts'
import type { HoldStatus, NoticeStatus, RecallStatus } from '../entities/recall.ts'
import { analysisActions } from './analysis.ts'
import { auditReviewActions, type ReviewState } from './audit-review.ts'
import { calibrationActions, type CalibrationState } from './calibration.ts'
import { certificateActions } from './certificate.ts'
import { commissioningActions, type CommissioningState } from './commissioning.ts'
import { companyActions, type CompanyState } from './company.ts'
import { deviceActions, type DeviceLife } from './device.ts'
import { labLotActions, type LabLotState, lotActions } from './lot.ts'
import { methodActions, type MethodKind, type MethodState } from './method.ts'
import { dyeCalibrationActions, type DyeCalibrationState } from './dye-calibration.ts'
import { emailActions, notificationActions } from './outgoing.ts'
import { type VersionState, versionActions } from './recipe-version.ts'
import { recallActions, recallHoldActions, recallNoticeActions } from './recall.ts'
import { publicationRequestActions, type RequestState } from './publication.ts'
import { studyActions, type StudyState } from './study.ts'
import { personActions, reviewerActions, type Standing } from './person.ts'

/**
 * Every action with a record that has states, by its kind. A person has two flags and a recipe has versions, with actions
 * of their own.
 */
export const actions = {
  analysis: analysisActions,
  audit_review: auditReviewActions,
  bkit_lot: lotActions,
  calibration: calibrationActions,
  certificate: certificateActions,
  commissioning: commissioningActions,
  company: companyActions,
  device: deviceActions,
  dye_calibration: dyeCalibrationActions,
  email: emailActions,
  lab_lot: labLotActions,
  notification: notificationActions,
  person: personActions,
  recipe_version: versionActions,
  recall: recallActions,
  recall_hold: recallHoldActions,
  recall_notice: recallNoticeActions,
  publication_request: publicationRequestActions,
  reviewer: reviewerActions,
  study: studyActions,
  ...methodActions,
} as const

export type ActionKind = keyof typeof actions
export type ActionName<Kind extends ActionKind> = keyof (typeof actions)[Kind] & string

/** States of the kinds, also those from which no action is possible. */
interface States extends Record<MethodKind, MethodState> {
  analysis: AnalysisStatus
  audit_review: ReviewState
  bkit_lot: LotState
  calibration: CalibrationState
  certificate: CertificateStatus
  commissioning: CommissioningState
  company: CompanyState
  device: DeviceLife
  dye_calibration: DyeCalibrationState
  email: OutgoingStatus
  lab_lot: LabLotState
  notification: NotificationStatus
  person: Standing
  recipe_version: VersionState
  recall: RecallStatus
  recall_hold: HoldStatus
  recall_notice: NoticeStatus
  publication_request: RequestState
  reviewer: Standing
  study: StudyState
}
export type StateOf<Kind extends ActionKind> = States[Kind]
