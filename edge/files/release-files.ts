import type { Metadata, Root } from '@tufjs/models'
import { Fault } from '../../domain/fault.ts'
import { checkCurrent, checkSigned, readMetadata } from '../../releases/read-metadata.ts'
import { ReleaseFault } from '../../releases/release-fault.ts'
import { findImage, type ListedImage } from '../../releases/targets.ts'
import { expiryOf, publishTargets } from '../../releases/write-metadata.ts'
import { privateKeyObject } from '../crypto/ed25519.ts'

/** Folder of release metadata in the bucket; every name but `timestamp.json` is written once. */
const folder = 'releases/'
/** Time for which a timestamp is given before it is written again: devices then have at least six days with it. */
const freshMs = 86_400_000

/** Return whether this deployment publishes signed lists of releases: it has the key for snapshot and timestamp. */
export function signsReleases({ RELEASE_KEY }: Pick<Env, 'RELEASE_KEY'>): boolean {
  return Boolean(RELEASE_KEY)
}

/** Read a file of release metadata. A timestamp of yesterday is written again first. @throws Fault `not_found` */
export async function readReleaseFile(env: Env, name: string): Promise<Uint8Array> {
  if (name === 'timestamp.json') await refreshTimestamp(env)
  const text = await readText(env, name)
  if (text === null) throw new Fault('not_found', 'There is no such release file')
  return new TextEncoder().encode(text)
}

/**
 * List the files that a stick carries beside the images: every root, and the newest of the others.
 * @throws Fault `refused` where no release signers sign, or where they have listed nothing yet
 */
export async function listReleaseFiles(env: Env): Promise<Map<string, Uint8Array>> {
  await refreshTimestamp(env)
  const last = await readLast(env)
  if (!signsReleases(env) || !last) {
    throw new Fault('refused', 'Release signers have listed no software here', {
      reason: 'releases_unsigned',
    })
  }
  const names = await namesInForce(env, last)
  const files = names.map(
    async (name) => [`metadata/${name}`, await readReleaseFile(env, name)] as const,
  )
  return new Map(await Promise.all(files))
}

/** List the names of every root, and of the newest of the other files. */
async function namesInForce(env: Env, last: Last): Promise<string[]> {
  return [
    ...(await listRoots(env)).map((_, at) => `${at + 1}.root.json`),
    `${last.targets}.targets.json`,
    `${last.version}.snapshot.json`,
    'timestamp.json',
  ]
}

interface ReleaseFile {
  name: string
  text: string
}

/** Return the release files that count now, as they are, for a backup; none where nothing is published. */
export async function exportReleases(env: Env): Promise<ReleaseFile[]> {
  const last = await readLast(env)
  const names = last ? await namesInForce(env, last) : []
  return Promise.all(names.map(async (name) => ({ name, text: (await readText(env, name)) ?? '' })))
}

/**
 * Put release files back, so that devices, which refuse older ones, go on by the same numbers.
 * @throws Fault `invalid` where another file has the name of one of them
 */
export async function restoreReleases(env: Env, files: readonly ReleaseFile[]): Promise<void> {
  // Write the timestamp last: devices find it only once all that it names is there.
  for (const { name, text } of files.toSorted((a, b) => rank(a) - rank(b))) {
    // oxlint-disable-next-line no-await-in-loop
    await putOnce(env, name, text)
  }
}

const rank = ({ name }: ReleaseFile) => (name === 'timestamp.json' ? 1 : 0)

/**
 * Check files that release signers have made, and publish them for the devices.
 * @param given texts of the new targets and, after a rotation, of the next root
 * @param image what is uploaded: it must be listed for each of its models
 * @throws Fault `invalid` with the field, for files that devices would refuse
 */
export async function publishReleases(
  env: Env,
  given: { targets: string; root?: string | undefined },
  image: ListedImage,
): Promise<void> {
  const now = Date.now()
  const before = await readRoot(env)
  const root = inField('root', () => nextRoot(before, given.root, now))
  const last = await readLast(env)
  const targets = inField('targets', () => {
    const read = readMetadata('targets', given.targets)
    checkSigned(root, 'targets', read)
    checkCurrent('targets', read, now)
    for (const model of image.models) {
      const listed = findImage(read.signed, { ...image, model })
      if (listed.file_size !== image.file_size) throw new ReleaseFault('unlisted', 'other length')
      // Compare with what release signers have signed: a rehearsal rests on it, not on what somebody typed here.
      if (listed.readings !== image.readings) {
        throw new ReleaseFault('unlisted', 'another declaration of readings')
      }
    }
    return read.signed
  })
  const isPublished =
    targets.version === last?.targets &&
    (await readText(env, nameOf('targets', targets.version))) === given.targets
  const isNewRoot = root.signed.version !== before?.signed.version
  if (isPublished && !isNewRoot) return
  const first = (last?.targets ?? 0) + 1
  const isNext = async () => targets.version === (await freeFrom(env, first, given.targets))
  if (!isPublished && !(await isNext())) refuse('targets', 'older')
  const files = publishTargets(given.targets, targets.version, {
    version: await freeFrom(env, (last?.version ?? 0) + 1),
    now,
    key: keyOf(env),
  })
  const { 'timestamp.json': timestamp = '', ...named } = files
  // Check that the root names the service's key: otherwise devices would refuse everything that follows.
  inField('root', () => checkSigned(root, 'timestamp', readMetadata('timestamp', timestamp)))
  // Write the timestamp last: devices find it only once all that it names is there, and need the new root for it.
  for (const [file, text] of Object.entries(named)) {
    // oxlint-disable-next-line no-await-in-loop
    await putOnce(env, file, text)
  }
  if (isNewRoot && given.root !== undefined) {
    await putOnce(env, nameOf('root', root.signed.version), given.root)
  }
  await putTimestamp(env, timestamp, last?.etag)
}

/** Return the root that counts with what was given; the first is taken as it is, as devices have it already. */
function nextRoot(
  before: Metadata<Root> | null,
  given: string | undefined,
  now: number,
): Metadata<Root> {
  if (given === undefined) {
    if (before) return before
    throw new ReleaseFault('mixed', 'The first targets come with 1.root.json')
  }
  const root = readMetadata('root', given)
  if (before && before.signed.equals(root.signed)) return before
  if (root.signed.version !== (before?.signed.version ?? 0) + 1) {
    throw new ReleaseFault('older', `root ${root.signed.version} does not follow the last`)
  }
  if (before) checkSigned(before, 'root', root)
  checkSigned(root, 'root', root)
  checkCurrent('root', root, now)
  return root
}

async function readRoot(env: Env): Promise<Metadata<Root> | null> {
  const last = (await listRoots(env)).at(-1)
  return last === undefined ? null : readMetadata('root', last)
}

/** Read all roots, the oldest first. */
async function listRoots(env: Env): Promise<string[]> {
  const roots: string[] = []
  for (;;) {
    // Read on to the newest, which has no next one.
    // oxlint-disable-next-line no-await-in-loop
    const text = await readText(env, nameOf('root', roots.length + 1))
    if (text === null) return roots
    roots.push(text)
  }
}

interface Last {
  /** Number of timestamp and snapshot. */
  version: number
  targets: number
  expires: string
  /** ETag of the timestamp in the bucket: only one of two writers at a time replaces it. */
  etag: string
}

async function readLast(env: Env): Promise<Last | null> {
  const kept = await env.BLOBS.get(`${folder}timestamp.json`)
  if (!kept) return null
  const { signed } = readMetadata('timestamp', await kept.text())
  const snapshot = await readText(env, nameOf('snapshot', signed.snapshotMeta.version))
  const named = snapshot === null ? null : readMetadata('snapshot', snapshot).signed.meta
  const targets = named?.['targets.json']?.version
  if (targets === undefined) throw new Fault('internal', 'A release file is missing')
  return { version: signed.version, targets, expires: signed.expires, etag: kept.etag }
}

/** Write timestamp and snapshot again when the last are a day old: a device that hears none for a week installs nothing. */
async function refreshTimestamp(env: Env): Promise<void> {
  if (!signsReleases(env)) return
  const last = await readLast(env)
  const now = Date.now()
  if (!last || Date.parse(last.expires) > Date.parse(expiryOf('timestamp', now - freshMs))) return
  const text = await readText(env, nameOf('targets', last.targets))
  if (text === null) throw new Fault('internal', 'A release file is missing')
  const version = await freeFrom(env, last.version + 1)
  const files = publishTargets(text, last.targets, { version, now, key: keyOf(env) })
  const snapshot = nameOf('snapshot', version)
  const none = new Headers({ 'If-None-Match': '*' })
  const put = await env.BLOBS.put(`${folder}${snapshot}`, files[snapshot] ?? '', { onlyIf: none })
  // Let the second of two writers change nothing: the first writes the timestamp.
  if (!put) return
  const onlyIf = { etagMatches: last.etag }
  await env.BLOBS.put(`${folder}timestamp.json`, files['timestamp.json'] ?? '', { onlyIf })
}

async function readText(env: Env, name: string): Promise<string | null> {
  return (await env.BLOBS.get(`${folder}${name}`))?.text() ?? null
}

const nameOf = (role: 'root' | 'snapshot' | 'targets', version: number) => `${version}.${role}.json`

/**
 * Return the first number whose file is not there yet, or has this text of targets; without a text, of snapshots. A publication
 * that broke off leaves files that no timestamp names: their numbers are passed over.
 */
async function freeFrom(env: Env, first: number, targets?: string): Promise<number> {
  const role = targets === undefined ? 'snapshot' : 'targets'
  for (let version = first; ; version += 1) {
    // oxlint-disable-next-line no-await-in-loop
    const text = await readText(env, nameOf(role, version))
    if (text === null || text === targets) return version
  }
}

/** Write a file whose content never changes. @throws Fault `changed` where another one has its name */
async function putOnce(env: Env, name: string, text: string): Promise<void> {
  const onlyIf = new Headers({ 'If-None-Match': '*' })
  const put = await env.BLOBS.put(`${folder}${name}`, text, { onlyIf })
  if (!put && (await readText(env, name)) !== text) refuse('targets', 'older')
}

async function putTimestamp(env: Env, text: string, etag: string | undefined): Promise<void> {
  const onlyIf = etag === undefined ? new Headers({ 'If-None-Match': '*' }) : { etagMatches: etag }
  if (!(await env.BLOBS.put(`${folder}timestamp.json`, text, { onlyIf })))
    refuse('targets', 'older')
}

function keyOf({ RELEASE_KEY = '' }: Env) {
  return privateKeyObject(new Uint8Array(Buffer.from(RELEASE_KEY, 'base64url')))
}

function inField<Result>(field: 'root' | 'targets', read: () => Result): Result {
  try {
    return read()
  } catch (error) {
    if (error instanceof ReleaseFault) refuse(field, error.code, error.message)
    throw error
  }
}

function refuse(field: 'root' | 'targets', code: ReleaseFault['code'], detail = ''): never {
  const message = `Devices would refuse this file: ${code} ${detail}`.trim()
  throw new Fault('invalid', message, { field, reason: 'release_refused' })
}
