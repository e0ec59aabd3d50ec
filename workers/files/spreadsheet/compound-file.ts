import { joinBytes } from '../../../domain/join-bytes.ts'
import { refuseFile } from '../refuse-file.ts'

const magic = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]
/** Sector numbers from here on are marks: end of a chain, free, or part of the table itself. */
const firstMark = 0xfffffffa
const entrySize = 128
const [streamEntry, rootEntry] = [2, 5]

/** Return true if bytes begin like a compound file, as Excel 2003 and older programs save. */
export function isCompoundFile(bytes: Uint8Array): boolean {
  return magic.every((byte, i) => bytes[i] === byte)
}

interface Entry {
  name: string
  type: number
  start: number
  size: number
}

/**
 * Read one stream of a compound file ([MS-CFB]), by its name; null if there is none. Every chain of sectors is followed
 * once at most, so that a damaged table ends. Throws `workbook_damaged`.
 */
export function readStream(bytes: Uint8Array, name: string): Uint8Array | null {
  const file = new CompoundFile(bytes)
  const entries = file.readEntries()
  const found = entries.find((one) => one.type === streamEntry && one.name === name)
  return found ? file.readEntry(found, entries) : null
}

class CompoundFile {
  readonly #bytes: Uint8Array
  readonly #view: DataView
  readonly #sector: number
  readonly #table: number[]

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    const shift = bytes.length >= 512 ? this.#view.getUint16(0x1e, true) : 0
    if (shift !== 9 && shift !== 12) throw damaged()
    this.#sector = 1 << shift
    this.#table = this.#readTable()
  }

  readEntries(): Entry[] {
    const directory = this.#readChain(this.#view.getUint32(0x30, true), this.#table)
    const view = new DataView(directory.buffer)
    const entries: Entry[] = []
    for (let at = 0; at + entrySize <= directory.length; at += entrySize) {
      const letters = Math.min(32, Math.floor(view.getUint16(at + 0x40, true) / 2)) - 1
      let name = ''
      for (let i = 0; i < letters; i++) {
        name += String.fromCharCode(view.getUint16(at + 2 * i, true))
      }
      entries.push({
        name,
        type: directory[at + 0x42] ?? 0,
        start: view.getUint32(at + 0x74, true),
        size: view.getUint32(at + 0x78, true),
      })
    }
    return entries
  }

  /** Read a stream: a small one is kept in small sectors inside the stream of the root. */
  readEntry({ start, size }: Entry, entries: readonly Entry[]): Uint8Array {
    if (size > this.#bytes.length) throw damaged()
    const isSmall = size < this.#view.getUint32(0x38, true)
    const whole = isSmall ? this.#readSmall(start, entries) : this.#readChain(start, this.#table)
    if (whole.length < size) throw damaged()
    return whole.subarray(0, size)
  }

  #readSmall(start: number, entries: readonly Entry[]): Uint8Array {
    const root = entries.find(({ type }) => type === rootEntry)
    if (!root) throw damaged()
    const container = this.#readChain(root.start, this.#table)
    const table = toNumbers(this.#readChain(this.#view.getUint32(0x3c, true), this.#table))
    const shift = this.#view.getUint16(0x20, true)
    const small = 1 << shift
    if (shift > 12 || small > this.#sector) throw damaged()
    return joinChain(start, table, (at) => container.subarray(at * small, (at + 1) * small))
  }

  #readSector(at: number): Uint8Array {
    return this.#bytes.subarray((at + 1) * this.#sector, (at + 2) * this.#sector)
  }

  #readChain(start: number, table: readonly number[]): Uint8Array<ArrayBuffer> {
    return joinChain(start, table, (at) => this.#readSector(at))
  }

  /** Read the table of sectors; the header lists its first 109 sectors, a chain of sectors the others. */
  #readTable(): number[] {
    const view = this.#view
    const sectors: number[] = []
    for (let i = 0; i < 109; i++) sectors.push(view.getUint32(0x4c + 4 * i, true))
    const most = Math.ceil(this.#bytes.length / this.#sector)
    let next = view.getUint32(0x44, true)
    for (let n = 0; next < firstMark && n < most; n++) {
      const list = toNumbers(this.#readSector(next))
      next = list.pop() ?? firstMark
      sectors.push(...list)
    }
    const own = sectors.filter((at) => at < firstMark)
    if (own.length > most) throw damaged()
    return own.flatMap((at) => toNumbers(this.#readSector(at)))
  }
}

function joinChain(
  start: number,
  table: readonly number[],
  read: (at: number) => Uint8Array,
): Uint8Array<ArrayBuffer> {
  const parts: Uint8Array[] = []
  for (let at = start; at < firstMark; at = table[at] ?? Number.NaN) {
    const part = read(at)
    if (parts.length > table.length || part.length === 0) throw damaged()
    parts.push(part)
  }
  return joinBytes(parts)
}

function toNumbers(bytes: Uint8Array): number[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const count = Math.floor(bytes.length / 4)
  return Array.from({ length: count }, (_, i) => view.getUint32(4 * i, true))
}

function damaged() {
  return refuseFile('workbook_damaged')
}
