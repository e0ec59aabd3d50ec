import type * as v from 'valibot'
import { alarm } from './entities/alarm.ts'
import { analysis } from './entities/analysis.ts'
import { apiKey } from './entities/api-key.ts'
import { application } from './entities/application.ts'
import { attachment } from './entities/attachment.ts'
import { auditMark, auditReview } from './entities/audit-review.ts'
import { autoTest } from './entities/auto-test.ts'
import { bkernel } from './entities/bkernel.ts'
import { bkit } from './entities/bkit.ts'
import { bkitLot } from './entities/bkit-lot.ts'
import { calibration } from './entities/calibration.ts'
import { certificate } from './entities/certificate.ts'
import { closing } from './entities/closing.ts'
import { command } from './entities/command.ts'
import { commissioning } from './entities/commissioning.ts'
import { company } from './entities/company.ts'
import { contextAttribute } from './entities/context-attribute.ts'
import { device } from './entities/device.ts'
import { dyeCalibration } from './entities/dye-calibration.ts'
import { email } from './entities/email.ts'
import { evaluationRecipe } from './entities/evaluation-recipe.ts'
import { founding } from './entities/founding.ts'
import { globalRecipe } from './entities/global-recipe.ts'
import { handout } from './entities/handout.ts'
import { instrument } from './entities/instrument.ts'
import { instrumentType } from './entities/instrument-type.ts'
import { labLot } from './entities/lab-lot.ts'
import { delivery, notification } from './entities/notification.ts'
import { processRecipe } from './entities/process-recipe.ts'
import { profile } from './entities/profile.ts'
import { protocol } from './entities/protocol.ts'
import { recall, recallHold, recallNotice } from './entities/recall.ts'
import { publication, publicationRequest } from './entities/publication.ts'
import { recipe } from './entities/recipe.ts'
import { report } from './entities/report.ts'
import { signIn } from './entities/sign-in.ts'
import { study } from './entities/study.ts'
import { swarm } from './entities/swarm.ts'
import { user } from './entities/user.ts'
import { userSettings } from './entities/user-settings.ts'
import type { EntityFacts } from './entity.ts'

/** Every kind of stored record. */
export const entities = [
  alarm,
  analysis,
  apiKey,
  application,
  attachment,
  auditMark,
  auditReview,
  autoTest,
  bkernel,
  bkit,
  bkitLot,
  calibration,
  certificate,
  closing,
  command,
  commissioning,
  company,
  contextAttribute,
  delivery,
  device,
  dyeCalibration,
  email,
  evaluationRecipe,
  founding,
  globalRecipe,
  handout,
  instrument,
  instrumentType,
  labLot,
  notification,
  processRecipe,
  profile,
  protocol,
  recall,
  recallHold,
  recallNotice,
  publication,
  publicationRequest,
  recipe,
  report,
  signIn,
  study,
  swarm,
  user,
  userSettings,
] as const

type Entity = (typeof entities)[number]

export type Kind = Entity['kind']

/** The record of each kind, as its schema says. */
type Bodies = { [One in Entity as One['kind']]: v.InferOutput<One['schema']> }

/** A record of a kind as the store keeps it: its schema was the last gate before it was written. */
export type Stored<Of extends Kind = Kind> = Bodies[Of]

export const kinds = entities.map((entry) => entry.kind)

const byKind = new Map<string, EntityFacts>(entities.map((entry) => [entry.kind, entry]))

/** Return the facts of a kind; throws for an unknown one, which is a programming error. */
export function entityOf(kind: string): EntityFacts {
  const facts = byKind.get(kind)
  if (!facts) throw new Error(`unknown kind of record: ${kind}`)
  return facts
}
