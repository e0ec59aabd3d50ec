import { createHash, createHmac } from 'node:crypto'
import { strongSecret } from '../crypto/secret.ts'
import { decodePublicKey, isSignedBy, keyPairOf } from './nkeys.ts'
import type { KeyPair } from './nkeys.ts'
import type { SubjectRules } from './subjects.ts'

/** Longest life of a token of a person, or of the edge itself. */
export const maxLifeMs = 10 * 60 * 1000

/**
 * Longest life of a device's token. A revoked one ends by the revocations of the hub, which are kept as long (decision 90):
 * with lives of minutes a fleet would sign in again without end.
 */
export const maxDeviceLifeMs = 12 * 3600 * 1000

const replyRights = { max: 1, ttlMs: 60_000 }
const skewS = 5

/** Rights of a verified token. Times are seconds since 1970, as in the token. */
export interface Grant {
  publicKey: string
  name: string
  issuedAt: number
  expiresAt: number
  pub: SubjectRules
  sub: SubjectRules
  /** Replies to received requests, allowed beside `pub` */
  reply?: { max: number; ttlMs: number }
}

/** Return the device that a grant is for, by its name `device:<uuid>`; undefined for any other grant. */
export function deviceNamed(grant: Pick<Grant, 'name'> | undefined): string | undefined {
  return grant?.name.match(/^device:(.+)$/)?.[1]
}

function longestLife(name: string): number {
  return deviceNamed({ name }) === undefined ? maxLifeMs : maxDeviceLifeMs
}

/** Content of a token. An empty list allows nothing. */
export interface UserJwtOptions {
  secret: string
  company: string
  userPublicKey: string
  name: string
  pub: readonly string[]
  sub: readonly string[]
  /** Allow one answer to each request received, on the reply subject that its sender chose. For devices only. */
  replies?: boolean | undefined
  /** Milliseconds since 1970, at most 10 minutes ahead, of a device 12 hours. */
  expiresAt: number
  /** Time at which its holder was looked up, ms since 1970; now unless given. */
  issuedAt?: number
}

/**
 * Derive the account pair of a company from the secret of the region, so that none is stored. Throws RangeError for a
 * secret below 32 characters: it would make every token guessable.
 */
export function accountKey(secret: string, company: string): KeyPair {
  const strong = strongSecret({ LIVE_SECRET: secret }, 'LIVE_SECRET')
  const seed = createHmac('sha256', strong).update(`live-account:${company}`).digest()
  return keyPairOf('account', seed)
}

/** Sign the claims of a NATS token. Its id is their hash. */
export function signClaims(pair: KeyPair, claims: object): string {
  const jti = createHash('sha256').update(JSON.stringify(claims)).digest('base64url')
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
  const signed = `${encode({ typ: 'JWT', alg: 'ed25519-nkey' })}.${encode({ ...claims, jti })}`
  return `${signed}.${Buffer.from(pair.sign(Buffer.from(signed))).toString('base64url')}`
}

// To a NATS server an empty allow list means "everything": nothing is spelled as a deny of all.
const rulesOf = (allow: readonly string[]) => (allow.length > 0 ? { allow } : { deny: ['>'] })

/**
 * Make a NATS user JWT (`ed25519-nkey`) that a NATS server would accept as well. The token allows `pub`
 * and `sub`, and with `replies` one reply to each request received. Throws RangeError for a longer life than its holder may have or a
 * malformed user key.
 */
export function mintUserJwt(options: UserJwtOptions): string {
  const now = Date.now()
  if (options.expiresAt - now > longestLife(options.name))
    throw new RangeError('a live token lasts 10 minutes, of a device 12 hours')
  if (!decodePublicKey('user', options.userPublicKey)) throw new RangeError('no NATS user key')
  const account = accountKey(options.secret, options.company)
  return signClaims(account, {
    iat: Math.floor((options.issuedAt ?? now) / 1000),
    exp: Math.floor(options.expiresAt / 1000),
    iss: account.publicKey,
    sub: options.userPublicKey,
    name: options.name,
    aud: 'NATS',
    nats: {
      type: 'user',
      version: 2,
      subs: -1,
      data: -1,
      payload: -1,
      pub: rulesOf(options.pub),
      sub: rulesOf(options.sub),
      ...(options.replies && {
        resp: { max: replyRights.max, ttl: replyRights.ttlMs * 1_000_000 },
      }),
    },
  })
}

type Fields = Record<string, unknown>

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {}
}

function decodePart(part: string): Fields {
  try {
    return fieldsOf(JSON.parse(Buffer.from(part, 'base64url').toString()))
  } catch {
    return {}
  }
}

function readRules(value: unknown): SubjectRules {
  const { allow, deny } = fieldsOf(value)
  const list = (rules: unknown) => (Array.isArray(rules) ? rules.map(String) : [])
  return { allow: list(allow), deny: list(deny) }
}

/**
 * Read a token and give its grant, or `undefined` unless it is signed by `account` (a public key), is
 * of kind user, has not expired at `now` (ms) and does not live longer than its holder's may. Never throws.
 */
export function verifyUserJwt(jwt: string, account: string, now: number): Grant | undefined {
  const [head = '', body = '', signature = '', ...rest] = jwt.split('.')
  if (rest.length > 0 || decodePart(head)['alg'] !== 'ed25519-nkey') return undefined
  const claims = decodePart(body)
  const nats = fieldsOf(claims['nats'])
  const { iss, sub, exp, iat, name } = claims
  if (iss !== account || nats['type'] !== 'user' || nats['version'] !== 2) return undefined
  if (typeof sub !== 'string' || !decodePublicKey('user', sub)) return undefined
  if (typeof exp !== 'number' || typeof iat !== 'number') return undefined
  const holder = typeof name === 'string' ? name : sub
  const ahead = exp - now / 1000
  if (ahead <= 0 || ahead > longestLife(holder) / 1000 + skewS) return undefined
  const signed = Buffer.from(`${head}.${body}`)
  if (!isSignedBy('account', account, signed, Buffer.from(signature, 'base64url'))) return undefined
  const grant: Grant = {
    publicKey: sub,
    name: holder,
    issuedAt: iat,
    expiresAt: exp,
    pub: readRules(nats['pub']),
    sub: readRules(nats['sub']),
  }
  const { max, ttl } = fieldsOf(nats['resp'])
  if (typeof max !== 'number' || typeof ttl !== 'number') return grant
  return { ...grant, reply: { max, ttlMs: ttl / 1_000_000 } }
}

/** Check that the client holds the token's key: it signed this connection's nonce. */
export function holdsKey(grant: Grant, nonce: string, signature: string): boolean {
  // Decode base64url and plain base64 alike: clients write either.
  const bytes = Buffer.from(signature, 'base64')
  return isSignedBy('user', grant.publicKey, Buffer.from(nonce), bytes)
}
