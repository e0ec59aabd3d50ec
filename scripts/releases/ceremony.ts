import { createHash, createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { Key, type Metadata, type Targets } from '@tufjs/models'
import * as v from 'valibot'
import { canonicalJson } from '../../domain/canonical.ts'
import { SignalProcessing } from '../../domain/entities/bkernel.ts'
import { Version } from '../../domain/fields.ts'
import { followReleases } from '../../releases/follow.ts'
import { readMetadata, type Role } from '../../releases/read-metadata.ts'
import { readDeclared, targetPath } from '../../releases/targets.ts'
import {
  addImage,
  expiryOf,
  makeRoot,
  publishTargets,
  releaseKey,
  signMetadata,
  textOf,
} from '../../releases/write-metadata.ts'
import { askHidden } from '../ask.ts'
import { CannotStart } from '../cannot-start.ts'

/** Characters of a passphrase at least: a stolen key file is guessed at on fast machines. */
const shortest = 16

/**
 * Make a key pair. That of a person is encrypted (PKCS #8, AES-256); the service's is printed once as its secret.
 * @returns what to do with it
 */
export async function makeKey(name: string, isOnline: boolean): Promise<string> {
  if (name === '') throw new CannotStart('Give the key a name')
  const paths = { secret: `${name}.pem`, open: `${name}.pub.json` }
  for (const path of Object.values(paths)) {
    if (existsSync(path)) throw new CannotStart(`${path} is there already`)
  }
  const { privateKey } = generateKeyPairSync('ed25519')
  const passphrase = await askPassphrase()
  if (passphrase.length < shortest) {
    throw new CannotStart(`The passphrase needs ${shortest} characters at least`)
  }
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase })
  writeFileSync(paths.secret, pem, { mode: 0o600, flag: 'wx' })
  const key = releaseKey(privateKey)
  const told = { keyid: key.keyID, ...(key.toJSON() as object) }
  writeFileSync(paths.open, `${JSON.stringify(told, null, 1)}\n`, { flag: 'wx' })
  const made = `${paths.secret} stays with you, ${paths.open} goes to the person who writes the root.`
  if (!isOnline) return made
  return `${made}\nRELEASE_KEY=${privateKey.export({ format: 'jwk' }).d}`
}

/** Write the next root from public keys; its holders sign it, after a change of keys also those of the root before. */
export function writeRoot(
  folder: string,
  keys: { rootKeys: string[]; targetKeys: string[]; onlineKey: string; threshold: number },
): string {
  const { rootKeys, targetKeys, onlineKey, threshold } = keys
  if (onlineKey === '')
    throw new CannotStart('Name the public key of the service with --online-key')
  const version = (lastOf(folder, 'root') ?? 0) + 1
  const root = makeRoot({
    version,
    expires: expiryOf('root', Date.now()),
    root: { keys: rootKeys.map(readPublic), threshold },
    targets: {
      keys: targetKeys.map(readPublic),
      threshold: Math.min(threshold, targetKeys.length),
    },
    online: readPublic(onlineKey),
  })
  return writeMetadata(folder, `${version}.root.json`, textOf(root as never))
}

/** Copy an image into the folder and list it in the next targets. */
export function listRelease(
  folder: string,
  {
    image,
    version,
    models,
    declared = '',
  }: { image: string; version: string; models: string[]; declared?: string },
): string {
  if (!v.is(Version, version)) throw new CannotStart('--version is three numbers, such as 3.0.1')
  if (models.length === 0) throw new CannotStart('Name each model with --model')
  const bytes = readFileSync(image)
  const file_hash = createHash('sha256').update(bytes).digest('hex')
  const last = lastOf(folder, 'targets')
  const before =
    last === null ? null : readMetadata('targets', read(folder, `${last}.targets.json`))
  const readings = declared === '' ? undefined : readDeclaration(declared)
  const listed = { version, models, file_hash, file_size: bytes.length, readings }
  const targets = addImage(before?.signed ?? null, listed, expiryOf('targets', Date.now()))
  const to = join(folder, 'targets', targetPath(listed))
  mkdirSync(dirname(to), { recursive: true })
  copyFileSync(image, to)
  return writeMetadata(folder, `${(last ?? 0) + 1}.targets.json`, textOf(targets as never))
}

/** Read how a version makes readings, as its maker declares. @throws CannotStart naming the field */
function readDeclaration(path: string): string {
  const read = v.safeParse(SignalProcessing, JSON.parse(readFileSync(path, 'utf8')))
  if (read.success) return canonicalJson(read.output)
  const problems = read.issues.map((one) => `${v.getDotPath(one) ?? ''}: ${one.message}`)
  throw new CannotStart(`${path} is no declaration of readings. ${problems.join('; ')}`)
}

/** Say what a signature of targets is about: each image with its models and how it makes readings. */
function sayTargets({ targets }: Targets): string {
  return Object.entries(targets)
    .map(([path, target]) => {
      const { models = [], readings } = readDeclared(target) ?? {}
      return `  ${path} for ${models.join(', ')}: ${readings ?? 'nothing declared of its readings'}`
    })
    .join('\n')
}

/** Add the signature of one key to a root or to targets, and say what was signed. */
export async function signFile(path: string, keyPath: string): Promise<string> {
  const role = /\.(root|targets)\.json$/.exec(basename(path))?.[1] as Role | undefined
  if (role === undefined)
    throw new CannotStart('Only N.root.json and N.targets.json are signed by people')
  const metadata = readMetadata(role, readFileSync(path, 'utf8')) as Metadata<never>
  const key = await readKey(keyPath)
  signMetadata(metadata, key)
  writeFileSync(path, textOf(metadata))
  const count = Object.keys(metadata.signatures).length
  const said = `${path} has ${count} signatures, the last of ${releaseKey(key).keyID}`
  if (role !== 'targets') return said
  return `${said}. It lists:\n${sayTargets(metadata.signed as unknown as Targets)}`
}

/** Write snapshot and timestamp with the service's key: they count 30 and 7 days. */
export async function publishFolder(folder: string, keyPath: string): Promise<string> {
  const last = lastOf(folder, 'targets')
  if (last === null) throw new CannotStart('There are no targets in this folder')
  const version = (lastOf(folder, 'snapshot') ?? 0) + 1
  const options = { version, now: Date.now(), key: await readKey(keyPath) }
  const files = publishTargets(read(folder, `${last}.targets.json`), last, options)
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(join(folder, 'metadata', name), text)
  }
  return checkFolder(folder)
}

/** Follow a folder as a device does that was made with its first root. @throws ReleaseFault */
export async function checkFolder(folder: string): Promise<string> {
  const files = {
    read: async (name: string) => {
      const path = join(folder, 'metadata', name)
      return existsSync(path) ? readFileSync(path) : null
    },
  }
  const known = { root: read(folder, '1.root.json') }
  const targets = await followReleases(known, files, Date.now(), () => {})
  const { length } = Object.keys(targets.targets)
  return `Devices follow this folder. ${length} images are listed:\n${sayTargets(targets)}`
}

const read = (folder: string, name: string) => readFileSync(join(folder, 'metadata', name), 'utf8')

/** Return the highest number of a role's files, null without one. */
function lastOf(folder: string, role: Role): number | null {
  const path = join(folder, 'metadata')
  const names = existsSync(path) ? readdirSync(path) : []
  const numbers = names
    .filter((name) => name.endsWith(`.${role}.json`))
    .map((name) => Number.parseInt(name, 10))
  return numbers.length === 0 ? null : Math.max(...numbers)
}

function writeMetadata(folder: string, name: string, text: string): string {
  const path = join(folder, 'metadata', name)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text, { flag: 'wx' })
  return `${path} is to be signed now`
}

function readPublic(path: string): Key {
  const { keyid, ...key } = JSON.parse(readFileSync(path, 'utf8')) as Record<string, never>
  return Key.fromJSON(String(keyid), key)
}

async function readKey(path: string): Promise<KeyObject> {
  if (path === '') throw new CannotStart('Name the key with --key')
  const passphrase = await askPassphrase()
  try {
    return createPrivateKey({ key: readFileSync(path), passphrase })
  } catch {
    throw new CannotStart(`${path} does not open with this passphrase`)
  }
}

async function askPassphrase(): Promise<string> {
  return process.env['RELEASE_PASSPHRASE'] ?? askHidden('Passphrase of the key (not shown):')
}
