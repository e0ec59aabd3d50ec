import type { Reason } from '../../domain/reasons/reason.ts'
import { createHash, createPublicKey, verify } from 'node:crypto'
import * as v from 'valibot'
import { deviceTypes } from '../../domain/catalog/devices.ts'
import type { LanCommand } from '../../domain/calls/lan.ts'
import { Fault } from '../../domain/fault.ts'
import { Uuid } from '../../domain/fields.ts'
import type { LanCall } from '../../domain/lan/lan-call.ts'
import { judgePass, LanClaims, proofText } from '../../domain/lan/lan-pass.ts'
import { can } from '../../domain/permissions.ts'
import { closedGates, hiddenDeviceTypes } from '../../domain/rules/device-sight.ts'
import type { DeviceFacts } from '../facts.ts'
import type { Store } from '../store.ts'
import type { Challenges } from './challenges.ts'
import { raiseFloor, readTrust, timeFloor, type Trust } from './trust.ts'

/** Proof of the caller in a call. */
export interface LanRequest {
  path: string
  pass: string
  proof: string
  operation: string
  /** The bytes of the body as they came. */
  body: string
}

/** Caller, with the pass that proves it to the service. */
export interface LanCaller {
  claims: LanClaims
  pass: string
  operation: string
  /** Fingerprint of what was sent. */
  print: string
  /** By which the service will believe that it was this that was sent. */
  proof: LanCommand['proof']
}

export interface Gate {
  store: Store
  facts: () => DeviceFacts
  challenges: Challenges
  /** The device's own wall clock, milliseconds since 1970. */
  now: () => number
}

/**
 * Let a call through or refuse it: a pass of the device's company that counts at this time, the proof that the caller
 * holds its key, made for this call and not made before, and the permission that the row needs.
 * @throws Fault `not_signed_in`, `forbidden`, `invalid`.
 */
export function authorise(row: LanCall, request: LanRequest, gate: Gate): LanCaller {
  const trust = readTrust(gate.store)
  if (!trust) throw refuse('lan_not_ready', 'The device does not know yet to whom it belongs')
  if (request.pass === '') throw refuse('lan_pass_missing', 'Show a pass')
  const claims = readPass(request.pass, trust)
  if (!claims) throw refuse('lan_pass_invalid', 'This is no pass of the company')
  const proof = checkProof(claims, row, request, gate)
  checkTime(claims, trust, gate)
  if (trust.leavers.includes(claims.sub)) {
    throw refuse('lan_pass_revoked', 'The account of this pass has been closed')
  }
  if (claims.iat < (trust.passesFrom[claims.sub] ?? 0)) {
    throw refuse('lan_pass_revoked', 'What this pass was given for has changed since')
  }
  checkPermission(row, claims, gate)
  const print = createHash('sha256').update(`${request.path}\n${request.body}`).digest('hex')
  return { claims, pass: request.pass, operation: request.operation, print, proof }
}

function refuse(reason: Reason, message: string, params?: Record<string, string>): Fault {
  return new Fault('not_signed_in', message, { reason, ...(params && { params }) })
}

/** Read the claims of a pass that the company's service has signed; null for any other pass. */
function readPass(pass: string, trust: Trust): LanClaims | null {
  const [head, body, signature, ...rest] = pass.split('.')
  if (!head || !body || !signature || rest.length > 0) return null
  const bytes = Buffer.from(signature, 'base64url')
  try {
    const key = createPublicKey({
      key: { kty: 'OKP', crv: 'Ed25519', x: trust.key },
      format: 'jwk',
    })
    if (bytes.length !== 64 || !verify(null, Buffer.from(`${head}.${body}`), key, bytes))
      return null
    const claims = v.safeParse(LanClaims, JSON.parse(Buffer.from(body, 'base64url').toString()))
    return claims.success ? claims.output : null
  } catch {
    return null
  }
}

/** `challenge.nonce.signature`: the word of this device, a word for this call, and both signed with all that is sent. */
function checkProof(
  claims: LanClaims,
  { command }: LanCall,
  request: LanRequest,
  gate: Gate,
): LanCommand['proof'] {
  const [challenge = '', nonce = '', signature = '', ...rest] = request.proof.split('.')
  if (rest.length > 0 || !/^[\w-]{16,64}$/.test(nonce)) throw wrongProof()
  if (!v.is(Uuid, request.operation)) {
    throw new Fault('invalid', 'Send an id of the operation', { reason: 'operation_id' })
  }
  if (!gate.challenges.isFresh(challenge)) {
    const params = { challenge: gate.challenges.current() }
    throw refuse('lan_challenge_stale', 'Sign the newer challenge', params)
  }
  const { path, operation, body } = request
  const digest = createHash('sha256').update(body).digest('hex')
  const { uuid: device } = gate.facts()
  const text = proofText({ challenge, nonce, path, command, operation, digest, device })
  if (!isSigned(claims, text, Buffer.from(signature, 'base64url'))) throw wrongProof()
  if (!gate.challenges.spend(`${claims.jti} ${nonce}`)) throw wrongProof()
  return { challenge, nonce, signature, digest, body }
}

function wrongProof(): Fault {
  return refuse(
    'lan_proof_wrong',
    'The pass is shown by somebody else, or the call was made before',
  )
}

function isSigned(claims: LanClaims, text: string, signature: Buffer): boolean {
  try {
    const key = createPublicKey({ key: claims.cnf.jwk, format: 'jwk' })
    const given = { key, dsaEncoding: 'ieee-p1363' } as const
    return signature.length === 64 && verify('sha256', Buffer.from(text), given, signature)
  } catch {
    // Refuse two coordinates that are no point of the curve.
    return false
  }
}

function checkTime(claims: LanClaims, trust: Trust, { store, now }: Gate): void {
  const own = now()
  const time = Math.max(own, timeFloor(store))
  const refusal = judgePass(claims, trust.company, time)
  // Correct the clock when the service signed the pass at a later time than this clock shows.
  if (refusal === 'lan_pass_early') return raiseFloor(store, claims.iat * 1000)
  if (!refusal) return
  throw refuse(refusal, 'This pass does not count here', { device_time: isoOf(own) })
}

const isoOf = (ms: number) =>
  new Date(Math.min(Math.max(ms, 0), 8_640_000_000_000_000)).toISOString()

function checkPermission(row: LanCall, { permissions }: LanClaims, { facts }: Gate): void {
  const { type } = facts()
  const isHidden = hiddenDeviceTypes(closedGates(permissions)).includes(type)
  const needed = isHidden ? deviceTypes[type].permission : row.needs
  if (!isHidden && can(permissions, needed)) return
  throw new Fault('forbidden', "You're not authorized to access this resource", {
    reason: 'permission_missing',
    params: { permission: needed ?? '' },
  })
}
