import { type FileLimits, fileLimits } from '../../workers/files/limits.ts'
import { ReadingMemory } from '../../workers/files/reading-memory.ts'
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
/** The import at work gives a sign of life so often, by a timer that ends with its request. */
const beatMs = 500
/**
 * Looks without a sign of life, 5 s at least, after which the import at work was cut off and will never give its place back. Looks
 * are counted in place of time: while a file is read, neither signs nor looks come.
 */
const goneLooks = 200

interface AtWork {
  beats: number
}
let atWork: AtWork | null = null
/** An import that waits: the time at which it last looked, and what it saw of the import at work for how many looks. */
interface Ticket {
  seen: number
  work: AtWork | null
  beats: number
  looks: number
}
/** Imports that wait, in the order in which they came. */
const waiting: Ticket[] = []
/** A waiting import that has not looked for so long was cut off. */
const unseenMs = 2000

/**
 * Read and evaluate one file at a time: two would take the memory of the process together.
 * @throws Fault `overloaded` when the files before it take too long.
 */
export async function inImportRoom<T>(work: () => Promise<T>): Promise<T> {
  const own = await takePlace()
  let timer: ReturnType<typeof setTimeout> | undefined
  const beat = () => {
    own.beats += 1
    timer = setTimeout(beat, beatMs)
  }
  beat()
  try {
    return await work()
  } finally {
    clearTimeout(timer)
    if (atWork === own) atWork = null
  }
}

/** Wait until the imports that came before have ended, and take the place. @throws Fault `overloaded` */
async function takePlace(): Promise<AtWork> {
  const ticket: Ticket = { seen: Date.now(), work: null, beats: 0, looks: 0 }
  waiting.push(ticket)
  try {
    for (let looks = 0; isTaken(ticket); looks += 1) {
      if (looks * lookMs > waitMs) throw overloaded()
      // Wait until another request gives its place back.
      // oxlint-disable-next-line no-await-in-loop
      await new Promise((resolve) => setTimeout(resolve, lookMs))
      ticket.seen = Date.now()
    }
    // Take the place before the ticket is given up, or the next one would see a free place.
    return (atWork = { beats: 0 })
  } finally {
    if (waiting.includes(ticket)) waiting.splice(waiting.indexOf(ticket), 1)
  }
}

function isTaken(ticket: Ticket): boolean {
  const now = Date.now()
  // Count ages in both directions: a clock may be set back.
  while (waiting[0] && waiting[0] !== ticket && Math.abs(now - waiting[0].seen) > unseenMs)
    waiting.shift()
  const isSame = ticket.work === atWork && ticket.beats === atWork?.beats
  ticket.looks = isSame ? ticket.looks + 1 : 0
  ticket.work = atWork
  ticket.beats = atWork?.beats ?? 0
  if (waiting[0] !== undefined && waiting[0] !== ticket) return true
  return atWork !== null && ticket.looks < goneLooks
}
