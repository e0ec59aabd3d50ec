import { createHash } from 'node:crypto'
import { lanCalls } from '../../domain/lan/lan-calls.ts'
import { proofText } from '../../domain/lan/lan-pass.ts'

/** The pair of RFC 7515, A.3: known to everybody, and good for tests only. */
export const publicKey = {
  kty: 'EC',
  crv: 'P-256',
  x: 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU',
  y: 'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0',
} as const
const privateKey = { ...publicKey, d: 'jpsQnnGQmL-YBIffH1136cspYG6-0iY7X1fCE9-E9LI' }

/** Report a command as a device does, signed with the key of the pass. */
export async function tellOf(
  pass: string,
  { name, ...params }: { name: string } & Record<string, unknown>,
  { device, uuid = crypto.randomUUID() }: { device: string; uuid?: string },
) {
  const kind = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('jwk', privateKey, kind, false, ['sign'])
  const body = JSON.stringify({ command: name, params })
  const digest = createHash('sha256').update(body).digest('hex')
  const [challenge, nonce] = ['challenge-of-the-device', crypto.randomUUID()]
  const parts = { challenge, device, path: lanCalls.flash.path, command: name, nonce, digest }
  const text = new TextEncoder().encode(proofText({ ...parts, operation: uuid }))
  const signature = Buffer.from(await crypto.subtle.sign(kind, key, text)).toString('base64url')
  return {
    command_uuid: uuid,
    pass,
    proof: { challenge, nonce, signature, digest, body },
    command: { name, ...params },
    at: new Date().toISOString(),
  }
}
