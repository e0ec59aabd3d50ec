import { inTime, patience } from '../in-time.ts'
import { regional } from '../regional.ts'
import type { Place } from '../regional.ts'
import type { Bus, Reply } from './bus-api.ts'
import type { LiveHub } from './LiveHub.ts'

/** Environment of the embedded bus. */
export interface LiveBusEnv extends Place {
  LIVE_HUB: DurableObjectNamespace<LiveHub>
  NATS_URL?: string
}

/** Open the bus of a company: on its embedded hub, which passes everything on where a NATS server is configured. A hub that hangs is given up. */
export function liveBus(env: LiveBusEnv, company: string): Bus {
  const hub = regional(env.LIVE_HUB, env, company)
  const who = `live hub of ${company}`
  return {
    publish: (subject, payload) => inTime(who, hub.publish(subject, payload)),
    request: (subject, payload, timeoutMs, headers) => {
      // Name the type of the answer: a stub's own is a union of promises, which cannot be passed on.
      const ask = async (): Promise<Reply> => hub.request(subject, payload, timeoutMs, headers)
      return inTime(who, ask(), timeoutMs + patience.answer)
    },
    disconnect: (...names) => inTime(who, hub.disconnect(...names)),
    connected: () => inTime(who, hub.connected()),
    // Tell the NATS server alone: the embedded hub learns all it needs from the token.
    admit: async (token) => {
      if (env.NATS_URL) await inTime(who, hub.admit(token))
    },
  }
}
