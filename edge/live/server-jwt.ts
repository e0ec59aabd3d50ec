import { createHmac } from 'node:crypto'
import { keyPairOf } from './nkeys.ts'
import type { KeyPair } from './nkeys.ts'
import { accountKey, signClaims } from './user-jwt.ts'

/*
 * Tokens for a NATS server in operator mode: the operator that it trusts, and the companies that exist (accounts). All keys
 * follow from the secret of the region, so none is stored; the server itself holds public parts only.
 */

/** The company under which users of the system account are minted. No company is called so: their names are uuids. */
export const systemCompany = 'system'

/** Derive the pair that signs accounts. Throws RangeError for a secret below 32 characters. */
function operatorKey(secret: string): KeyPair {
  // Refuse a short secret, as every key of the bus does.
  accountKey(secret, systemCompany)
  const seed = createHmac('sha256', secret).update('live-operator').digest()
  return keyPairOf('operator', seed)
}

/** Return the account in which the server reports connections and takes new accounts. */
export function systemAccount(secret: string): string {
  return accountKey(secret, systemCompany).publicKey
}

function signSubject(operator: KeyPair, subject: string, name: string, nats: object): string {
  const iat = Math.floor(Date.now() / 1000)
  return signClaims(operator, {
    aud: 'NATS',
    name,
    sub: subject,
    iss: operator.publicKey,
    iat,
    nats,
  })
}

/** Sign the operator's own token, for the server's configuration. */
export function mintOperatorJwt(secret: string): string {
  const operator = operatorKey(secret)
  return signSubject(operator, operator.publicKey, 'bApp', {
    type: 'operator',
    version: 2,
    system_account: systemAccount(secret),
  })
}

const unlimited = {
  subs: -1,
  data: -1,
  payload: -1,
  imports: -1,
  exports: -1,
  wildcards: true,
  conn: -1,
  leaf: -1,
}

/**
 * Sign the token of a company's account, or of the system account without a company.
 * @param revocations users by public key, with the second up to which their tokens are refused.
 */
export function mintAccountJwt(
  secret: string,
  company: string | null,
  revocations: Readonly<Record<string, number>> = {},
): string {
  const { publicKey } = accountKey(secret, company ?? systemCompany)
  return signSubject(operatorKey(secret), publicKey, company ?? systemCompany, {
    type: 'account',
    version: 2,
    limits: unlimited,
    ...(Object.keys(revocations).length > 0 && { revocations }),
  })
}
