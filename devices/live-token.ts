import { performance } from 'node:perf_hooks'
import type { CallData } from '../domain/call.ts'
import { liveCalls } from '../domain/calls/live.ts'
import { placeInWindow } from '../domain/live/return-window.ts'
import type { EdgeCall } from './edge-client.ts'
import type { LiveKey } from './live-key.ts'

export type LiveToken = CallData<typeof liveCalls.deviceToken>

/**
 * The token of a device for the live bus. It lives for hours: after a lost connection the device comes back with the one that
 * it has, so that a fleet that returns asks nothing of the service but the connection itself.
 */
export interface LiveTokens {
  /** Return the kept token, or a fresh one where there is none or half its life is over. */
  current(): Promise<LiveToken>
  fresh(): Promise<LiveToken>
  /** Forget the kept one: the bus does not accept it. */
  forget(): void
  /** Milliseconds until the connection is renewed: each device at its own time. */
  renewInMs(): number
  /** Milliseconds over which the fleet spreads its return; 0 until the service has said it. */
  windowMs(): number
}

export function keepLiveTokens(
  { call, key, uuid }: { call: EdgeCall; key: LiveKey; uuid: string },
  // Measure by a steady clock, so that a clock that is put right makes no token older.
  now: () => number = () => performance.now(),
): LiveTokens {
  let kept: { token: LiveToken; since: number } | null = null
  let windowMs = 0

  /** A service of version 2.4 and older gives tokens of minutes, good for one connection. */
  const renewInMs = () => {
    const after = (kept?.token.renew_after_s ?? 0) * 1000
    const share = 0.5 + placeInWindow(uuid) / 2
    return kept ? Math.max(0, kept.since + after * share - now()) : 0
  }

  async function fresh(): Promise<LiveToken> {
    const since = now()
    const token = await call(liveCalls.deviceToken, { body: { public_key: key.publicKey } })
    windowMs = (token.return_within_s ?? 0) * 1000
    kept = { token, since }
    return token
  }

  return {
    current: async () => (kept && renewInMs() > 0 ? kept.token : fresh()),
    fresh,
    forget: () => {
      kept = null
    },
    renewInMs,
    windowMs: () => windowMs,
  }
}
