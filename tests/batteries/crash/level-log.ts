import { appendFileSync, existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Read Chromium's databases on the disk. Each has a log of blocks with records of a head (sum, length, kind) and a
 * payload. A killed process may leave an incomplete record; the next one writes on behind it, and the one after that
 * finds a damaged record and deletes all databases of the site.
 */

const block = 32_768
const head = 7

/** Place of the records, and of the second copy of what waits. */
export type Place = 'records' | 'copy'

/** Return true if the last write is incomplete. */
export function isCutOff(profile: string, place: Place): boolean {
  const bytes = readLog(profile, place)
  let at = 0
  let isOpen = false
  while (bytes && at < bytes.length) {
    const left = block - (at % block)
    if (left < head) {
      at += left
      continue
    }
    if (at + head > bytes.length) return true
    const [length, kind] = [bytes.readUInt16LE(at + 4), bytes[at + 6] ?? 0]
    at += head + length
    // Keep it open after a first or middle part of a record: the last one is to follow.
    isOpen = kind === 2 || kind === 3
  }
  return bytes !== null && (isOpen || at > bytes.length)
}

/**
 * Leave the beginning of a record that was being written when the browser was killed; earlier records stay.
 * @returns false if the block has no room for a record that differs from a complete one.
 */
export function cutOff(profile: string, place: Place): boolean {
  const log = logOf(profile, place)
  if (log === null) return false
  const left = block - (statSync(log).size % block)
  const length = Math.min(3000, left - head)
  if (length < 100) return false
  const written = Buffer.alloc(head + Math.floor(length / 3), 'x')
  written.writeUInt16LE(length, 4)
  written[6] = 1
  appendFileSync(log, written)
  return true
}

/** Return true if the browser has deleted its databases since they were opened the last time. */
export function hasBegunAnew(profile: string, place: Place): boolean {
  const directory = directoryOf(profile, place)
  return directory !== null && readFileSync(join(directory, 'LOG'), 'utf8').includes('Creating DB')
}

function readLog(profile: string, place: Place): Buffer | null {
  const log = logOf(profile, place)
  return log === null ? null : readFileSync(log)
}

/** Return the newest log, to which the browser writes. */
function logOf(profile: string, place: Place): string | null {
  const directory = directoryOf(profile, place)
  const logs = directory ? readdirSync(directory).filter((name) => name.endsWith('.log')) : []
  const newest = logs.sort().at(-1)
  return directory && newest ? join(directory, newest) : null
}

function directoryOf(profile: string, place: Place): string | null {
  const home = join(profile, 'Default')
  if (place === 'records') {
    const [origin] = list(join(home, 'IndexedDB')).filter((name) => name.endsWith('.leveldb'))
    return origin ? join(home, 'IndexedDB', origin) : null
  }
  for (const bucket of list(join(home, 'WebStorage'))) {
    const directory = join(home, 'WebStorage', bucket, 'IndexedDB', 'indexeddb.leveldb')
    if (existsSync(directory)) return directory
  }
  return null
}

function list(directory: string): string[] {
  return existsSync(directory) ? readdirSync(directory) : []
}
