import type { ReleaseFiles } from '../../releases/follow.ts'
import type { ReleaseCode } from '../../releases/release-fault.ts'
import { publishTargets } from '../../releases/write-metadata.ts'
import { imageOf } from './images.ts'
import {
  addRelease,
  filesOf,
  makeKeys,
  makeRepository,
  type Repository,
  rotateRoot,
} from './repository.ts'

/** Attempt of somebody between release signers and device; a device that has followed `before` meets `files` at `now`. */
export interface Attack {
  before: Repository
  files: ReleaseFiles
  now: number
}

/** The version that an attacked device is ordered to install. */
export const wantedVersion = '3.0.1'
const day = 86_400_000

/** Serve a good repository with some files changed. */
const bent = (files: Record<string, string>, change: Record<string, string | undefined>) =>
  filesOf(
    Object.fromEntries(
      Object.entries({ ...files, ...change }).filter(([, text]) => text),
    ) as Record<string, string>,
  )

const grown = (now: number) => {
  const before = makeRepository(now, [imageOf('3.0.0'), imageOf(wantedVersion)])
  const after = copyOf(before)
  addRelease(after, imageOf('3.0.2'))
  return { before, after }
}

/** Copy a repository with its files: the keys stay the same objects. */
function copyOf(repository: Repository): Repository {
  return { ...repository, files: { ...repository.files } }
}

/** Let a repository be met by a device that has followed it so far. */
function met(before: Repository, files: ReleaseFiles, now = before.now): Attack {
  return { before, files, now }
}

/** Every attack with the code by which a device refuses it; each begins at a time in milliseconds. */
export const attacks: Readonly<Record<string, { code: ReleaseCode; make(now: number): Attack }>> = {
  'freeze: the last timestamp is given for ever': {
    code: 'outdated',
    make: (now) => {
      const before = makeRepository(now, [imageOf(wantedVersion)])
      return met(before, filesOf(before.files), now + 8 * day)
    },
  },
  'freeze: the timestamp is fresh, the release signers have not signed for a year': {
    code: 'outdated',
    make: (now) => {
      const keys = makeKeys()
      const old = makeRepository(now - 366 * day, [imageOf(wantedVersion)], keys)
      const fresh = { ...copyOf(old), now }
      rotateRoot(fresh, keys)
      const text = old.files['1.targets.json'] ?? ''
      republish(fresh, text)
      return met({ ...old, files: { '1.root.json': old.root } }, filesOf(fresh.files), now)
    },
  },
  'replay: an older timestamp that is still good': {
    code: 'older',
    make: (now) => {
      const { before, after } = grown(now)
      return met(after, filesOf(before.files))
    },
  },
  'downgrade: a new timestamp names an older snapshot': {
    code: 'older',
    make: (now) => {
      const { before, after } = grown(now)
      const back = copyOf(before)
      back.version = 0
      // Publish as somebody who has the service's key, and no release signer's.
      republish(back, before.files['2.targets.json'] ?? '', 2)
      return met(after, filesOf(back.files))
    },
  },
  'downgrade: a new snapshot names older targets': {
    code: 'older',
    make: (now) => {
      const { before, after } = grown(now)
      const back = copyOf(after)
      republish(back, before.files['1.targets.json'] ?? '', 1)
      return met(after, filesOf(back.files))
    },
  },
  'mix and match: the snapshot of another day': {
    code: 'mixed',
    make: (now) => {
      const { before, after } = grown(now)
      const snapshot = before.files['2.snapshot.json']
      return met(before, bent(after.files, { '3.snapshot.json': snapshot }))
    },
  },
  'mix and match: the targets of another day': {
    code: 'mixed',
    make: (now) => {
      const { before, after } = grown(now)
      return met(before, bent(after.files, { '3.targets.json': after.files['2.targets.json'] }))
    },
  },
  'a file is left out': {
    code: 'mixed',
    make: (now) => {
      const { before, after } = grown(now)
      return met(before, bent(after.files, { '3.targets.json': undefined }))
    },
  },
  'wrong keys: a repository of somebody else': {
    code: 'unsigned',
    make: (now) => {
      const other = makeRepository(now, [imageOf(wantedVersion)])
      return met(makeRepository(now, []), filesOf(other.files))
    },
  },
  'wrong keys: a root that its own keys alone have signed': {
    code: 'unsigned',
    make: (now) => {
      const before = makeRepository(now, [imageOf(wantedVersion)])
      const after = copyOf(before)
      const keys = makeKeys()
      rotateRoot(after, keys, keys.root)
      return met(before, filesOf(after.files))
    },
  },
  'below the threshold: one holder makes a new root': {
    code: 'unsigned',
    make: (now) => {
      const before = makeRepository(now, [imageOf(wantedVersion)])
      const after = copyOf(before)
      const keys = makeKeys()
      rotateRoot(after, keys, [...before.keys.root.slice(0, 1), ...keys.root])
      return met(before, filesOf(after.files))
    },
  },
  'below the threshold: one release signer signs': {
    code: 'unsigned',
    make: (now) => {
      const before = makeRepository(now, [])
      const after = copyOf(before)
      addRelease(after, imageOf(wantedVersion), { signers: before.keys.targets.slice(0, 1) })
      return met(before, filesOf(after.files))
    },
  },
  'the service lists software itself': {
    code: 'unsigned',
    make: (now) => {
      const before = makeRepository(now, [])
      const after = copyOf(before)
      const { online } = before.keys
      addRelease(after, imageOf(wantedVersion), { signers: [online] })
      return met(before, filesOf(after.files))
    },
  },
  'a key that was rotated out signs': {
    code: 'unsigned',
    make: (now) => {
      const before = makeRepository(now, [])
      const after = copyOf(before)
      const gone = before.keys.targets
      rotateRoot(after, { ...before.keys, targets: makeKeys().targets })
      addRelease(after, imageOf(wantedVersion), { signers: gone })
      return met(before, filesOf(after.files))
    },
  },
  'truncated: a file breaks off': {
    code: 'unreadable',
    make: (now) => {
      const { before, after } = grown(now)
      const timestamp = after.files['timestamp.json']?.slice(0, -20)
      return met(before, bent(after.files, { 'timestamp.json': timestamp }))
    },
  },
  'endless: a file does not end': {
    code: 'unreadable',
    make: (now) => {
      const { before, after } = grown(now)
      const read = filesOf(after.files).read
      const endless = async (name: string, most: number) =>
        name === 'timestamp.json' ? new Uint8Array(most + 1).fill(32) : read(name, most)
      return met(before, { read: endless })
    },
  },
  'endless: one new root after the other': {
    code: 'unreadable',
    make: (now) => {
      const before = makeRepository(now, [imageOf(wantedVersion)])
      const after = copyOf(before)
      for (let count = 0; count < 64; count += 1) rotateRoot(after, before.keys)
      return met(before, filesOf(after.files))
    },
  },
  'an image that is not listed': {
    code: 'unlisted',
    make: (now) => {
      const before = makeRepository(now, [imageOf('3.0.0')])
      return met(before, filesOf(before.files))
    },
  },
  'an image that is listed for other models': {
    code: 'unlisted',
    make: (now) => {
      const before = makeRepository(now, [])
      addRelease(before, { ...imageOf(wantedVersion), models: ['bCUBE 1'] })
      return met(before, filesOf(before.files))
    },
  },
}

/** Publish given targets again with the service's key, under the next number. */
function republish(repository: Repository, targets: string, version = 1): void {
  repository.version += 1
  const { now, keys, version: number } = repository
  const options = { version: number, now, key: keys.online }
  Object.assign(repository.files, publishTargets(targets, version, options))
}
