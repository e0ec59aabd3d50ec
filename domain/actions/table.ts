import type { AnalysisStatus } from '../entities/analysis.ts'
import type { CertificateStatus } from '../entities/certificate.ts'
import type { OutgoingStatus } from '../entities/notification.ts'
import { analysisActions } from './analysis.ts'
import { certificateActions } from './certificate.ts'
import { companyActions, type CompanyState } from './company.ts'
import { deviceActions, type DeviceLife } from './device.ts'
import { methodActions, type MethodKind, type MethodState } from './method.ts'
import { emailActions, notificationActions } from './outgoing.ts'
import { publicationRequestActions, type RequestState } from './publication.ts'
import { personActions, reviewerActions, type Standing } from './person.ts'

/** Every action with a record that has states, by its kind. A person has two flags, each with actions of its own. */
export const actions = {
  analysis: analysisActions,
  certificate: certificateActions,
  company: companyActions,
  device: deviceActions,
  email: emailActions,
  notification: notificationActions,
  person: personActions,
  publication_request: publicationRequestActions,
  reviewer: reviewerActions,
  ...methodActions,
} as const

export type ActionKind = keyof typeof actions
export type ActionName<Kind extends ActionKind> = keyof (typeof actions)[Kind] & string

/** States of the kinds, also those from which no action is possible. */
interface States extends Record<MethodKind, MethodState> {
  analysis: AnalysisStatus
  certificate: CertificateStatus
  company: CompanyState
  device: DeviceLife
  email: OutgoingStatus
  notification: OutgoingStatus
  person: Standing
  publication_request: RequestState
  reviewer: Standing
}
export type StateOf<Kind extends ActionKind> = States[Kind]
