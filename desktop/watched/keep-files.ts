import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Earlier, Queue, SeenFile } from './keep-queue.ts'

/** The look into the folder in which a file is kept. */
export interface Look {
  at: string
  isWanted: () => boolean
  elsewhere: (file: SeenFile) => Earlier['elsewhere']
}

/** Contents of the files that wait, each in a file of its hash beside the queue. */
export interface KeptFiles {
  /**
   * Keep a content, then its row: a row without its content would be a file that is lost.
   * @param look of which `isWanted` says when the content is on the disk if the folder is still watched for the same company; else no
   *   row is made
   */
  keep(file: SeenFile, bytes: Buffer, look: Look): Promise<void>
  /** Name a file that is too large to be read, once for each writing. */
  refuse(file: SeenFile, at: string): void
  /** Return a content; null where it is not kept. */
  read(hash: string): Buffer | null
  /** Remove a content that no company is still to import. */
  drop(hash: string): void
}

const hashOf = (content: Buffer | string) => createHash('sha256').update(content).digest('hex')
const nameOf = ({ path }: SeenFile) => basename(path).slice(0, 255)

export function keepFiles(folder: string, queue: Queue): KeptFiles {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const contentOf = (hash: string) => join(folder, hash)
  const drop = (hash: string) => {
    if (!queue.isOpen(hash)) rmSync(contentOf(hash), { force: true })
  }
  const read = (hash: string) =>
    existsSync(contentOf(hash)) ? readFileSync(contentOf(hash)) : null
  const isBeginningOf = (bytes: Buffer) => (hash: string) => {
    const old = read(hash)
    return old !== null && bytes.subarray(0, old.length).equals(old)
  }
  return {
    async keep(file, bytes, { at, isWanted, elsewhere }) {
      const hash = hashOf(bytes)
      if (queue.find(hash) === null || queue.isReplaced(hash)) {
        const part = await open(`${contentOf(hash)}.part`, 'w', 0o600)
        try {
          await part.writeFile(bytes)
          await part.sync()
        } finally {
          await part.close()
        }
        await rename(`${contentOf(hash)}.part`, contentOf(hash))
      }
      const earlier = { elsewhere: elsewhere(file), isBeginning: isBeginningOf(bytes) }
      if (isWanted()) queue.add(file, hash, nameOf(file), at, earlier).forEach(drop)
      else drop(hash)
    },
    refuse(file, at) {
      const hash = hashOf(JSON.stringify(file))
      queue.add(file, hash, nameOf(file), at, { elsewhere: () => null, isBeginning: () => false })
      const cause = { code: 'invalid', reason: 'file_too_large', params: {} }
      const nothing = { question: null, analysis_uuid: null, analysis_name: null }
      queue.settle({ hash, state: 'failed', cause, ...nothing }, at)
    },
    read,
    drop,
  }
}
