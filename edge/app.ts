import { type Context, Hono } from 'hono'
import { aboutCalls } from '../domain/calls/about.ts'
import { analysisCalls } from '../domain/calls/analysis.ts'
import { deviceLinkCalls } from '../domain/calls/device-link.ts'
import { deviceCalls } from '../domain/calls/devices.ts'
import { liveCalls } from '../domain/calls/live.ts'
import {
  applicationCalls,
  companyCalls,
  evaluationRecipeCalls,
  processRecipeCalls,
  protocolCalls,
  recipeCalls,
  swarmCalls,
} from '../domain/calls/methods.ts'
import { operatorCalls } from '../domain/calls/operator.ts'
import { sessionCalls } from '../domain/calls/session.ts'
import { syncCalls } from '../domain/calls/sync.ts'
import { profileCalls, userCalls } from '../domain/calls/users.ts'
import { application } from '../domain/entities/application.ts'
import { company } from '../domain/entities/company.ts'
import { evaluationRecipe } from '../domain/entities/evaluation-recipe.ts'
import { processRecipe } from '../domain/entities/process-recipe.ts'
import { profile } from '../domain/entities/profile.ts'
import { protocol } from '../domain/entities/protocol.ts'
import { recipe } from '../domain/entities/recipe.ts'
import { swarm } from '../domain/entities/swarm.ts'
import { Fault } from '../domain/fault.ts'
import { about } from './handlers/about.ts'
import { analysis } from './handlers/analysis.ts'
import { deviceLink } from './handlers/device-link.ts'
import { devices } from './handlers/devices.ts'
import { live } from './handlers/live.ts'
import { operator } from './handlers/operator.ts'
import { readHandlers, searchHandler } from './handlers/reads.ts'
import { session } from './handlers/session.ts'
import { sync } from './handlers/sync.ts'
import { users } from './handlers/users.ts'
import { openLiveSocket } from './live/upgrade.ts'
import { checkRegion } from './middleware/region.ts'
import { secureHeaders } from './middleware/secure-headers.ts'
import { mount } from './mount.ts'

export const app = new Hono<{ Bindings: Env }>()

app.use('*', secureHeaders)
app.use('/v3/*', checkRegion)
app.get('/v3/live/:company', openLiveSocket)

mount(app, aboutCalls, about)
mount(app, sessionCalls, session)
mount(app, analysisCalls, analysis)
mount(app, deviceCalls, devices)
mount(app, deviceLinkCalls, deviceLink)
mount(app, liveCalls, live)
mount(app, syncCalls, sync)
mount(app, userCalls, users)
mount(app, profileCalls, { search: searchHandler(profile) })
mount(app, operatorCalls, operator)
mount(app, applicationCalls, readHandlers(application))
mount(app, protocolCalls, readHandlers(protocol))
mount(app, recipeCalls, readHandlers(recipe))
mount(app, processRecipeCalls, readHandlers(processRecipe))
mount(app, evaluationRecipeCalls, readHandlers(evaluationRecipe))
mount(app, swarmCalls, readHandlers(swarm))
mount(app, companyCalls, { search: searchHandler(company) })

app.notFound((c) => sendFault(c, new Fault('not_found', 'No such call')))

/** The one catch: Faults go out as they are; anything else is a bug, logged here and told as `internal`. */
app.onError((error, c) => {
  if (error instanceof Fault) return sendFault(c, error)
  const request = crypto.randomUUID()
  console.error(request, c.req.method, new URL(c.req.url).pathname, error)
  return sendFault(c, new Fault('internal', 'Something went wrong', { params: { request } }))
})

function sendFault(c: Context, fault: Fault): Response {
  return c.json({ ok: false, errors: fault.details }, fault.status as 400)
}
