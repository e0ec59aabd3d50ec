import { regional } from '../regional.ts'
import type { Place } from '../regional.ts'
import type { Bus } from './bus-api.ts'
import type { LiveHub } from './LiveHub.ts'

/** Environment of the embedded bus. */
export interface LiveBusEnv extends Place {
  LIVE_HUB: DurableObjectNamespace<LiveHub>
  NATS_URL?: string
}

/** Open the bus of a company: on its embedded hub, which passes everything on where a NATS server is configured. */
export function liveBus(env: LiveBusEnv, company: string): Bus {
  const hub = regional(env.LIVE_HUB, env, company)
  return {
    publish: async (subject, payload) => hub.publish(subject, payload),
    request: async (subject, payload, timeoutMs, headers) =>
      hub.request(subject, payload, timeoutMs, headers),
    disconnect: async (...who) => hub.disconnect(...who),
    connected: async () => hub.connected(),
    // The embedded hub learns all it needs from the token itself.
    admit: async (token) => {
      if (env.NATS_URL) await hub.admit(token)
    },
  }
}
