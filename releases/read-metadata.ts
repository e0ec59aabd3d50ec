import { createPublicKey, verify } from 'node:crypto'
import { canonicalize } from '@tufjs/canonical-json'
import {
  type Key,
  Metadata,
  MetadataKind,
  type Root,
  type Snapshot,
  type Targets,
  type Timestamp,
} from '@tufjs/models'
import { ReleaseFault } from './release-fault.ts'

interface Kinds {
  root: Root
  timestamp: Timestamp
  snapshot: Snapshot
  targets: Targets
}
export type Role = keyof Kinds

const kinds = {
  root: MetadataKind.Root,
  timestamp: MetadataKind.Timestamp,
  snapshot: MetadataKind.Snapshot,
  targets: MetadataKind.Targets,
} as const

/** Longest file of each role in bytes: a source that never ends must not fill the device. */
export const mostBytes: Readonly<Record<Role, number>> = {
  root: 64 * 1024,
  timestamp: 16 * 1024,
  snapshot: 64 * 1024,
  targets: 512 * 1024,
}

/**
 * Read a file of The Update Framework (specification 1.0.34, section 4). Nothing in it counts before `checkSigned`.
 * @throws ReleaseFault `unreadable` for anything else, too long, or with a version or day that cannot be compared.
 */
export function readMetadata<Name extends Role>(
  role: Name,
  bytes: Uint8Array | string,
): Metadata<Kinds[Name]> {
  const text = typeof bytes === 'string' ? bytes : Buffer.from(bytes).toString('utf8')
  if (Buffer.byteLength(text) > mostBytes[role]) {
    throw new ReleaseFault('unreadable', `${role} is longer than ${mostBytes[role]} bytes`)
  }
  try {
    const data = JSON.parse(text) as never
    const read = Metadata.fromJSON(kinds[role] as MetadataKind.Root, data) as unknown as Metadata<
      Kinds[Name]
    >
    const { version, expires } = read.signed
    if (!Number.isSafeInteger(version) || version < 1) throw new Error('its version is no number')
    // Refuse a day that cannot be read, which would never be past.
    if (Number.isNaN(Date.parse(expires))) throw new Error('its expiry is no date')
    if (role === 'root') checkKeys(read.signed as Root)
    return read
  } catch (error) {
    throw new ReleaseFault('unreadable', `${role}: ${(error as Error).message}`)
  }
}

/** Refuse a key under two names: one person would count as two towards a threshold. */
function checkKeys({ keys }: Root): void {
  const values = Object.values(keys).map(({ keyVal }) => keyVal['public'])
  if (new Set(values).size < values.length) throw new Error('one key has two names')
}

/**
 * Check that enough different keys that `root` names have signed for a role. Only Ed25519 counts. `verifyDelegate` of the library
 * gives keys to `verify` in a form that Workers do not take.
 * @throws ReleaseFault `unsigned`
 */
export function checkSigned<Name extends Role>(
  root: Metadata<Root>,
  role: Name,
  given: Metadata<Kinds[Name]>,
): void {
  const { keyIDs = [], threshold = 1 } = root.signed.roles[role] ?? {}
  const bytes = Buffer.from(canonicalize(given.signed.toJSON()))
  const signers = [...new Set(keyIDs)].filter((id) => {
    const key = root.signed.keys[id]
    return key !== undefined && hasSigned(key, bytes, given.signatures[id]?.sig ?? '')
  })
  const count = signers.length
  if (count >= threshold && count > 0) return
  throw new ReleaseFault('unsigned', `${role} is signed by ${count} of ${threshold} keys`)
}

function hasSigned({ keyType, scheme, keyVal }: Key, bytes: Buffer, signature: string): boolean {
  const x = Buffer.from(keyVal['public'] ?? '', 'hex')
  const given = Buffer.from(signature, 'hex')
  if (keyType !== 'ed25519' || scheme !== 'ed25519' || given.length !== 64) return false
  try {
    const jwk = { kty: 'OKP', crv: 'Ed25519', x: x.toString('base64url') }
    return verify(null, bytes, createPublicKey({ key: jwk, format: 'jwk' }), given)
  } catch {
    // Refuse a key that is no point of the curve.
    return false
  }
}

/** @param now in milliseconds since 1970. @throws ReleaseFault `outdated` */
export function checkCurrent(role: Role, given: Metadata<Kinds[Role]>, now: number): void {
  if (!given.signed.isExpired(new Date(now))) return
  throw new ReleaseFault('outdated', `${role} was good until ${given.signed.expires}`)
}
