import { hkdfSync, type KeyObject, sign, verify } from 'node:crypto'
import * as v from 'valibot'
import { LanClaims, lanPassHead } from '../../domain/lan/lan-pass.ts'
import { type BothStops, stopsText } from '../../domain/rules/lot-stops.ts'
import type { CommandMessage } from '../../domain/live/command.ts'
import { releaseText, type SignedRelease } from '../../domain/live/signed-release.ts'
import { commandText } from '../../domain/live/signed-command.ts'
import { privateKeyObject, publicKeyObject, rawPublicKey } from './ed25519.ts'
import { strongSecret } from './secret.ts'

interface Place {
  LIVE_SECRET: string
  REGION: string
}

/**
 * Derive the company's key for passes and commands from the region's secret (HKDF, RFC 5869), so that none is stored.
 */
function keyOf(place: Place, company: string): KeyObject {
  const secret = strongSecret(place, 'LIVE_SECRET')
  const seed = hkdfSync('sha256', secret, '', `bapp lan pass ${place.REGION} ${company}`, 32)
  return privateKeyObject(new Uint8Array(seed))
}

/** Return the public key with which the company's devices check passes and commands, base64url. */
export function lanKey(env: Place, company: string): string {
  return Buffer.from(rawPublicKey(keyOf(env, company))).toString('base64url')
}

const encodePart = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Sign a pass (JSON web signature, EdDSA). */
export function mintLanPass(env: Place, claims: LanClaims): string {
  const signed = `${encodePart(lanPassHead)}.${encodePart(claims)}`
  const signature = sign(null, Buffer.from(signed), keyOf(env, claims.company))
  return `${signed}.${signature.toString('base64url')}`
}

/** Sign a command for the live bus, base64url (domain/live/signed-command.ts). */
export function signCommand(
  env: Place,
  company: string,
  device: string,
  message: CommandMessage,
): string {
  const text = commandText(company, device, message)
  return sign(null, Buffer.from(text), keyOf(env, company)).toString('base64url')
}

/** Sign the lists of lots that are not run (domain/rules/lot-stops.ts), base64url. */
export function signStops(env: Place, company: string, stops: BothStops): string {
  const { provider, own } = stops
  const text = stopsText({ company, provider, own })
  return sign(null, Buffer.from(text), keyOf(env, company)).toString('base64url')
}

/** Sign a version of the device software for one device (domain/live/signed-release.ts), base64url. */
export function signRelease(env: Place, release: Omit<SignedRelease, 'signature'>): string {
  const text = releaseText(release)
  return sign(null, Buffer.from(text), keyOf(env, release.company)).toString('base64url')
}

/**
 * Return the claims of a pass that this deployment has signed for the company; null for any other text. Does not check
 * whether the pass has expired.
 */
export function readLanPass(env: Place, company: string, pass: string): LanClaims | null {
  const [head, body, signature, ...rest] = pass.split('.')
  if (!head || !body || !signature || rest.length > 0) return null
  const key = publicKeyObject(rawPublicKey(keyOf(env, company)))
  const bytes = Buffer.from(signature, 'base64url')
  if (bytes.length !== 64 || !verify(null, Buffer.from(`${head}.${body}`), key, bytes)) return null
  const claims = v.safeParse(LanClaims, JSON.parse(Buffer.from(body, 'base64url').toString()))
  return claims.success && claims.output.company === company ? claims.output : null
}
