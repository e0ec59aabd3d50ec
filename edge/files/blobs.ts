import { Fault } from '../../domain/fault.ts'
import { inTime } from '../in-time.ts'
import { logNote } from '../log.ts'
import { sha256Hex } from '../crypto/secret.ts'

/**
 * Keep bytes under the hash of their content, and read them back before saying so.
 * @returns the hash.
 */
export async function keepBlob(env: Env, company: string, bytes: Uint8Array): Promise<string> {
  const hash = sha256Hex(bytes)
  const name = `${company}/${hash}`
  await env.BLOBS.put(name, bytes)
  const kept = await env.BLOBS.head(name)
  if (kept?.size !== bytes.byteLength) throw new Fault('internal', 'The file was not kept')
  return hash
}

/**
 * Read bytes by their hash. Bytes with another hash are damaged and are refused.
 * @throws Fault `not_found`, or `refused` with the reason `file_damaged`.
 */
export async function readBlob(env: Env, company: string, hash: string): Promise<Uint8Array> {
  const kept = await env.BLOBS.get(`${company}/${hash}`)
  if (!kept) throw new Fault('not_found', 'No such file')
  // Expect a file that was cut to break off while it is read.
  const bytes = await kept.arrayBuffer().then(
    (buffer) => new Uint8Array(buffer),
    () => null,
  )
  if (bytes && sha256Hex(bytes) === hash) return bytes
  logNote('a file in the bucket is damaged', { file: `${company}/${hash}` })
  throw new Fault('refused', 'The file is damaged: its operator puts it back from the backup', {
    reason: 'file_damaged',
  })
}

/** List hashes and sizes of a company's files, a thousand at a time, by their hash. */
export async function listBlobs(
  env: Env,
  company: string,
  after: string | null,
): Promise<{ blobs: { hash: string; size: number }[]; next: string | null }> {
  const prefix = `${company}/`
  const place = { prefix, ...(after === null ? {} : { startAfter: `${prefix}${after}` }) }
  const { objects, truncated } = await inTime('files', env.BLOBS.list(place))
  const blobs = objects.map(({ key, size }) => ({ hash: key.slice(prefix.length), size }))
  return { blobs, next: truncated ? (blobs.at(-1)?.hash ?? null) : null }
}

/** Remove every file of a company and return how many. Anchors are kept elsewhere and stay. */
export async function eraseBlobs(env: Env, company: string): Promise<number> {
  let erased = 0
  for (;;) {
    const { objects } = await env.BLOBS.list({ prefix: `${company}/` })
    if (objects.length === 0) return erased
    await env.BLOBS.delete(objects.map(({ key }) => key))
    erased += objects.length
  }
}
