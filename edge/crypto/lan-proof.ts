import { createHash } from 'node:crypto'
import * as v from 'valibot'
import type { LanCommand } from '../../domain/calls/lan.ts'
import { canonicalJson } from '../../domain/canonical.ts'
import { lanCalls } from '../../domain/lan/lan-calls.ts'
import { type LanClaims, type LanPublicKey, proofText } from '../../domain/lan/lan-pass.ts'
import { Command, type RecordedCommand, withoutSecret } from '../../domain/live/command.ts'

const { path } = lanCalls.flash

/**
 * Check that the holder of the pass signed this command, for this device, with this id: a pass alone, which a device sees with
 * each call, proves no order. Of a command with a password its name is signed, and what it says besides is the device's
 * word.
 */
export async function isProven(
  { command_uuid, command, proof }: LanCommand,
  { claims, device }: { claims: LanClaims; device: string },
): Promise<boolean> {
  const { challenge, nonce, signature, digest, body } = proof
  const text = proofText({
    challenge,
    device,
    path,
    command: command.name,
    operation: command_uuid,
    nonce,
    digest,
  })
  if (!(await isSigned(claims.cnf.jwk, text, signature))) return false
  if (body === undefined) return 'secret' in command
  const isIt = createHash('sha256').update(body).digest('hex') === digest
  return isIt && canonicalJson(readCommand(body)) === canonicalJson(command)
}

async function isSigned(jwk: LanPublicKey, text: string, signature: string): Promise<boolean> {
  const kind = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
  try {
    const key = await crypto.subtle.importKey('jwk', jwk, kind, false, ['verify'])
    const bytes = Buffer.from(signature, 'base64url')
    return await crypto.subtle.verify(kind, key, bytes, new TextEncoder().encode(text))
  } catch {
    // Refuse two coordinates that are no point of the curve.
    return false
  }
}

const Body = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ command: v.string(), params: v.record(v.string(), v.unknown()) }),
  v.transform(({ command, params }) => ({ ...params, name: command })),
  Command,
)

/** Read a command as the device understood it; null if the text is no command. */
function readCommand(body: string): RecordedCommand | null {
  const read = v.safeParse(Body, body)
  return read.success ? withoutSecret(read.output) : null
}
