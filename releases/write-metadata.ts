import { createHash, createPublicKey, type KeyObject, sign } from 'node:crypto'
import {
  Key,
  type Metadata,
  MetaFile,
  Metadata as SignedMetadata,
  Root,
  Signature,
  Snapshot,
  TargetFile,
  Targets,
  Timestamp,
} from '@tufjs/models'
import { canonicalJson } from '../domain/canonical.ts'
import { type ListedImage, targetPath } from './targets.ts'

/** Days for which each file counts. Root and targets are signed by people; snapshot and timestamp by the service. */
const goodDays = { root: 730, targets: 365, snapshot: 30, timestamp: 7 } as const

/** Return when a file of a role that is written now expires, to the second as the specification has it. */
export function expiryOf(role: keyof typeof goodDays, now: number): string {
  return `${new Date(now + goodDays[role] * 86_400_000).toISOString().slice(0, 19)}Z`
}

/** Return the public part of an Ed25519 key; its id is the hash of its canonical JSON (section 4.2 of the specification). */
export function releaseKey(key: KeyObject): Key {
  const { x } = (key.type === 'private' ? createPublicKey(key) : key).export({ format: 'jwk' })
  const keyVal = { public: Buffer.from(x ?? '', 'base64url').toString('hex') }
  const plain = { keytype: 'ed25519', scheme: 'ed25519', keyval: keyVal }
  const keyID = createHash('sha256').update(canonicalJson(plain)).digest('hex')
  return new Key({ keyID, keyType: 'ed25519', scheme: 'ed25519', keyVal })
}

/** Add the signature of one key; those that are there stay. */
export function signMetadata(metadata: Metadata<never>, privateKey: KeyObject): void {
  const { keyID } = releaseKey(privateKey)
  metadata.sign(
    (bytes) => new Signature({ keyID, sig: sign(null, bytes, privateKey).toString('hex') }),
  )
}

/** Write a file as it is kept and served. */
export function textOf(metadata: Metadata<never>): string {
  return `${JSON.stringify(metadata.toJSON(), null, 1)}\n`
}

export interface RootPlan {
  version: number
  expires: string
  root: { keys: readonly Key[]; threshold: number }
  targets: { keys: readonly Key[]; threshold: number }
  /** The service's key for timestamp and snapshot. */
  online: Key
}

/** Make an unsigned root. @throws Error for a threshold that its keys cannot meet */
export function makeRoot({ version, expires, root, targets, online }: RootPlan): Metadata<Root> {
  const signed = new Root({ version, expires, specVersion: '1.0.31', consistentSnapshot: true })
  for (const [role, { keys, threshold }] of Object.entries({ root, targets })) {
    if (threshold < 1 || threshold > keys.length) {
      throw new Error(`${role}: ${keys.length} keys cannot give ${threshold} signatures`)
    }
    for (const key of keys) signed.addKey(key, role)
    const made = signed.roles[role]
    if (made) Object.assign(made, { threshold })
  }
  for (const role of ['snapshot', 'timestamp']) signed.addKey(online, role)
  return new SignedMetadata(signed)
}

/** Make unsigned targets with one more image. @param before the targets until now, null for the first */
export function addImage(
  before: Targets | null,
  { version, models, file_hash, file_size, readings }: ListedImage,
  expires: string,
): Metadata<Targets> {
  const made = new Targets({
    version: (before?.version ?? 0) + 1,
    expires,
    specVersion: '1.0.31',
    targets: { ...before?.targets },
  })
  made.addTarget(
    new TargetFile({
      path: targetPath({ version, file_hash }),
      length: file_size,
      hashes: { sha256: file_hash },
      unrecognizedFields: { custom: { version, models, ...(readings && { readings }) } },
    }),
  )
  return new SignedMetadata(made)
}

/** Name a file by its version, length and hash. */
function metaOf(text: string, version: number): MetaFile {
  const sha256 = createHash('sha256').update(text).digest('hex')
  return new MetaFile({ version, length: Buffer.byteLength(text), hashes: { sha256 } })
}

/** Files by name as they are published. */
export type PublishedFiles = Record<string, string>

/**
 * Write snapshot and timestamp of signed targets with the online key.
 * @param version number of both: it rises with each publication.
 */
export function publishTargets(
  targetsText: string,
  targetsVersion: number,
  { version, now, key }: { version: number; now: number; key: KeyObject },
): PublishedFiles {
  const snapshot = new SignedMetadata(
    new Snapshot({
      version,
      expires: expiryOf('snapshot', now),
      specVersion: '1.0.31',
      meta: { 'targets.json': metaOf(targetsText, targetsVersion) },
    }),
  )
  signMetadata(snapshot as never, key)
  const snapshotText = textOf(snapshot as never)
  const timestamp = new SignedMetadata(
    new Timestamp({
      version,
      expires: expiryOf('timestamp', now),
      specVersion: '1.0.31',
      snapshotMeta: metaOf(snapshotText, version),
    }),
  )
  signMetadata(timestamp as never, key)
  return {
    [`${targetsVersion}.targets.json`]: targetsText,
    [`${version}.snapshot.json`]: snapshotText,
    'timestamp.json': textOf(timestamp as never),
  }
}
