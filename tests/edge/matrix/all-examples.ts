import type { Call } from '../../../domain/call.ts'
import { contract } from '../../../domain/contract.ts'
import { alarmExamples } from './alarms.ts'
import { analysisExamples, signTogetherExamples } from './analyses.ts'
import {
  aboutExamples,
  deviceLinkExamples,
  liveExamples,
  operatorExamples,
  syncExamples,
} from './devices-and-live.ts'
import {
  certificateExamples,
  developerExamples,
  emailExamples,
  notificationExamples,
  reportExamples,
  resultExamples,
  sampleExamples,
  trashExamples,
} from './paperwork.ts'
import { type Example, type ExampleFacts, factsOf } from './example.ts'
import { deviceCommandExamples } from './device-commands.ts'
import { dyeCalibrationExamples } from './dye-calibrations.ts'
import { lanPassExamples } from './lan.ts'
import { operatorStoreExamples } from './operator-store.ts'
import {
  assetExamples,
  calibrationExamples,
  commissioningExamples,
  deviceExamples,
  deviceReportExamples,
} from './devices.ts'
import {
  attachmentExamples,
  bkernelExamples,
  bkitExamples,
  instrumentExamples,
  instrumentTypeExamples,
  labLotExamples,
  lotExamples,
} from './material.ts'
import {
  applicationExamples,
  evaluationRecipeExamples,
  processRecipeExamples,
} from './method-parts.ts'
import {
  closingExamples,
  companyExamples,
  contextAttributeExamples,
  foundingExamples,
  partnerExamples,
  retentionExamples,
  visitExamples,
  swarmExamples,
  whyExamples,
} from './organisation.ts'
import { handOverExamples, permissionExamples, profileExamples, userExamples } from './people.ts'
import { protocolExamples } from './protocols.ts'
import { webhookExamples } from './webhooks.ts'
import { studyExamples } from './studies.ts'
import { recallExamples } from './recalls.ts'
import { globalRecipeExamples, publicationExamples, recipeExamples } from './recipes.ts'

import {
  apiKeyExamples,
  auditExamples,
  identityProviderExamples,
  scimExamples,
  passwordExamples,
  sessionExamples,
  signingPinExamples,
  ssoExamples,
  twoStepExamples,
} from './session.ts'

/** Examples of every group of the contract, by the group's name in domain/contract.ts. */
const examples: Record<string, Record<string, Example>> = {
  about: aboutExamples,
  apiKey: apiKeyExamples,
  audit: auditExamples,
  identityProvider: identityProviderExamples,
  scim: scimExamples,
  webhook: webhookExamples,
  password: passwordExamples,
  session: sessionExamples,
  signTogether: signTogetherExamples,
  signingPin: signingPinExamples,
  sso: ssoExamples,
  twoStep: twoStepExamples,
  alarm: alarmExamples,
  analysis: analysisExamples,
  recall: recallExamples,
  certificate: certificateExamples,
  developer: developerExamples,
  deviceLink: deviceLinkExamples,
  email: emailExamples,
  lanPass: lanPassExamples,
  live: liveExamples,
  notification: notificationExamples,
  operator: operatorExamples,
  operatorStore: operatorStoreExamples,
  report: reportExamples,
  result: resultExamples,
  sample: sampleExamples,
  sync: syncExamples,
  trash: trashExamples,
  asset: assetExamples,
  attachment: attachmentExamples,
  bkernel: bkernelExamples,
  bkit: bkitExamples,
  labLot: labLotExamples,
  lot: lotExamples,
  calibration: calibrationExamples,
  commissioning: commissioningExamples,
  device: deviceExamples,
  deviceCommand: deviceCommandExamples,
  deviceReport: deviceReportExamples,
  dyeCalibration: dyeCalibrationExamples,
  instrument: instrumentExamples,
  instrumentType: instrumentTypeExamples,
  closing: closingExamples,
  company: companyExamples,
  contextAttribute: contextAttributeExamples,
  founding: foundingExamples,
  partner: partnerExamples,
  retention: retentionExamples,
  visit: visitExamples,
  permission: permissionExamples,
  profile: profileExamples,
  study: studyExamples,
  swarm: swarmExamples,
  user: userExamples,
  handOver: handOverExamples,
  why: whyExamples,
  application: applicationExamples,
  evaluationRecipe: evaluationRecipeExamples,
  globalRecipe: globalRecipeExamples,
  processRecipe: processRecipeExamples,
  protocol: protocolExamples,
  publication: publicationExamples,
  recipe: recipeExamples,
}

export interface MatrixRow {
  name: string
  row: Call
  example: ExampleFacts | null
}

/** Every row of the contract with its example. */
export const matrixRows: readonly MatrixRow[] = Object.entries(contract).flatMap(([group, rows]) =>
  Object.entries(rows).map(([name, row]) => {
    const example = examples[group]?.[name]
    return { name: `${group}.${name}`, row, example: example ? factsOf(example) : null }
  }),
)

/** Rows of signed-in people. */
export const accountRows = matrixRows.filter(({ row }) => (row.caller ?? 'account') === 'account')
