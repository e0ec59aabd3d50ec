import type { Call } from './call.ts'
import { alarmCalls } from './calls/alarms.ts'
import { apiKeyCalls } from './calls/api-keys.ts'
import { aboutCalls } from './calls/about.ts'
import { analysisCalls } from './calls/analysis.ts'
import { applicationCalls } from './calls/applications.ts'
import { assetCalls } from './calls/assets.ts'
import { attachmentCalls } from './calls/attachments.ts'
import { auditCalls } from './calls/audit.ts'
import { bkernelCalls } from './calls/bkernels.ts'
import { bkitCalls } from './calls/bkits.ts'
import { calibrationCalls } from './calls/calibrations.ts'
import { commissioningCalls } from './calls/commissionings.ts'
import { closingCalls } from './calls/closings.ts'
import { companyCalls } from './calls/companies.ts'
import { contextAttributeCalls } from './calls/context-attributes.ts'
import { certificateCalls } from './calls/certificates.ts'
import { dyeCalibrationCalls } from './calls/dye-calibrations.ts'
import { emailCalls } from './calls/emails.ts'
import { developerCalls, notificationCalls } from './calls/notifications.ts'
import { reportCalls } from './calls/reports.ts'
import { retentionCalls } from './calls/retention.ts'
import { resultCalls, sampleCalls } from './calls/results.ts'
import { trashCalls } from './calls/trash.ts'
import { deviceCommandCalls } from './calls/device-commands.ts'
import { deviceLinkCalls } from './calls/device-link.ts'
import { deviceReportCalls } from './calls/device-reports.ts'
import { deviceCalls } from './calls/devices.ts'
import { evaluationRecipeCalls } from './calls/evaluation-recipes.ts'
import { foundingCalls } from './calls/foundings.ts'
import { globalRecipeCalls } from './calls/global-recipes.ts'
import { instrumentTypeCalls } from './calls/instrument-types.ts'
import { instrumentCalls } from './calls/instruments.ts'
import { lanPassCalls } from './calls/lan.ts'
import { liveCalls } from './calls/live.ts'
import { labLotCalls, lotCalls } from './calls/lots.ts'
import { operatorCalls } from './calls/operator.ts'
import { operatorStoreCalls } from './calls/operator-store.ts'
import { partnerCalls } from './calls/partners.ts'
import { visitCalls } from './calls/visits.ts'
import { passwordCalls } from './calls/passwords.ts'
import { handOverCalls } from './calls/hand-over.ts'
import { identityProviderCalls } from './calls/identity-provider.ts'
import { processRecipeCalls } from './calls/process-recipes.ts'
import { publicationCalls } from './calls/publications.ts'
import { permissionCalls, profileCalls } from './calls/profiles.ts'
import { protocolCalls } from './calls/protocols.ts'
import { recallCalls } from './calls/recalls.ts'
import { recipeCalls } from './calls/recipes.ts'
import { scimCalls } from './calls/scim.ts'
import { webhookCalls } from './calls/webhooks.ts'
import { sessionCalls } from './calls/session.ts'
import { ssoCalls } from './calls/sso.ts'
import { signTogetherCalls } from './calls/sign-together.ts'
import { signingPinCalls } from './calls/signing-pin.ts'
import { studyCalls } from './calls/studies.ts'
import { swarmCalls } from './calls/swarms.ts'
import { twoStepCalls } from './calls/two-step.ts'
import { syncCalls } from './calls/sync.ts'
import { userCalls } from './calls/users.ts'
import { whyCalls } from './calls/why.ts'

type Groups = Readonly<Record<string, Readonly<Record<string, Call>>>>

const groups = {
  about: aboutCalls,
  alarm: alarmCalls,
  analysis: analysisCalls,
  apiKey: apiKeyCalls,
  application: applicationCalls,
  asset: assetCalls,
  attachment: attachmentCalls,
  audit: auditCalls,
  bkernel: bkernelCalls,
  bkit: bkitCalls,
  calibration: calibrationCalls,
  commissioning: commissioningCalls,
  closing: closingCalls,
  company: companyCalls,
  contextAttribute: contextAttributeCalls,
  device: deviceCalls,
  deviceCommand: deviceCommandCalls,
  dyeCalibration: dyeCalibrationCalls,
  certificate: certificateCalls,
  developer: developerCalls,
  deviceLink: deviceLinkCalls,
  email: emailCalls,
  notification: notificationCalls,
  report: reportCalls,
  retention: retentionCalls,
  result: resultCalls,
  sample: sampleCalls,
  trash: trashCalls,
  deviceReport: deviceReportCalls,
  evaluationRecipe: evaluationRecipeCalls,
  founding: foundingCalls,
  globalRecipe: globalRecipeCalls,
  handOver: handOverCalls,
  identityProvider: identityProviderCalls,
  instrument: instrumentCalls,
  instrumentType: instrumentTypeCalls,
  labLot: labLotCalls,
  lanPass: lanPassCalls,
  live: liveCalls,
  lot: lotCalls,
  operator: operatorCalls,
  operatorStore: operatorStoreCalls,
  partner: partnerCalls,
  visit: visitCalls,
  password: passwordCalls,
  permission: permissionCalls,
  processRecipe: processRecipeCalls,
  profile: profileCalls,
  publication: publicationCalls,
  protocol: protocolCalls,
  recall: recallCalls,
  recipe: recipeCalls,
  session: sessionCalls,
  signTogether: signTogetherCalls,
  signingPin: signingPinCalls,
  scim: scimCalls,
  webhook: webhookCalls,
  sso: ssoCalls,
  study: studyCalls,
  swarm: swarmCalls,
  sync: syncCalls,
  twoStep: twoStepCalls,
  user: userCalls,
  why: whyCalls,
} as const satisfies Groups

/** The groups with the type of each row: the edge has a handler for every row of every group, or does not compile. */
export type Contract = typeof groups

/** Every group of calls; tests loop over them. */
export const contract: Groups = groups
