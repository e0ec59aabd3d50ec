import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import type { Metadata, Root } from '@tufjs/models'
import type { KnownReleases, ReleaseFiles } from '../../releases/follow.ts'
import { readMetadata } from '../../releases/read-metadata.ts'
import type { ListedImage } from '../../releases/targets.ts'
import {
  addImage,
  expiryOf,
  makeRoot,
  publishTargets,
  releaseKey,
  type RootPlan,
  signMetadata,
  textOf,
} from '../../releases/write-metadata.ts'

export interface Keys {
  root: KeyObject[]
  targets: KeyObject[]
  online: KeyObject
}

const newKey = () => generateKeyPairSync('ed25519').privateKey

/** Make the keys of a ceremony: three holders of the root, of whom two must sign, two release signers, and the service's own. */
export function makeKeys(): Keys {
  return { root: [newKey(), newKey(), newKey()], targets: [newKey(), newKey()], online: newKey() }
}

/** A repository of release metadata with the keys that a person who attacks it would like to have. */
export interface Repository {
  keys: Keys
  /** The root that devices are made with. */
  root: string
  files: Record<string, string>
  /** Time in milliseconds at which everything is written. */
  now: number
  version: number
}

function planOf(keys: Keys, version: number, now: number): RootPlan {
  return {
    version,
    expires: expiryOf('root', now),
    root: { keys: keys.root.map(releaseKey), threshold: 2 },
    targets: { keys: keys.targets.map(releaseKey), threshold: 2 },
    online: releaseKey(keys.online),
  }
}

function signedBy(metadata: unknown, keys: readonly (KeyObject | undefined)[]): string {
  for (const key of keys) if (key) signMetadata(metadata as never, key)
  return textOf(metadata as never)
}

/** Make a repository with its first root, and with images listed one after the other. */
export function makeRepository(
  now: number,
  images: readonly ListedImage[],
  keys = makeKeys(),
): Repository {
  const root = signedBy(makeRoot(planOf(keys, 1, now)), keys.root.slice(0, 2))
  const made: Repository = { keys, root, files: { '1.root.json': root }, now, version: 0 }
  for (const image of images) addRelease(made, image)
  return made
}

/** Rotate the root: the new one is signed by two holders of the old keys and two of the new. */
export function rotateRoot(
  repository: Repository,
  keys: Keys,
  signers = [...repository.keys.root.slice(1), ...keys.root.slice(0, 2)],
): void {
  const version =
    Object.keys(repository.files).filter((name) => name.endsWith('root.json')).length + 1
  const root: Metadata<Root> = makeRoot(planOf(keys, version, repository.now))
  repository.files[`${version}.root.json`] = signedBy(root, signers)
  repository.keys = keys
}

/** List one more image and publish it. */
export function addRelease(
  repository: Repository,
  image: ListedImage,
  { signers = repository.keys.targets, online = repository.keys.online } = {},
): void {
  const { now } = repository
  repository.version += 1
  const { text, version } = listImage(repository, image, signers)
  const options = { version: repository.version, now, key: online }
  Object.assign(repository.files, publishTargets(text, version, options))
}

/** Sign targets with one more image, as release signers do before they upload it. */
export function listImage(
  repository: Repository,
  image: ListedImage,
  signers: readonly KeyObject[] = repository.keys.targets,
): { text: string; version: number } {
  const targets = addImage(lastTargets(repository), image, expiryOf('targets', repository.now))
  return { text: signedBy(targets, signers), version: targets.signed.version }
}

function lastTargets({ files }: Repository) {
  const names = Object.keys(files).filter((name) => name.endsWith('targets.json'))
  const last = files[`${names.length}.targets.json`]
  return last === undefined ? null : readMetadata('targets', last).signed
}

/** Serve the files of a repository. */
export function filesOf(files: Record<string, string>): ReleaseFiles {
  return {
    read: async (name) => {
      const text = files[name]
      return text === undefined ? null : new TextEncoder().encode(text)
    },
  }
}

/** Return what a new device knows: nothing but the root that it was made with. */
export const knownOf = ({ root }: Repository): KnownReleases => ({ root })
