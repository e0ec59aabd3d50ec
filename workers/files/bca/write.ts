import { Deflate, Zip, ZipDeflate, ZipPassThrough } from 'fflate'
import { canonicalJson } from '../../../domain/canonical.ts'
import { joinBytes } from '../../../domain/join-bytes.ts'
import type { Sliced } from '../../slices.ts'
import { bcaLimits, bcaVersion, type Manifest, manifestName, type Part } from './manifest.ts'
import { sealArchive } from './seal.ts'
import { sha256InSlices } from './sha-256.ts'

/** Time of each part in the directory: archives of equal parts are equal, so it is no time of day. */
const made = new Date(1980, 0, 1, 12)

/** Bytes between two stops: some 10 ms. */
const pieceBytes = 2 ** 18

/** For the list of parts and the directory. */
const reserve = { bytes: 256 * 2 ** 10, members: 1 } as const

/** Half of the ratio that a reader takes for a bomb: what would come near it is not packed. */
const densest = bcaLimits.ratio / 2

export type ArchiveFacts = Omit<Manifest, 'format' | 'version' | 'parts' | 'left_out'>

/**
 * Writes an archive part by part, so that only the packed bytes of each are held. Parts come in the order of their
 * importance: what has no room any more is left out, and the list of parts says so. It stops after each piece of a part.
 */
export class ArchiveWriter {
  readonly #chunks: Uint8Array[] = []
  readonly #zip: Zip
  readonly #parts: Part[] = []
  readonly #leftOut: Part[] = []
  #packed = 0
  #unpacked = 0

  constructor() {
    this.#zip = new Zip((error, chunk) => {
      if (error) throw error
      this.#chunks.push(chunk)
      this.#packed += chunk.length
    })
  }

  /** Return true if a part of this size has room, so that the bytes of one without room need not be fetched. */
  hasRoom(size: number): boolean {
    return (
      this.#packed + size <= bcaLimits.fileBytes - reserve.bytes &&
      this.#unpacked + size <= bcaLimits.totalBytes - reserve.bytes &&
      this.#parts.length + reserve.members < bcaLimits.members
    )
  }

  /** Writes a part where it has room, else only says that it is missing. */
  *add(name: string, role: Part['role'], bytes: Uint8Array): Sliced<void> {
    const sha256 = yield* sha256InSlices(piecesOf(bytes))
    const part = { name, role, size: bytes.length, sha256 }
    if (!this.hasRoom(bytes.length)) return this.leaveOut(part)
    this.#parts.push(part)
    yield* this.#write(name, bytes)
  }

  leaveOut(part: Part): void {
    this.#leftOut.push(part)
  }

  /** Writes the list of parts and closes the archive. */
  *finish(facts: ArchiveFacts): Sliced<Uint8Array<ArrayBuffer>> {
    const manifest = {
      format: 'bca',
      version: bcaVersion,
      ...facts,
      parts: this.#parts,
      left_out: this.#leftOut,
    } satisfies Manifest
    yield* this.#write(manifestName, new TextEncoder().encode(canonicalJson(manifest)))
    this.#zip.end()
    return sealArchive(joinBytes(this.#chunks))
  }

  *#write(name: string, bytes: Uint8Array): Sliced<void> {
    const isDense = yield* isTooDense(bytes)
    const member = isDense ? new ZipPassThrough(name) : new ZipDeflate(name, { level: 6 })
    member.mtime = made
    this.#zip.add(member)
    // Pack in pieces of one length: the packed bytes then depend on nothing but the part.
    for (const some of piecesOf(bytes)) {
      member.push(some)
      yield
    }
    member.push(new Uint8Array(), true)
    this.#unpacked += bytes.length
  }
}

/**
 * Return true if bytes compress so well that a reader would refuse them as a bomb: the curves of a run that was cut
 * short are mostly gaps.
 */
function* isTooDense(bytes: Uint8Array): Sliced<boolean> {
  if (bytes.length <= 2 ** 20) return false
  let packed = 0
  const deflate = new Deflate({ level: 1 }, ({ length }) => {
    packed += length
  })
  for (const some of piecesOf(bytes)) {
    deflate.push(some)
    yield
  }
  deflate.push(new Uint8Array(), true)
  return packed * densest < bytes.length
}

function* piecesOf(bytes: Uint8Array): Iterable<Uint8Array> {
  for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes)
}
