import * as v from 'valibot'
import { offlineStayMs } from '../catalog/limits.ts'
import { type Permission, permissions } from '../permissions.ts'
import { Uuid } from '../fields.ts'

/**
 * Pass that a person presents to a device in the local network. The edge signs it while it can be reached (Ed25519, as a JSON web
 * signature); the device knows its company's key from its own calls. It is good for as long as the offline sign-in is,
 * for a part of what the person may do, and only together with the key it is bound to (`cnf`, RFC 7800): a pass that is
 * overheard on the network is worth nothing.
 */
export const lanPassMs = offlineStayMs

/** Largest difference between a device's clock and the edge's at which passes are still accepted. */
export const clockToleranceMs = 5 * 60_000

/** Most swarms of a pass: more would not fit into a header, and people in more of them must be online. */
export const passSwarms = 200

const Coordinate = v.pipe(v.string(), v.regex(/^[\w-]{43}$/, 'public_key'))
/** A public key of WebCrypto (ECDSA, P-256) as a JSON web key; its private part never leaves the browser. */
export const LanPublicKey = v.strictObject({
  kty: v.literal('EC'),
  crv: v.literal('P-256'),
  x: Coordinate,
  y: Coordinate,
})
export type LanPublicKey = v.InferOutput<typeof LanPublicKey>

export const lanPassHead = { alg: 'EdDSA', typ: 'bapp-lan+jwt' } as const

/** Times in seconds since 1970. A device passes over what an edge newer than itself says beyond this. */
export const LanClaims = v.object({
  aud: v.literal('bapp-lan'),
  company: Uuid,
  sub: Uuid,
  permissions: v.array(v.string()),
  swarms: v.pipe(v.array(Uuid), v.maxLength(passSwarms)),
  iat: v.pipe(v.number(), v.integer()),
  exp: v.pipe(v.number(), v.integer()),
  jti: Uuid,
  cnf: v.strictObject({ jwk: LanPublicKey }),
})
export type LanClaims = v.InferOutput<typeof LanClaims>

export type PassRefusal =
  | 'lan_pass_invalid'
  | 'lan_pass_company'
  | 'lan_pass_expired'
  | 'lan_pass_early'

/**
 * Return the reason that a pass with a valid signature is refused by a device of `company` at `now` (ms, by the device's own
 * clock); null when it is accepted.
 */
export function judgePass(claims: LanClaims, company: string, now: number): PassRefusal | null {
  if (claims.company !== company) return 'lan_pass_company'
  const life = (claims.exp - claims.iat) * 1000
  if (life <= 0 || life > lanPassMs) return 'lan_pass_invalid'
  if (now >= claims.exp * 1000) return 'lan_pass_expired'
  return now < claims.iat * 1000 - clockToleranceMs ? 'lan_pass_early' : null
}

/** Return true when records of this swarm are visible; a run without a swarm belongs to the company. */
export function seesSwarm({ swarms }: Pick<LanClaims, 'swarms'>, swarm: string | undefined) {
  return swarm === undefined || swarms.includes(swarm)
}

/** Parts that the holder signs for each call, beside the bytes of the body, so that no proof can be used elsewhere or twice. */
export interface LanProofParts {
  /** Challenge of the device, from its greeting. */
  challenge: string
  device: string
  path: string
  command: string
  operation: string
  /** Random number, new for each call. */
  nonce: string
  /** SHA-256 of the body, hex, so that the proof can be shown later without a password in the body. */
  digest: string
}

export function proofText(parts: LanProofParts): string {
  const { challenge, device, path, command, operation, nonce, digest } = parts
  return ['bapp-lan-2', challenge, device, path, command, operation, nonce, digest].join('\n')
}

/** Return the held permissions that count in the local network. */
export function passPermissions(held: readonly string[], needed: ReadonlySet<Permission>) {
  return permissions.filter((name) => needed.has(name) && held.includes(name))
}
