import type { Session } from './hub-client.ts'
import { holdsKey, verifyUserJwt } from './user-jwt.ts'

/**
 * Check the options of a CONNECT: a valid token of the company's account, and the nonce of this
 * connection signed by the token's holder. Gives the session or `undefined`; never throws.
 */
export function openSession(
  options: Record<string, unknown>,
  nonce: string,
  account: string,
  now: number,
): Session | undefined {
  const { jwt, sig, verbose, echo, headers, no_responders: noResponders } = options
  if (typeof jwt !== 'string' || typeof sig !== 'string') return undefined
  const grant = verifyUserJwt(jwt, account, now)
  if (!grant || !holdsKey(grant, nonce, sig)) return undefined
  return {
    grant,
    verbose: verbose === true,
    echo: echo !== false,
    headers: headers === true,
    noResponders: headers === true && noResponders === true,
  }
}

/**
 * Renew the session of a device with a fresh token, which it sends inside its connection: the same key and name, signed by the
 * company's account. The key is not proved again, since the token is for the key that opened the connection.
 * @returns undefined for any other token. Never throws.
 */
export function renewSession(
  session: Session,
  jwt: string,
  account: string,
  now: number,
): Session | undefined {
  const grant = verifyUserJwt(jwt, account, now)
  const { publicKey, name, issuedAt } = session.grant
  if (grant?.publicKey !== publicKey || grant.name !== name) return undefined
  // Refuse an older token: one that was kept back must not bring back what a newer one has ended.
  return grant.issuedAt < issuedAt ? undefined : { ...session, grant }
}
