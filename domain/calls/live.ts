import * as v from 'valibot'
import { post } from '../call.ts'
import { Uuid } from '../fields.ts'

const LiveToken = v.strictObject({
  /** A NATS user JWT for the key that was sent: good for minutes, that of a device for hours. */
  jwt: v.string(),
  /**
   * Subprotocol to ask for beside `nats` when the socket is opened: who shows it has a place kept while signing in.
   * Absent in services of version 2.4 and older.
   */
  ticket: v.optional(v.string()),
  expires_at: v.string(),
  /** Path of the WebSocket on this deployment. */
  path: v.string(),
  company_uuid: Uuid,
  inbox_prefix: v.string(),
  /** Swarms whose runs the token hears; none for a device. */
  swarms: v.array(Uuid),
  /**
   * Seconds after which a device fetches the next token and renews the connection with it, and the seconds over which
   * it spreads its return when the bus has lost its connection. Absent for people, and in services of version 2.4 and older.
   */
  renew_after_s: v.optional(v.number()),
  return_within_s: v.optional(v.number()),
})

const body = v.strictObject({
  /** Public part of a key pair (nkey, `U…`) that the client made and keeps. */
  public_key: v.pipe(v.string(), v.regex(/^U[A-Z2-7]{55}$/, 'public_key')),
})

export const liveCalls = {
  accountToken: post('/live/token', {
    reach: 'own',
    needs: null,
    body,
    data: LiveToken,
    // Answer soon: a page that waits for it shows no live data meanwhile; pages wait longer after a time-out (web/live/token-patience.ts).
    timeout: 10_000,
  }),
  deviceToken: post('/device/live', {
    needs: null,
    caller: 'device',
    body,
    data: LiveToken,
    // Wait long: a device loses nothing meanwhile, since commands come by HTTP, and asking twice doubles the work of a slow service.
    timeout: 90_000,
  }),
}
