import { chmodSync, existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

/**
 * Make a folder and those above it, one after the other. Node's own `recursive` never returns where a file system answers
 * "no such file" to each try, such as /proc.
 * @throws the error of the system for the first that cannot be made.
 */
export function makeFolder(path: string): void {
  const missing: string[] = []
  let at = resolve(path)
  while (!existsSync(at) && dirname(at) !== at) {
    missing.unshift(at)
    at = dirname(at)
  }
  // Try to make a folder where a file is already, so that the error says so.
  if (missing.length === 0 && !statSync(at).isDirectory()) missing.push(at)
  for (const folder of missing) makeOne(folder)
}

/** Make a folder, unless another start has made it meanwhile. */
function makeOne(folder: string): void {
  try {
    mkdirSync(folder)
  } catch (error) {
    if (!existsSync(folder) || !statSync(folder).isDirectory()) throw error
  }
}

/** Folders of a state directory with what is the companies' own: records, hashes of passwords, keys of devices. */
const privateFolders = ['v3', 'devices']

/**
 * Close these folders to other users of the machine, also those of earlier versions, which everybody could read. The state directory
 * itself stays as it is: it may be one that others use as well.
 */
export function keepPrivate(stateDir: string): void {
  for (const name of privateFolders) {
    const folder = join(stateDir, name)
    makeFolder(folder)
    chmodSync(folder, 0o700)
  }
}
