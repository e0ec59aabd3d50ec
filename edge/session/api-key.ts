import { randomBytes } from 'node:crypto'
import { Fault } from '../../domain/fault.ts'
import type { CallContext, Store } from '../context.ts'
import { findKey, type KnownKey, noteKeyUse } from '../directory/api-keys.ts'
import { makeSecret, sameSecret, sha256Hex } from '../crypto/secret.ts'
import type { Right } from '../store/by.ts'
import type { Principal } from '../store/principal.ts'

const shape = /^Bearer (bk_[\w-]{16})\.([\w-]{43})$/

/** Make a new key, or a new secret for the one that `publicKey` finds. */
export function makeKey(publicKey = `bk_${randomBytes(12).toString('base64url')}`): {
  publicKey: string
  secret: string
  whole: string
} {
  const secret = makeSecret()
  return { publicKey, secret, whole: `${publicKey}.${secret}` }
}

/** Return true for an `Authorization` header that names an API key, valid or not. */
export function isKey(authorization: string | undefined): authorization is string {
  return authorization?.startsWith('Bearer ') === true
}

/**
 * Return the account of an API key: `Authorization: Bearer bk_….…`, and nowhere else. Addresses are written into logs and
 * histories, so a key in one is refused and must be regarded as lost.
 * @param use of the address that is called: a key for SCIM opens nothing else, and SCIM opens to no other key.
 * @throws Fault `not_signed_in`, the same for an unknown, a wrong, an inactive, an expired and a deleted key.
 */
export async function recogniseKey(
  context: CallContext,
  authorization: string,
  use: KnownKey['use'],
): Promise<{ own: Store; principal: Principal; credential: Right['credential'] }> {
  const [, publicKey, secret] = shape.exec(authorization) ?? []
  const known = publicKey ? await findKey(context.env.DIRECTORY, publicKey) : null
  const given = sha256Hex(secret ?? ' ')
  const isNew = sameSecret(known?.secret_hash ?? sha256Hex(''), given)
  const isOld = sameSecret(known?.old_secret_hash ?? sha256Hex(''), given) && !isNew
  const own =
    known && known.use === use && (isNew || isOld) ? context.store(known.company_uuid) : null
  const credential = {
    key: known?.uuid ?? '',
    secret: given,
    ...(isOld && { oldUntil: known?.old_until ?? '' }),
  }
  const principal = known && own ? await own.authenticateKey(credential, known.user_uuid) : null
  if (!known || !own || !principal) throw new Fault('not_signed_in', 'This API key does not hold')
  noteUse(context, known, isOld)
  return { own, principal, credential }
}

/** @throws Fault `invalid` for an address with a key in it. */
export function refuseKeyInAddress(query: Record<string, string>): void {
  const named = ['api_key', 'apikey', 'access_token'].some((name) => name in query)
  const written = Object.values(query).some((value) => /\bbk_[\w-]{16}\./.test(value))
  if (!named && !written) return
  throw new Fault('invalid', 'A key goes into the Authorization header, never into an address', {
    field: 'query',
    reason: 'key_in_address',
  })
}

/** Note the first use of a day (UTC), so that reads do not become writes and nobody's hours of work are recorded. */
function noteUse(context: CallContext, known: KnownKey, isOld: boolean): void {
  const at = new Date().toISOString()
  const before = isOld ? known.old_used_at : known.last_used_at
  if (before?.slice(0, 10) === at.slice(0, 10)) return
  context.later(() => noteKeyUse(context.env.DIRECTORY, known.uuid, { at, isOld }))
}
