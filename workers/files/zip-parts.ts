import { Zip, ZipDeflate } from 'fflate'
import { joinBytes } from '../../domain/join-bytes.ts'
import type { Sliced } from '../slices.ts'

/** Time of each member: files of equal runs are equal, so it is no time of day. */
const made = new Date(1980, 0, 1, 12)

/**
 * Pack members that are made piece by piece, so that only their packed bytes are held: the text of all
 * points of a plate with melt is beyond the memory of a Worker. It stops after each piece.
 */
export function* zipParts(
  members: readonly { name: string; parts: Iterable<string> }[],
): Sliced<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let failure: Error | null = null
  const zip = new Zip((error, chunk) => {
    if (error) failure = error
    else chunks.push(chunk)
  })
  const encoder = new TextEncoder()
  for (const { name, parts } of members) {
    const member = new ZipDeflate(name, { level: 6 })
    member.mtime = made
    zip.add(member)
    for (const part of parts) {
      member.push(encoder.encode(part))
      yield
    }
    member.push(new Uint8Array(), true)
  }
  zip.end()
  if (failure) throw failure as Error
  return joinBytes(chunks)
}
