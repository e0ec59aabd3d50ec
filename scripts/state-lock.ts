import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { CannotStart } from './cannot-start.ts'
import { makeFolder } from './make-folder.ts'

/**
 * Hold a state directory for this process: two servers writing the same SQLite files would spoil them. Makes the
 * directory when it is missing.
 * An exclusive SQLite transaction on an empty file inside: the system gives that lock to one of two who ask at the same
 * moment, whatever name of the directory they use, and takes it back when the process dies in any way.
 * Returns the release. Throws when another process holds it.
 */
export function lockState(stateDir: string): () => void {
  makeFolder(stateDir)
  const lock = new DatabaseSync(join(stateDir, 'lock'))
  try {
    lock.exec('PRAGMA journal_mode = OFF; BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    if ((error as { errcode?: number }).errcode !== busy) throw error
    throw new CannotStart(
      `The state in ${stateDir} is in use by another bApp. Stop that one, or choose another with --state DIR.`,
    )
  }
  held.add(lock)
  return () => {
    if (held.delete(lock)) lock.close()
  }
}

/** Without a name for it a lock would be collected as garbage, and be free. */
const held = new Set<DatabaseSync>()

/** SQLITE_BUSY (sqlite.org/rescode.html). */
const busy = 5
