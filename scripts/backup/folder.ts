import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CannotStart } from '../cannot-start.ts'

/*
 * A backup on the disk: `pages/000001.ndjson` and so on, `blobs/HASH`, of the provider `releases/NAME`, `manifest.json` with the hash of each of them, and
 * `manifest.sha256` with the manifest's own. Readable by their owner only.
 */

const folderFormat = 'bapp-backup-folder/1'

export interface Manifest {
  format: typeof folderFormat
  company_uuid: string
  origin: string
  url: string
  /** Version of the deployment that made it. */
  version: string
  at: string
  /** Entries of the trail at the first and at the last page: the same when nothing changed meanwhile. */
  size: { from: number; to: number }
  pages: number
  blobs: number
  files: Record<string, string>
}

export function sha256(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** A folder that is being filled. @throws CannotStart when there is something in it. */
export class NewFolder {
  readonly #path: string
  readonly #files: Record<string, string> = {}

  constructor(path: string) {
    if (existsSync(path) && readdirSync(path).length > 0) {
      throw new CannotStart(`${path} is not empty.`)
    }
    for (const name of ['pages', 'blobs', 'releases']) {
      mkdirSync(join(path, name), { recursive: true, mode: 0o700 })
    }
    this.#path = path
  }

  write(name: string, bytes: Uint8Array): void {
    writeFileSync(join(this.#path, name), bytes, { mode: 0o600 })
    this.#files[name] = sha256(bytes)
  }

  /** Last of all: a folder without a manifest is no backup. */
  finish(facts: Omit<Manifest, 'files' | 'format'>): Manifest {
    const manifest = { format: folderFormat, ...facts, files: this.#files } as const
    const text = `${JSON.stringify(manifest, null, 2)}\n`
    writeFileSync(join(this.#path, 'manifest.json'), text, { mode: 0o600 })
    writeFileSync(join(this.#path, 'manifest.sha256'), `${sha256(text)}\n`, { mode: 0o600 })
    return manifest
  }
}

/**
 * Read the manifest and compare every file with its hash.
 * @throws Error naming the first file that is missing, changed, or should not be there.
 */
export function readFolder(path: string): Manifest {
  const text = readNamed(path, 'manifest.json').toString('utf8')
  if (readNamed(path, 'manifest.sha256').toString('utf8') !== `${sha256(text)}\n`) {
    throw new Error('manifest.json is not what manifest.sha256 says')
  }
  const manifest = JSON.parse(text) as Manifest
  if (manifest.format !== folderFormat) throw new Error('manifest.json is of another kind')
  // Skip the folder of release files in a backup from before they were kept.
  const folders = ['pages', 'blobs', 'releases'].filter((folder) => existsSync(join(path, folder)))
  const there = folders.flatMap((folder) =>
    readdirSync(join(path, folder)).map((name) => `${folder}/${name}`),
  )
  for (const name of there) {
    if (!Object.hasOwn(manifest.files, name)) throw new Error(`${name} is not in the manifest`)
  }
  for (const [name, hash] of Object.entries(manifest.files)) {
    if (sha256(readNamed(path, name)) !== hash) throw new Error(`${name} was changed`)
  }
  return manifest
}

export function readNamed(path: string, name: string): Buffer<ArrayBuffer> {
  try {
    return readFileSync(join(path, name))
  } catch {
    throw new Error(`${name} is missing`)
  }
}

export function pageName(number: number): string {
  return `pages/${String(number).padStart(6, '0')}.ndjson`
}
