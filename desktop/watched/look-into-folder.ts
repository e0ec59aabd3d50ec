import { constants } from 'node:fs'
import { type FileHandle, lstat, open, readdir, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import type { SeenFile } from './keep-queue.ts'

/** Folders in folders that are looked into: instruments keep one for a person and one for a day. */
const deepest = 3
/** Most files that one look lists; a folder with more was not meant. */
const mostFiles = 20_000
/** Larger files are no runs that the service takes, and are not read. */
export const largestFile = 64 * 2 ** 20

/** Names of files that are being written, or that a program or a system keeps for itself. */
const temporary = /^(~\$|\.|~)|~$|\.(tmp|temp|part|partial|crdownload|download|lock|lck|swp|bak)$/i
/** Formats in which instruments and we write runs, and laboratory systems orders; the reader decides by the content what one is. */
const readable = /\.(csv|txt|tsv|xlsx?|xml|zip|rdml|rdm|rdes|eds|bca|gz|hl7|json)$/i
/** Folder below the watched one into which answers to orders are written; it is not looked into. */
export const answersFolder = 'bApp answers'

/** Files of a folder that may be finished runs; `all` is false where there are more than a look lists. */
export interface Listed {
  files: SeenFile[]
  all: boolean
}

/** List the files of a folder that may be finished runs. @throws the system's error where it cannot be read. */
export async function listFiles(folder: string, most = mostFiles): Promise<Listed> {
  const files: SeenFile[] = []
  let all = true
  const look = async (path: string, depth: number): Promise<void> => {
    for (const entry of await readdir(path, { withFileTypes: true })) {
      if (temporary.test(entry.name)) continue
      if (files.length >= most) {
        all = false
        return
      }
      const whole = join(path, entry.name)
      if (depth === 0 && entry.name === answersFolder) continue
      if (entry.isDirectory() && depth < deepest) await look(whole, depth + 1).catch(ignoreGone)
      if (!entry.isFile() || !readable.test(entry.name)) continue
      const facts = await lstat(whole).catch(ignoreGone)
      if (!facts?.isFile() || facts.size === 0) continue
      const { ino, size, mtimeMs: mtime } = facts
      files.push({ path: relative(folder, whole), ino, size, mtime })
    }
  }
  await look(folder, 0)
  return { files, all }
}

/** Forgive what a file or a folder in it does while it is looked at: it is gone, or nobody may read it. */
function ignoreGone(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT' || error.code === 'EACCES' || error.code === 'EPERM') return undefined
  throw error
}

/** Return true for a lock file that a program has put beside this one: `~$run.xlsx`, `.~lock.run.csv#`, `run.eds.lock`. */
async function hasLockBeside(folder: string, path: string): Promise<boolean> {
  const [, parent = '', name = path] = /^(.*[/\\])?([^/\\]+)$/.exec(path) ?? []
  const locks = [`~$${name}`, `.~lock.${name}#`, `${name}.lock`, `${name}.lck`]
  const found = await Promise.all(
    locks.map((lock) => stat(join(folder, parent, lock)).catch(() => null)),
  )
  return found.some((one) => one !== null)
}

/** Follow no link, and wait for no pipe, that a file was changed for since it was listed. Windows has no such flags. */
const noLink = (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)

/** Open for writing where that is allowed: another program that has it open alone refuses that, and so says that it writes. */
async function openAlone(path: string): Promise<FileHandle> {
  try {
    return await open(path, constants.O_RDWR | noLink)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EACCES' || code === 'EROFS') return open(path, constants.O_RDONLY | noLink)
    throw error
  }
}

/** Return true for a path without a link in it below the folder: who writes there could lead to any file of this machine. */
async function isWithin(folder: string, path: string): Promise<boolean> {
  const names = path.split(sep)
  const steps = names.map((_, at) => lstat(join(folder, ...names.slice(0, at + 1))))
  const facts = await Promise.all(steps)
  return facts.every((one, at) => (at + 1 < facts.length ? one.isDirectory() : one.isFile()))
}

/**
 * Read a file that has been still for a while.
 * @returns null where it is locked, gone, not the one that was listed any more, or reached by a link: it is looked at again later.
 */
export async function readWhole(folder: string, file: SeenFile): Promise<Buffer | null> {
  if (await hasLockBeside(folder, file.path)) return null
  let handle: FileHandle | null = null
  try {
    handle = await openAlone(join(folder, file.path))
    const isSame = async () => {
      const { size, mtimeMs } = await handle!.stat()
      return size === file.size && mtimeMs === file.mtime
    }
    if (!(await isSame()) || !(await isWithin(folder, file.path))) return null
    const bytes = await handle.readFile()
    return bytes.length === file.size && (await isSame()) ? bytes : null
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (['ENOENT', 'EBUSY', 'EPERM', 'EACCES', 'ESTALE', 'EIO', 'ELOOP', 'ENOTDIR'].includes(code))
      return null
    throw error
  } finally {
    await handle?.close()
  }
}
