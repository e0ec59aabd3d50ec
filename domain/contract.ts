import type { Call } from './call.ts'
import { aboutCalls } from './calls/about.ts'
import { analysisCalls } from './calls/analysis.ts'
import { deviceLinkCalls } from './calls/device-link.ts'
import { deviceCalls } from './calls/devices.ts'
import { liveCalls } from './calls/live.ts'
import {
  applicationCalls,
  companyCalls,
  evaluationRecipeCalls,
  processRecipeCalls,
  protocolCalls,
  recipeCalls,
  swarmCalls,
} from './calls/methods.ts'
import { operatorCalls } from './calls/operator.ts'
import { sessionCalls } from './calls/session.ts'
import { syncCalls } from './calls/sync.ts'
import { profileCalls, userCalls } from './calls/users.ts'

/** Every group of calls. The edge implements each row; tests loop over them. */
export const contract: Readonly<Record<string, Readonly<Record<string, Call>>>> = {
  about: aboutCalls,
  analysis: analysisCalls,
  application: applicationCalls,
  company: companyCalls,
  device: deviceCalls,
  deviceLink: deviceLinkCalls,
  evaluationRecipe: evaluationRecipeCalls,
  live: liveCalls,
  operator: operatorCalls,
  processRecipe: processRecipeCalls,
  profile: profileCalls,
  protocol: protocolCalls,
  recipe: recipeCalls,
  session: sessionCalls,
  swarm: swarmCalls,
  sync: syncCalls,
  user: userCalls,
}
