import type { MetaFile, Metadata, Root, Targets } from '@tufjs/models'
import { checkCurrent, checkSigned, mostBytes, readMetadata, type Role } from './read-metadata.ts'
import { ReleaseFault } from './release-fault.ts'

/** Files that were followed last, as texts. Of `root` the newest: the first is installed in the factory. */
export interface KnownReleases {
  root: string
  timestamp?: string
  snapshot?: string
  targets?: string
}

/** Source of files: the service, another computer, a stick. None of them is trusted. */
export interface ReleaseFiles {
  /**
   * Read a file by its name, such as `2.root.json`; null where there is none.
   * @param most bytes that are wanted at most: of a longer file only some more need to be read.
   */
  read(name: string, most: number): Promise<Uint8Array | null>
}

/** New roots in one go: more are no ceremony, but a source that never ends. */
const mostRoots = 64

/**
 * Follow release metadata from what is known to what is current, as section 5 of the specification of The Update Framework has
 * it: root by root, then timestamp, snapshot, targets.
 * @param now the latest time that is known, in milliseconds since 1970.
 * @param keep is called whenever something more is known; a power cut behind it loses nothing.
 * @throws ReleaseFault for what cannot be trusted, and what `files` throws.
 */
export async function followReleases(
  known: KnownReleases,
  files: ReleaseFiles,
  now: number,
  keep: (known: KnownReleases) => void,
): Promise<Targets> {
  const { root, rest } = await followRoots(known, files, keep)
  checkCurrent('root', root, now)
  const before = keptOf(root, rest)
  const timestampText = await readFile(files, 'timestamp', 'timestamp.json')
  const timestamp = readMetadata('timestamp', timestampText)
  checkSigned(root, 'timestamp', timestamp)
  const { snapshotMeta } = timestamp.signed
  if (before.timestamp) {
    checkNotOlder('timestamp', timestamp.signed.version, before.timestamp.signed.version)
    checkNotOlder('snapshot', snapshotMeta.version, before.timestamp.signed.snapshotMeta.version)
  }
  checkCurrent('timestamp', timestamp, now)
  keep({ ...rest, timestamp: timestampText })

  const snapshotText = await readNamed(files, 'snapshot', snapshotMeta)
  const snapshot = readMetadata('snapshot', snapshotText)
  checkSigned(root, 'snapshot', snapshot)
  checkSame('snapshot', snapshot.signed.version, snapshotMeta)
  const targetsMeta = snapshot.signed.meta['targets.json']
  if (!targetsMeta) throw new ReleaseFault('mixed', 'snapshot names no targets')
  const last = before.snapshot?.signed.meta['targets.json']
  if (last) checkNotOlder('targets', targetsMeta.version, last.version)
  checkCurrent('snapshot', snapshot, now)
  keep({ ...rest, timestamp: timestampText, snapshot: snapshotText })

  const targetsText = await readNamed(files, 'targets', targetsMeta)
  const targets = readMetadata('targets', targetsText)
  checkSigned(root, 'targets', targets)
  checkSame('targets', targets.signed.version, targetsMeta)
  checkCurrent('targets', targets, now)
  keep({ root: rest.root, timestamp: timestampText, snapshot: snapshotText, targets: targetsText })
  return targets.signed
}

/** Follow the roots: each is signed by the keys of the one before and by its own. */
async function followRoots(
  known: KnownReleases,
  files: ReleaseFiles,
  keep: (known: KnownReleases) => void,
): Promise<{ root: Metadata<Root>; rest: KnownReleases }> {
  let rest = known
  let root = readMetadata('root', known.root)
  checkSigned(root, 'root', root)
  for (let count = 0; count < mostRoots; count += 1) {
    const name = `${root.signed.version + 1}.root.json`
    // Read one root after the other, since each says who signs the next.
    // oxlint-disable-next-line no-await-in-loop
    const bytes = await files.read(name, mostBytes.root)
    if (bytes === null) return { root, rest }
    const next = readMetadata('root', bytes)
    checkSigned(root, 'root', next)
    checkSigned(next, 'root', next)
    if (next.signed.version !== root.signed.version + 1) {
      throw new ReleaseFault('older', `${name} has version ${next.signed.version}`)
    }
    const text = Buffer.from(bytes).toString('utf8')
    // Drop the old numbers after new online keys: a person who had the old keys may have written very high ones.
    rest = hasSameOnlineKeys(root.signed, next.signed) ? { ...rest, root: text } : { root: text }
    root = next
    keep(rest)
  }
  throw new ReleaseFault('unreadable', `more than ${mostRoots} new roots`)
}

function hasSameOnlineKeys(before: Root, after: Root): boolean {
  return (['timestamp', 'snapshot'] as const).every((role) => {
    const ids = (root: Root) => (root.roles[role]?.keyIDs ?? []).toSorted().join(' ')
    return ids(before) === ids(after)
  })
}

/** Read what was followed before, as far as today's root still vouches for it. */
function keptOf(root: Metadata<Root>, known: KnownReleases) {
  return { timestamp: keptAs('timestamp', root, known), snapshot: keptAs('snapshot', root, known) }
}

function keptAs<Name extends 'timestamp' | 'snapshot'>(
  role: Name,
  root: Metadata<Root>,
  known: KnownReleases,
) {
  const text = known[role]
  if (text === undefined) return null
  try {
    const kept = readMetadata(role, text)
    checkSigned(root, role, kept)
    return kept
  } catch {
    return null
  }
}

async function readFile(files: ReleaseFiles, role: Role, name: string): Promise<string> {
  const bytes = await files.read(name, mostBytes[role])
  if (bytes === null) throw new ReleaseFault('mixed', `${name} is not there`)
  if (bytes.length > mostBytes[role]) throw new ReleaseFault('unreadable', `${name} is too long`)
  return Buffer.from(bytes).toString('utf8')
}

/** Read the very file that another one names by version, length and hash. */
async function readNamed(files: ReleaseFiles, role: Role, meta: MetaFile): Promise<string> {
  const name = `${meta.version}.${role}.json`
  const text = await readFile(files, role, name)
  try {
    meta.verify(Buffer.from(text))
  } catch (error) {
    throw new ReleaseFault('mixed', `${name}: ${(error as Error).message}`)
  }
  return text
}

function checkNotOlder(role: Role, given: number, known: number): void {
  if (given >= known) return
  throw new ReleaseFault('older', `${role} ${given} is older than the known ${known}`)
}

function checkSame(role: Role, given: number, { version }: MetaFile): void {
  if (given !== version) throw new ReleaseFault('mixed', `${role} is ${given}, not ${version}`)
}
