import { randomBytes } from 'node:crypto'
import { Fault } from '../../domain/fault.ts'
import type { CallContext, Store } from '../context.ts'
import { findKey, noteKeyUse } from '../directory/api-keys.ts'
import { makeSecret, sameSecret, sha256Hex } from '../secret.ts'
import type { Right } from '../store/by.ts'
import type { Principal } from '../store/principal.ts'

/** A use is written down at most this often, so that reads do not become writes. */
const touchMs = 60_000

const shape = /^Bearer (bk_[\w-]{16})\.([\w-]{43})$/

/** A new key: the part that finds it and the secret that opens it. */
export function makeKey(): { publicKey: string; secret: string; whole: string } {
  const publicKey = `bk_${randomBytes(12).toString('base64url')}`
  const secret = makeSecret()
  return { publicKey, secret, whole: `${publicKey}.${secret}` }
}

/** True for an `Authorization` header that names an API key, whether that key holds or not. */
export function isKey(authorization: string | undefined): authorization is string {
  return authorization?.startsWith('Bearer ') === true
}

/**
 * Return the account of an API key: `Authorization: Bearer bk_….…`, and nowhere else. Addresses are written into logs and
 * histories, so a key in one is refused and must be regarded as lost.
 * @throws Fault `not_signed_in`, the same for an unknown, a wrong, an inactive, an expired and a deleted key.
 */
export async function recogniseKey(
  context: CallContext,
  authorization: string,
): Promise<{ own: Store; principal: Principal; credential: Right['credential'] }> {
  const [, publicKey, secret] = shape.exec(authorization) ?? []
  const known = publicKey ? await findKey(context.env.DIRECTORY, publicKey) : null
  const right = sameSecret(known?.secret_hash ?? sha256Hex(''), sha256Hex(secret ?? ' '))
  const own = known && right ? context.store(known.company_uuid) : null
  const principal = known && own ? await own.authenticateKey(known.uuid, known.user_uuid) : null
  if (!known || !own || !principal) throw new Fault('not_signed_in', 'This API key does not hold')
  noteUse(context, known.uuid, known.last_used_at)
  return { own, principal, credential: { key: known.uuid } }
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

function noteUse(context: CallContext, uuid: string, before: string | null): void {
  const now = Date.now()
  if (before !== null && now - Date.parse(before) < touchMs) return
  context.later(() => noteKeyUse(context.env.DIRECTORY, uuid, new Date(now).toISOString()))
}
