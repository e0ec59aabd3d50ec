import { type Context, Hono } from 'hono'
import { routePath } from 'hono/route'
import { Fault } from '../domain/fault.ts'
import { isOverloaded, overloaded } from './requests/admission.ts'
import { apiKeys } from './handlers/api-keys.ts'
import { about } from './handlers/about.ts'
import { alarms } from './handlers/alarms.ts'
import { analysis } from './handlers/analysis.ts'
import { audit } from './handlers/audit.ts'
import { closings } from './handlers/closings.ts'
import { companies } from './handlers/companies.ts'
import { contextAttributes } from './handlers/context-attributes.ts'
import { partners } from './handlers/partners.ts'
import { visits } from './handlers/visits.ts'
import { permissionMatrix, profiles } from './handlers/profiles.ts'
import { certificates } from './handlers/certificates.ts'
import { developer } from './handlers/developer.ts'
import { deviceCommands } from './handlers/device-commands.ts'
import { deviceLink } from './handlers/device-link.ts'
import { dyeCalibrations } from './handlers/dye-calibrations.ts'
import { emails } from './handlers/emails.ts'
import { notifications } from './handlers/notifications.ts'
import { reports } from './handlers/reports.ts'
import { retention } from './handlers/retention.ts'
import { signTogether } from './handlers/sign-together.ts'
import { signingPin } from './handlers/signing-pin.ts'
import { results, samples } from './handlers/results.ts'
import { trash } from './handlers/trash.ts'
import { assets } from './handlers/assets.ts'
import { attachments } from './handlers/attachments.ts'
import { bkernels } from './handlers/bkernels.ts'
import { bkits } from './handlers/bkits.ts'
import { calibrations } from './handlers/calibrations.ts'
import { commissionings } from './handlers/commissionings.ts'
import { deviceReports } from './handlers/device-reports.ts'
import { instrumentTypes } from './handlers/instrument-types.ts'
import { identityProvider } from './handlers/identity-provider.ts'
import { instruments } from './handlers/instruments.ts'
import { devices } from './handlers/devices.ts'
import { applications } from './handlers/applications.ts'
import { evaluationRecipes } from './handlers/evaluation-recipes.ts'
import { foundings } from './handlers/foundings.ts'
import { globalRecipes } from './handlers/global-recipes.ts'
import { lanPass } from './handlers/lan-pass.ts'
import { labLots, lots } from './handlers/lots.ts'
import { live } from './handlers/live.ts'
import { processRecipes } from './handlers/process-recipes.ts'
import { protocols } from './handlers/protocols.ts'
import { recalls } from './handlers/recalls.ts'
import { publications } from './handlers/publications.ts'
import { recipes } from './handlers/recipes.ts'
import { operator } from './handlers/operator.ts'
import { operatorStore } from './handlers/operator-store.ts'
import { passwords } from './handlers/passwords.ts'
import { scimSettings } from './handlers/scim.ts'
import { webhooks } from './handlers/webhooks.ts'
import { session } from './handlers/session.ts'
import { sso } from './handlers/sso.ts'
import { twoStep } from './handlers/two-step.ts'
import { sync } from './handlers/sync.ts'
import { studies } from './handlers/studies.ts'
import { swarms } from './handlers/swarms.ts'
import { handOver } from './handlers/hand-over.ts'
import { users } from './handlers/users.ts'
import { why } from './handlers/why.ts'
import { openLiveSocket } from './live/upgrade.ts'
import { logFailure } from './log.ts'
import { checkRegion } from './middleware/region.ts'
import { secureHeaders } from './middleware/secure-headers.ts'
import { mountAll } from './mount.ts'
import { sendApiPage, sendOpenApi } from './openapi/routes.ts'
import { scim } from './scim/routes.ts'
import { isStoreFull, storeFull } from './store-full.ts'

export const app = new Hono<{ Bindings: Env }>()

app.use('*', secureHeaders)
app.use('/v3/*', checkRegion)
app.use('/scim/*', checkRegion)
app.route('/scim/v2', scim)
app.get('/v3/live/:company', openLiveSocket)
app.get('/v3/openapi.json', sendOpenApi)
app.get('/v3/docs', sendApiPage)
app.get('/api/*', relocateHelpDesk)

mountAll(app, {
  about,
  session,
  password: passwords,
  twoStep,
  apiKey: apiKeys,
  scim: scimSettings,
  webhook: webhooks,
  sso,
  alarm: alarms,
  analysis,
  audit,
  device: devices,
  deviceCommand: deviceCommands,
  asset: assets,
  attachment: attachments,
  bkernel: bkernels,
  bkit: bkits,
  calibration: calibrations,
  commissioning: commissionings,
  deviceReport: deviceReports,
  instrumentType: instrumentTypes,
  identityProvider,
  instrument: instruments,
  deviceLink,
  certificate: certificates,
  notification: notifications,
  dyeCalibration: dyeCalibrations,
  email: emails,
  report: reports,
  retention,
  signTogether,
  signingPin,
  result: results,
  sample: samples,
  trash,
  developer,
  labLot: labLots,
  lanPass,
  lot: lots,
  live,
  sync,
  user: users,
  handOver,
  profile: profiles,
  permission: permissionMatrix,
  publication: publications,
  operator,
  operatorStore,
  application: applications,
  protocol: protocols,
  recall: recalls,
  recipe: recipes,
  founding: foundings,
  globalRecipe: globalRecipes,
  processRecipe: processRecipes,
  evaluationRecipe: evaluationRecipes,
  study: studies,
  swarm: swarms,
  closing: closings,
  company: companies,
  partner: partners,
  visit: visits,
  contextAttribute: contextAttributes,
  why,
})

app.notFound((c) => sendFault(c, new Fault('not_found', 'No such call')))

/** The one catch: Faults go out as they are; anything else is a bug, logged here and told as `internal`. */
app.onError((error, c) => {
  if (error instanceof Fault) return sendFault(c, error)
  if (isOverloaded(error)) return sendFault(c, overloaded())
  const request = crypto.randomUUID()
  logFailure(`${request} ${c.req.method} ${routePath(c, -1)}`, error)
  if (isStoreFull(error)) return sendFault(c, storeFull())
  return sendFault(c, new Fault('internal', 'Something went wrong', { params: { request } }))
})

function sendFault(c: Context, fault: Fault): Response {
  if (fault.retryAfterMs > 0) c.header('Retry-After', String(fault.retryAfterMs / 1000))
  return c.json({ ok: false, errors: fault.details }, fault.status as 400)
}

/**
 * Redirect addresses under `/api/` to the help desk, which has moved to a host of its own, with the same path and query
 * (spec section 2, decisions D55). The host is the configured one, never that of the request; without one the answer is
 * `not_found`. Requests that would change something are not forwarded.
 */
function relocateHelpDesk(c: Context<{ Bindings: Env }>): Response {
  const { pathname, search } = new URL(c.req.url)
  const { HELPDESK_URL: desk } = c.env
  if (!desk) return c.redirect('/404', 302)
  const address = new URL(desk)
  address.username = ''
  address.password = ''
  address.hash = ''
  // Set the path here, by which nobody can reach another host, even when it begins with two slashes.
  address.pathname = pathname
  address.search = search
  return c.redirect(address.href, 302)
}
