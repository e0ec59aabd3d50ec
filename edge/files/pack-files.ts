import { Zip, ZipPassThrough } from 'fflate'
import { joinBytes } from '../../domain/join-bytes.ts'

/**
 * Pack files into one archive without compression: most are compressed already. Writes member by member, since an
 * object of files would take the name `__proto__` for its own prototype.
 */
export function packFiles(files: ReadonlyMap<string, Uint8Array>): Uint8Array {
  const chunks: Uint8Array[] = []
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    chunks.push(chunk)
  })
  for (const [name, bytes] of files) {
    const member = new ZipPassThrough(name)
    zip.add(member)
    member.push(bytes, true)
  }
  zip.end()
  return joinBytes(chunks)
}
