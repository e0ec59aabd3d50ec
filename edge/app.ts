import { type Context, Hono } from 'hono'
import { apiKeyCalls } from '../domain/calls/api-keys.ts'
import { routePath } from 'hono/route'
import { aboutCalls } from '../domain/calls/about.ts'
import { analysisCalls } from '../domain/calls/analysis.ts'
import { auditCalls } from '../domain/calls/audit.ts'
import { companyCalls } from '../domain/calls/companies.ts'
import { contextAttributeCalls } from '../domain/calls/context-attributes.ts'
import { partnerCalls } from '../domain/calls/partners.ts'
import { permissionCalls, profileCalls } from '../domain/calls/profiles.ts'
import { swarmCalls } from '../domain/calls/swarms.ts'
import { certificateCalls } from '../domain/calls/certificates.ts'
import { emailCalls } from '../domain/calls/emails.ts'
import { developerCalls, notificationCalls } from '../domain/calls/notifications.ts'
import { reportCalls } from '../domain/calls/reports.ts'
import { resultCalls, sampleCalls } from '../domain/calls/results.ts'
import { trashCalls } from '../domain/calls/trash.ts'
import { deviceCommandCalls } from '../domain/calls/device-commands.ts'
import { deviceLinkCalls } from '../domain/calls/device-link.ts'
import { assetCalls } from '../domain/calls/assets.ts'
import { attachmentCalls } from '../domain/calls/attachments.ts'
import { bkernelCalls } from '../domain/calls/bkernels.ts'
import { bkitCalls } from '../domain/calls/bkits.ts'
import { calibrationCalls } from '../domain/calls/calibrations.ts'
import { deviceReportCalls } from '../domain/calls/device-reports.ts'
import { instrumentTypeCalls } from '../domain/calls/instrument-types.ts'
import { instrumentCalls } from '../domain/calls/instruments.ts'
import { deviceCalls } from '../domain/calls/devices.ts'
import { lanPassCalls } from '../domain/calls/lan.ts'
import { liveCalls } from '../domain/calls/live.ts'
import { applicationCalls } from '../domain/calls/applications.ts'
import { evaluationRecipeCalls } from '../domain/calls/evaluation-recipes.ts'
import { globalRecipeCalls } from '../domain/calls/global-recipes.ts'
import { processRecipeCalls } from '../domain/calls/process-recipes.ts'
import { protocolCalls } from '../domain/calls/protocols.ts'
import { recipeCalls } from '../domain/calls/recipes.ts'
import { operatorCalls } from '../domain/calls/operator.ts'
import { operatorStoreCalls } from '../domain/calls/operator-store.ts'
import { passwordCalls } from '../domain/calls/passwords.ts'
import { sessionCalls } from '../domain/calls/session.ts'
import { ssoCalls } from '../domain/calls/sso.ts'
import { twoStepCalls } from '../domain/calls/two-step.ts'
import { syncCalls } from '../domain/calls/sync.ts'
import { userCalls } from '../domain/calls/users.ts'
import { whyCalls } from '../domain/calls/why.ts'
import { Fault } from '../domain/fault.ts'
import { apiKeys } from './handlers/api-keys.ts'
import { about } from './handlers/about.ts'
import { analysis } from './handlers/analysis.ts'
import { audit } from './handlers/audit.ts'
import { companies } from './handlers/companies.ts'
import { contextAttributes } from './handlers/context-attributes.ts'
import { partners } from './handlers/partners.ts'
import { permissionMatrix, profiles } from './handlers/profiles.ts'
import { certificates } from './handlers/certificates.ts'
import { developer } from './handlers/developer.ts'
import { deviceCommands } from './handlers/device-commands.ts'
import { deviceLink } from './handlers/device-link.ts'
import { emails } from './handlers/emails.ts'
import { notifications } from './handlers/notifications.ts'
import { reports } from './handlers/reports.ts'
import { results, samples } from './handlers/results.ts'
import { trash } from './handlers/trash.ts'
import { assets } from './handlers/assets.ts'
import { attachments } from './handlers/attachments.ts'
import { bkernels } from './handlers/bkernels.ts'
import { bkits } from './handlers/bkits.ts'
import { calibrations } from './handlers/calibrations.ts'
import { deviceReports } from './handlers/device-reports.ts'
import { instrumentTypes } from './handlers/instrument-types.ts'
import { instruments } from './handlers/instruments.ts'
import { devices } from './handlers/devices.ts'
import { applications } from './handlers/applications.ts'
import { evaluationRecipes } from './handlers/evaluation-recipes.ts'
import { globalRecipes } from './handlers/global-recipes.ts'
import { lanPass } from './handlers/lan-pass.ts'
import { live } from './handlers/live.ts'
import { processRecipes } from './handlers/process-recipes.ts'
import { protocols } from './handlers/protocols.ts'
import { recipes } from './handlers/recipes.ts'
import { operator } from './handlers/operator.ts'
import { operatorStore } from './handlers/operator-store.ts'
import { passwords } from './handlers/passwords.ts'
import { session } from './handlers/session.ts'
import { sso } from './handlers/sso.ts'
import { twoStep } from './handlers/two-step.ts'
import { sync } from './handlers/sync.ts'
import { swarms } from './handlers/swarms.ts'
import { users } from './handlers/users.ts'
import { why } from './handlers/why.ts'
import { openLiveSocket } from './live/upgrade.ts'
import { logFailure } from './log.ts'
import { checkRegion } from './middleware/region.ts'
import { secureHeaders } from './middleware/secure-headers.ts'
import { mount } from './mount.ts'
import { sendApiPage, sendOpenApi } from './openapi/routes.ts'
import { relocateHelpDesk } from './relocate-help-desk.ts'
import { isStoreFull, storeFull } from './store-full.ts'

export const app = new Hono<{ Bindings: Env }>()

app.use('*', secureHeaders)
app.use('/v3/*', checkRegion)
app.get('/v3/live/:company', openLiveSocket)
app.get('/v3/openapi.json', sendOpenApi)
app.get('/v3/docs', sendApiPage)
app.get('/api/*', relocateHelpDesk)

mount(app, aboutCalls, about)
mount(app, sessionCalls, session)
mount(app, passwordCalls, passwords)
mount(app, twoStepCalls, twoStep)
mount(app, apiKeyCalls, apiKeys)
mount(app, ssoCalls, sso)
mount(app, analysisCalls, analysis)
mount(app, auditCalls, audit)
mount(app, deviceCalls, devices)
mount(app, deviceCommandCalls, deviceCommands)
mount(app, assetCalls, assets)
mount(app, attachmentCalls, attachments)
mount(app, bkernelCalls, bkernels)
mount(app, bkitCalls, bkits)
mount(app, calibrationCalls, calibrations)
mount(app, deviceReportCalls, deviceReports)
mount(app, instrumentTypeCalls, instrumentTypes)
mount(app, instrumentCalls, instruments)
mount(app, deviceLinkCalls, deviceLink)
mount(app, certificateCalls, certificates)
mount(app, notificationCalls, notifications)
mount(app, emailCalls, emails)
mount(app, reportCalls, reports)
mount(app, resultCalls, results)
mount(app, sampleCalls, samples)
mount(app, trashCalls, trash)
mount(app, developerCalls, developer)
mount(app, lanPassCalls, lanPass)
mount(app, liveCalls, live)
mount(app, syncCalls, sync)
mount(app, userCalls, users)
mount(app, profileCalls, profiles)
mount(app, permissionCalls, permissionMatrix)
mount(app, operatorCalls, operator)
mount(app, operatorStoreCalls, operatorStore)
mount(app, applicationCalls, applications)
mount(app, protocolCalls, protocols)
mount(app, recipeCalls, recipes)
mount(app, globalRecipeCalls, globalRecipes)
mount(app, processRecipeCalls, processRecipes)
mount(app, evaluationRecipeCalls, evaluationRecipes)
mount(app, swarmCalls, swarms)
mount(app, companyCalls, companies)
mount(app, partnerCalls, partners)
mount(app, contextAttributeCalls, contextAttributes)
mount(app, whyCalls, why)

app.notFound((c) => sendFault(c, new Fault('not_found', 'No such call')))

/** The one catch: Faults go out as they are; anything else is a bug, logged here and told as `internal`. */
app.onError((error, c) => {
  if (error instanceof Fault) return sendFault(c, error)
  const request = crypto.randomUUID()
  logFailure(`${request} ${c.req.method} ${routePath(c, -1)}`, error)
  if (isStoreFull(error)) return sendFault(c, storeFull())
  return sendFault(c, new Fault('internal', 'Something went wrong', { params: { request } }))
})

function sendFault(c: Context, fault: Fault): Response {
  return c.json({ ok: false, errors: fault.details }, fault.status as 400)
}
