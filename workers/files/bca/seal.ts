import { refuseFile } from '../refuse-file.ts'
import { bcaVersion } from './manifest.ts'
import { sha256Hex } from './sha-256.ts'

/** Signature, disks, counts, size and place of the directory; then the length of the comment. */
const endBytes = 22
const endMark = 0x06054b50
const farthestEnd = endBytes + 0xffff
const form = /^bca (\d{1,9}) ([0-9a-f]{64})$/
const hashLength = 64

/**
 * Write the version and the hash of every byte before it into the comment at the end of a zip archive, so that also what
 * no part's own hash covers (names, dates, the directory) cannot change unseen. Other software opens it as it is.
 */
export function sealArchive(archive: Uint8Array): Uint8Array<ArrayBuffer> {
  const head = `bca ${bcaVersion} `
  const length = head.length + hashLength
  const sealed = new Uint8Array(archive.length + length)
  sealed.set(archive)
  new DataView(sealed.buffer).setUint16(archive.length - 2, length, true)
  const hash = sha256Hex(sealed.subarray(0, archive.length))
  sealed.set(new TextEncoder().encode(head + hash), archive.length)
  return sealed
}

/** Return true if the comment at the end of an archive is a seal, even a broken one. */
export function hasSeal(bytes: Uint8Array): boolean {
  return commentOf(bytes)?.startsWith('bca ') ?? false
}

/**
 * Return the version that the seal names. Its hash does not cover it, so the list of parts has to name the same.
 * @throws Fault `bca_version` for a newer one, `bca_changed` where a byte is not as it was written.
 */
export function checkSeal(bytes: Uint8Array): number {
  const comment = commentOf(bytes)
  const [, version, hash] = form.exec(comment ?? '') ?? []
  if (comment === null || version === undefined) throw refuseFile('bca_changed')
  if (Number(version) > bcaVersion) {
    throw refuseFile('bca_version', {}, { found: Number(version), known: bcaVersion })
  }
  const covered = bytes.subarray(0, bytes.length - comment.length)
  if (Number(version) < 1 || sha256Hex(covered) !== hash) throw refuseFile('bca_changed')
  return Number(version)
}

/** Return the comment of a zip archive that reaches its very end; null if bytes follow, or no end is found. */
function commentOf(bytes: Uint8Array): string | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const first = Math.max(0, bytes.length - farthestEnd)
  for (let at = bytes.length - endBytes; at >= first; at--) {
    if (view.getUint32(at, true) !== endMark) continue
    const comment = bytes.subarray(at + endBytes)
    if (view.getUint16(at + 20, true) !== comment.length) return null
    return String.fromCharCode(...comment.subarray(0, 200))
  }
  return null
}
