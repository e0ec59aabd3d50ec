import { ReadingMemory } from './reading-memory.ts'

/** Limits of a reader: a file beyond them is refused before it takes the memory or the time. */
export interface FileLimits {
  fileBytes: number
  members: number
  /** Unpacked bytes of one member, and of all members that are read. */
  memberBytes: number
  totalBytes: number
  /** Unpacked bytes for each packed one; asked only beyond a megabyte. */
  ratio: number
  xmlDepth: number
  xmlElements: number
  /** Elements that stay in the tree after reading. */
  xmlKept: number
  xmlAttributes: number
  /** Characters of one text or attribute. */
  textLength: number
  rows: number
  cells: number
  /** Cells of one row. */
  columns: number
  wells: number
  points: number
  channels: number
  /** Targets of one well. */
  targets: number
  runs: number
  /** Values of all curves: channels times wells times points. */
  values: number
  /** Count of what is kept of the file, all kinds together. */
  memory: ReadingMemory
}

/** Far above every real export (the largest known unpacks to 22 MB and has 12,000 wells and points). */
export const fileLimits: Readonly<FileLimits> = {
  fileBytes: 64 * 2 ** 20,
  members: 5000,
  memberBytes: 40 * 2 ** 20,
  totalBytes: 112 * 2 ** 20,
  ratio: 200,
  xmlDepth: 64,
  xmlElements: 8_000_000,
  xmlKept: 1_000_000,
  xmlAttributes: 64,
  textLength: 1_000_000,
  rows: 500_000,
  cells: 4_000_000,
  columns: 16_384,
  wells: 10_000,
  points: 10_000,
  channels: 32,
  targets: 200,
  runs: 500,
  values: 8_000_000,
  memory: new ReadingMemory(),
}
