import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CannotStart } from './cannot-start.ts'
import { makeFolder } from './make-folder.ts'
import { freeBytes, releaseReserve } from './disk-reserve.ts'

/** Room that a start needs in the state directory, in bytes: its stores, and what they write before they tidy up. */
const roomToStart = 16 * 2 ** 20

/**
 * Look whether a state directory can be used: made, written to, and with room on its disk.
 * @throws CannotStart with what is wrong, and the directory's name.
 */
export function checkState(stateDir: string, roomNeeded = roomToStart): void {
  const probe = join(stateDir, `.probe-${process.pid}`)
  let free: number
  try {
    makeFolder(stateDir)
    free = freeBytes(stateDir)
    // Use the space that the last start reserved.
    if (free < roomNeeded && releaseReserve(stateDir)) free = freeBytes(stateDir)
    if (free >= roomNeeded) {
      writeFileSync(probe, 'bApp', { flush: true })
      rmSync(probe)
    }
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    throw new CannotStart(
      `The state directory ${stateDir} cannot be written: ${reasons[code] ?? String(error)}. Choose another with --state DIR.`,
    )
  }
  if (free < roomNeeded) {
    const [has, needs] = [free, roomNeeded].map((bytes) => Math.floor(bytes / 2 ** 20))
    throw new CannotStart(
      `The disk of the state directory ${stateDir} is full: ${has} MB are free, ${needs} MB are needed. Make room there, or choose another with --state DIR.`,
    )
  }
}

const reasons: Readonly<Record<string, string>> = {
  EROFS: 'it is on a read-only file system',
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  ENOSPC: 'its disk is full',
  EDQUOT: 'the quota of this user is used up',
  ENOENT: 'no directory can be made there',
  ENOTDIR: 'a part of its path is a file',
  EEXIST: 'it is a file',
}
