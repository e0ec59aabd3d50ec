import { regional } from '../regional.ts'
import type { Place } from '../regional.ts'
import type { LiveHub, Reply } from './LiveHub.ts'

/**
 * The live bus of one company as the edge uses it. The bus carries hints, events and commands; it never
 * holds the only copy of a result.
 */
export interface Bus {
  /** Sends a message; resolves to the number of connections that got it. */
  publish(subject: string, payload: string | Uint8Array): Promise<number>
  /** Sends a request and resolves to its first answer, or why there is none. */
  request(subject: string, payload: string | Uint8Array, timeoutMs: number): Promise<Reply>
  /** Closes the connections of a token name or public key and refuses its tokens made so far. */
  disconnect(who: string): Promise<number>
  /** Names of the tokens now connected. */
  connected(): Promise<string[]>
}

/** What the embedded bus takes from the deployment. */
export interface LiveBusEnv extends Place {
  LIVE_HUB: DurableObjectNamespace<LiveHub>
}

/** The bus of a company on its embedded hub. */
export function liveBus(env: LiveBusEnv, company: string): Bus {
  const hub = regional(env.LIVE_HUB, env, company)
  return {
    publish: async (subject, payload) => hub.publish(subject, payload),
    request: async (subject, payload, timeoutMs) => hub.request(subject, payload, timeoutMs),
    disconnect: async (who) => hub.disconnect(who),
    connected: async () => hub.connected(),
  }
}
