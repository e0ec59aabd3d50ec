import { Fault } from '../../domain/fault.ts'
import { fileReasons, type Place, shortenAll } from './refuse-file.ts'

/**
 * Bytes that V8 takes for what a reader keeps, rounded up. That files which are counted as small are small is measured by
 * `npm run battery -- import-memory`.
 */
export const memoryOf = {
  /** A place in the text, by which a cell or a row is cut out again. */
  place: 4,
  /** A header, as it is written and as it is compared. */
  header: 120,
  /** A line of a text, as a string that shares its letters. */
  line: 48,
  /** A text beside its letters. */
  text: 40,
  element: 160,
  attribute: 200,
  /** A number of a list, which has room for more. */
  number: 12,
  /** A reading of a curve that grows row by row: its value, and its cycle or temperature. */
  reading: 24,
  well: 200,
  target: 400,
  curve: 450,
  /** The name of a curve, well or group by which its rows are found. */
  group: 400,
  /** Value of a list of JSON. */
  item: 16,
  /** An object or a list of JSON, and a member of an object. */
  container: 100,
  member: 60,
} as const

/**
 * Counts what the reading of one file keeps in memory. A Worker has 128 MB for all that it does at once, and ends without a word
 * when they are used up, with every request that it serves: a file that would take more than its share is refused before.
 */
export class ReadingMemory {
  readonly #limit: number
  /** Lists of numbers that were counted: many curves share their cycles. */
  readonly #counted = new WeakSet<readonly number[]>()
  #taken = 0

  /** @param limit in bytes; without one everything is counted and nothing refused, as in a page. */
  constructor(limit = Infinity) {
    this.#limit = limit
  }

  /** Return the bytes that were counted and not given back. */
  get taken(): number {
    return this.#taken
  }

  /** @throws Fault `file_takes_memory` with the place, before the memory is taken. */
  take(bytes: number, place: Place = {}): void {
    this.#taken += bytes
    if (this.#taken > this.#limit) throw this.#refuse(place)
  }

  /** Count the letters of a text: two bytes for each where one of them needs it. Return the bytes. */
  takeText(text: string, place: Place = {}): number {
    const bytes = beyondLatin.test(text) ? 2 * text.length : text.length
    this.take(bytes, place)
    return bytes
  }

  /** Count a list of numbers, once. */
  takeNumbers(list: readonly number[], place: Place = {}): void {
    if (this.#counted.has(list)) return
    this.#counted.add(list)
    this.take(memoryOf.number * list.length, place)
  }

  /** Count a text of JSON and what its values take, at most, by the signs between them: `[[],[],…` takes forty times its letters. */
  takeJson(text: string, place: Place = {}): void {
    this.takeText(text, place)
    let bytes = 0
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at)
      if (code === 44) bytes += memoryOf.item
      else if (code === 34) bytes += memoryOf.text / 2
      else if (code === 58) bytes += memoryOf.member
      else if (code === 91 || code === 123) bytes += memoryOf.container
    }
    this.take(bytes, place)
  }

  /** Check that there is room for a moment. @throws Fault `file_takes_memory` */
  check(bytes: number, place: Place = {}): void {
    this.take(bytes, place)
    this.giveBack(bytes)
  }

  /** Take what was dropped off the count. */
  giveBack(bytes: number): void {
    this.#taken -= bytes
  }

  #refuse(place: Place) {
    const params = { ...place, limit: Math.round(this.#limit / 2 ** 20) }
    const field = place.member ?? 'file'
    return new Fault('invalid', fileReasons.file_takes_memory, {
      reason: 'file_takes_memory',
      field,
      params: shortenAll(params),
    })
  }
}

// eslint-disable-next-line no-control-regex
const beyondLatin = /[^\u0000-\u00ff]/
