import { Zip, ZipPassThrough } from 'fflate'

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
  const whole = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const chunk of chunks) {
    whole.set(chunk, at)
    at += chunk.length
  }
  return whole
}
