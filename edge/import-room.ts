import { type FileLimits, fileLimits } from '../workers/files/limits.ts'
import { ReadingMemory } from '../workers/files/reading-memory.ts'
import { overloaded } from './admission.ts'

const mebibyte = 2 ** 20

/**
 * Bytes that a reader may keep of one file, as it counts them. A Worker has 128 MB for its code, the forms that have come and all
 * that it does at once; what V8 really takes stays below 64 MB (`npm run battery -- import-memory`).
 */
const readingBytes = 60 * mebibyte

/** Return the limits of reading one file at the service; a page, which has the memory of a computer, reads larger ones. */
export function importLimits(): FileLimits {
  return {
    ...fileLimits,
    fileBytes: 24 * mebibyte,
    memberBytes: 40 * mebibyte,
    totalBytes: 56 * mebibyte,
    memory: new ReadingMemory(readingBytes),
  }
}

const lookMs = 25
/** A person waits so long for the files before theirs. */
const waitMs = 15_000
/** An import that has not ended by then was cut off, and will never give its place back. */
const goneMs = 20_000

let atWork: { since: number } | null = null

/**
 * Read and evaluate one file at a time: two would take the memory of the process together.
 * @throws Fault `overloaded` when the files before it take too long.
 */
export async function inImportRoom<T>(work: () => Promise<T>): Promise<T> {
  const from = Date.now()
  while (atWork && Date.now() - atWork.since < goneMs) {
    if (Date.now() - from > waitMs) throw overloaded()
    // The place is given back by another request.
    // oxlint-disable-next-line no-await-in-loop
    await new Promise((resolve) => setTimeout(resolve, lookMs))
  }
  const own = { since: Date.now() }
  atWork = own
  try {
    return await work()
  } finally {
    if (atWork === own) atWork = null
  }
}
