import type { Notice } from './notices.ts'

/** A file ready to be saved, and what had no place in it. */
export interface WrittenFile {
  /** Ending of its name, without the dot. */
  extension: string
  bytes: Uint8Array<ArrayBuffer>
  notices: Notice[]
}

/** Software that writes the file, as named in it. */
export interface Writer {
  /** Name and version of the software. */
  software: string
  version: string
  /** ISO 8601 date and time of writing; null leaves it out, so that equal runs give equal files. */
  made: string | null
}
