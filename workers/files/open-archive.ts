import { Inflate } from 'fflate'
import type { FileLimits } from './limits.ts'
import { refuseFile } from './refuse-file.ts'
import { computeCrc32 } from './crc32.ts'

/** A file of an archive by its name, which is only a word here: nothing is ever written to a path. */
export interface ArchiveMember {
  name: string
  /** Bytes unpacked, as the directory declares. */
  size: number
  packed: number
  /** A symbolic link of Unix: its content would be a path. */
  isLink: boolean
}

export interface Archive {
  /** In the order of the directory, without folders. */
  members: readonly ArchiveMember[]
  /** Return the first bytes of a member, to tell what it is; empty when they cannot be read. Never throws. */
  begin(member: ArchiveMember): Uint8Array
  /** Bytes of a member, checked against its declared size and checksum. */
  read(member: ArchiveMember): Uint8Array<ArrayBuffer>
  /** `read` for a member that is an archive itself, to be opened under limits of its own. */
  readNested(member: ArchiveMember): Uint8Array<ArrayBuffer>
  /** Unpack a member under the same limits without keeping its bytes: what it really holds. */
  measure(member: ArchiveMember): number
}

/** Packed data with what is declared of it. */
interface Packed {
  name: string
  size: number
  packed: number
  crc: number
}

interface Entry extends ArchiveMember, Packed {
  method: number
  flags: number
  offset: number
}

const endMark = 0x06054b50
const directoryMark = 0x02014b50
const localMark = 0x04034b50
/** The last record is 22 bytes and a comment of at most 65,535. */
const farthestEnd = 22 + 0xffff
/** Packed bytes given to the inflater at a time; it can make at most 1,032 times of them. */
const step = 16 * 1024

/**
 * Return true if the bytes start like a zip archive: also an empty one, and one that was part of a set on several
 * disks.
 */
export function isArchive(bytes: Uint8Array): boolean {
  const [a, b, c, d] = bytes
  return a === 0x50 && b === 0x4b && (c === 3 || c === 5 || c === 7) && d === (c ?? 0) + 1
}

/**
 * Open a zip archive by its directory; members are unpacked one by one as they are read, with their
 * declared size, their real size, the ratio and the sum over all reads held to the limits.
 * Throws `zip_*` faults: truncated, damaged, encrypted, unknown compression, too many, too large.
 * The format is PKWARE's APPNOTE 6.3; zip64 sizes are understood, archives of several parts are not.
 */
export function openArchive(bytes: Uint8Array, limits: FileLimits): Archive {
  const entries = readDirectory(bytes, limits)
  const open = new Map<ArchiveMember, Entry>(entries.map((entry) => [entry, entry]))
  let left = limits.totalBytes
  const readWhole = (member: ArchiveMember) => {
    const entry = open.get(member)
    if (!entry) throw refuseFile('zip_member_missing', { member: member.name })
    checkSize(entry, left, limits)
    const unpacked = unpack(bytes, entry)
    left -= unpacked.length
    return unpacked
  }
  return {
    members: entries,
    begin(member) {
      const entry = open.get(member)
      return entry ? peek(bytes, entry) : new Uint8Array()
    },
    read(member) {
      const unpacked = readWhole(member)
      if (isArchive(unpacked)) throw refuseFile('zip_nested', { member: member.name })
      return unpacked
    },
    readNested: readWhole,
    measure(member) {
      const entry = open.get(member)
      if (!entry) throw refuseFile('zip_member_missing', { member: member.name })
      checkSize(entry, left, limits)
      const from = packedBytes(bytes, entry)
      const size = entry.method === 0 ? from.length : inflateInto(from, entry, () => {})
      if (size !== entry.size) throw refuseFile('zip_damaged', { member: entry.name })
      left -= size
      return size
    },
  }
}

function readDirectory(bytes: Uint8Array, limits: FileLimits): Entry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = findEnd(view)
  if (end < 0) throw refuseFile('zip_truncated', {}, { bytes: bytes.length })
  const count = view.getUint16(end + 10, true)
  if (count > limits.members) {
    throw refuseFile('zip_too_many_members', {}, { found: count, limit: limits.members })
  }
  let at = view.getUint32(end + 16, true)
  const entries: Entry[] = []
  for (let i = 0; i < count; i++) {
    if (at + 46 > end || view.getUint32(at, true) !== directoryMark) {
      throw refuseFile('zip_damaged', {}, { entry: i + 1, entries: count })
    }
    const [name, extra, comment] = [28, 30, 32].map((field) => view.getUint16(at + field, true))
    const next = at + 46 + (name ?? 0) + (extra ?? 0) + (comment ?? 0)
    if (next > end) throw refuseFile('zip_damaged', {}, { entry: i + 1, entries: count })
    const entry = readEntry(bytes, view, at)
    if (!entry.name.endsWith('/')) entries.push(entry)
    at = next
  }
  return entries
}

function findEnd(view: DataView): number {
  const first = Math.max(0, view.byteLength - farthestEnd)
  for (let at = view.byteLength - 22; at >= first; at--) {
    if (view.getUint32(at, true) === endMark) return at
  }
  return -1
}

function readEntry(bytes: Uint8Array, view: DataView, at: number): Entry {
  const nameEnd = at + 46 + view.getUint16(at + 28, true)
  const name = new TextDecoder('utf-8').decode(bytes.subarray(at + 46, nameEnd))
  const entry = {
    name,
    flags: view.getUint16(at + 8, true),
    method: view.getUint16(at + 10, true),
    crc: view.getUint32(at + 16, true),
    packed: view.getUint32(at + 20, true),
    size: view.getUint32(at + 24, true),
    offset: view.getUint32(at + 42, true),
    // Read the file's mode from the upper half of the attributes, where an archive made on Unix (3) has it.
    isLink: view.getUint8(at + 5) === 3 && (view.getUint16(at + 40, true) & 0xf000) === 0xa000,
  }
  readCurveTablesSizes(view, nameEnd, nameEnd + view.getUint16(at + 30, true), entry)
  return entry
}

/** Read the sizes of Zip64: those written as 0xffffffff are in an extra field, in this order. */
function readCurveTablesSizes(view: DataView, from: number, end: number, entry: Entry): void {
  let at = from
  while (at + 4 <= end) {
    const [id, length] = [view.getUint16(at, true), view.getUint16(at + 2, true)]
    const fieldEnd = Math.min(end, at + 4 + length)
    at += 4
    if (id === 1) {
      for (const field of ['size', 'packed', 'offset'] as const) {
        if (entry[field] !== 0xffffffff || at + 8 > fieldEnd) continue
        entry[field] = Number(view.getBigUint64(at, true))
        at += 8
      }
    }
    at = fieldEnd
  }
}

function checkSize(entry: Packed, left: number, limits: FileLimits): void {
  const { name, size, packed } = entry
  if (size > limits.memberBytes || size > left) {
    const limit = Math.min(limits.memberBytes, left)
    throw refuseFile('zip_too_large', { member: name }, { found: size, limit })
  }
  if (size > 2 ** 20 && size > packed * limits.ratio) {
    throw refuseFile('zip_ratio', { member: name }, { found: size, packed, limit: limits.ratio })
  }
  // Count it twice: for a moment it is in memory as bytes and as text.
  limits.memory.check(2 * size, { member: name })
}

/** Return the packed bytes of an entry, behind its local header. */
function packedBytes(bytes: Uint8Array, entry: Entry): Uint8Array {
  const { name, offset, packed, flags, method } = entry
  if ((flags & 1) !== 0 || method === 99) throw refuseFile('zip_encrypted', { member: name })
  if (method !== 0 && method !== 8) {
    throw refuseFile('zip_compression_unknown', { member: name }, { method })
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (offset + 30 > bytes.length) throw refuseFile('zip_truncated', { member: name })
  if (view.getUint32(offset, true) !== localMark) throw refuseFile('zip_damaged', { member: name })
  const from = offset + 30 + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true)
  if (from + packed > bytes.length) throw refuseFile('zip_truncated', { member: name })
  return bytes.subarray(from, from + packed)
}

function unpack(bytes: Uint8Array, entry: Entry): Uint8Array<ArrayBuffer> {
  const from = packedBytes(bytes, entry)
  const unpacked = entry.method === 0 ? from.slice() : inflate(from, entry)
  if (unpacked.length !== entry.size || computeCrc32(unpacked) !== entry.crc) {
    throw refuseFile('zip_damaged', { member: entry.name })
  }
  return unpacked
}

/** Unpack data that is no member of an archive, under the limits of one. */
export function inflateWhole(
  from: Uint8Array,
  entry: Packed,
  limits: FileLimits,
): Uint8Array<ArrayBuffer> {
  checkSize(entry, limits.totalBytes, limits)
  const unpacked = inflate(from, entry)
  if (computeCrc32(unpacked) !== entry.crc) throw refuseFile('zip_damaged', { member: entry.name })
  return unpacked
}

function inflate(from: Uint8Array, entry: Packed): Uint8Array<ArrayBuffer> {
  const unpacked = new Uint8Array(entry.size)
  const filled = inflateInto(from, entry, (chunk, at) => unpacked.set(chunk, at))
  if (filled !== entry.size) throw refuseFile('zip_damaged', { member: entry.name })
  return unpacked
}

/** Inflate in steps and stop as soon as more comes out than was declared. Return the number of bytes. */
function inflateInto(
  from: Uint8Array,
  entry: Packed,
  take: (chunk: Uint8Array, at: number) => void,
): number {
  let filled = 0
  const inflater = new Inflate((chunk) => {
    if (filled + chunk.length > entry.size) {
      throw refuseFile('zip_too_large', { member: entry.name }, { limit: entry.size })
    }
    take(chunk, filled)
    filled += chunk.length
  })
  pushAll(inflater, from, entry)
  return filled
}

function pushAll(inflater: Inflate, from: Uint8Array, entry: Packed): void {
  try {
    for (let at = 0; at < from.length || at === 0; at += step) {
      inflater.push(from.slice(at, at + step), at + step >= from.length)
    }
  } catch (error) {
    if (isInflateError(error)) throw refuseFile('zip_damaged', { member: entry.name })
    throw error
  }
}

/** Recognise the inflater's own errors, which have a numeric code; damaged streams also run off its tables. */
function isInflateError(error: unknown): boolean {
  return error instanceof Error && error.name !== 'Fault'
}

/** Bytes of a member that tell what it is: a header of 96 wells and the rows of some cycles. */
const shownBytes = 8192

function peek(bytes: Uint8Array, entry: Entry): Uint8Array {
  try {
    const from = packedBytes(bytes, entry).slice(0, shownBytes)
    if (entry.method === 0) return from
    const found = new Uint8Array(shownBytes)
    let length = 0
    const inflate = new Inflate((chunk) => {
      const part = chunk.subarray(0, shownBytes - length)
      found.set(part, length)
      length += part.length
    })
    // Step by step, as a few packed bytes may be a megabyte.
    for (let at = 0; at < from.length && length < shownBytes; at += 512) {
      inflate.push(from.subarray(at, at + 512))
    }
    return found.subarray(0, length)
  } catch {
    return new Uint8Array()
  }
}
