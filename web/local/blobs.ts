import { visiting } from '../client/visiting.ts'
import { analysisCalls } from '../../domain/calls/analysis.ts'
import { Fault } from '../../domain/fault.ts'
import { call } from '../client/call.ts'

/**
 * Load a file of an analysis by its hash: from this browser if it was loaded before, else from the edge. Check its
 * SHA-256 in both cases before it is used, so that a damaged or foreign copy is never taken for the record.
 * @throws Fault of the call, or `invalid` with reason `file_damaged` when the edge's own file does not fit.
 */
export async function loadBlob(order: {
  /** The account: files of one are never shown to another. */
  user: string
  analysis: string
  hash: string
  signal: AbortSignal
  /** Asked by the page itself, not by what a person did. */
  background?: boolean
  /** False: used once, so that thousands of files do not fill the storage. */
  keep?: boolean
}): Promise<Uint8Array<ArrayBuffer>> {
  const { user, analysis, hash, signal, background, keep = true } = order
  const cache = await openCache(user)
  const address = `/blob/${hash}`
  const kept = await cache?.match(address)
  if (kept) {
    const bytes = new Uint8Array(await kept.arrayBuffer())
    if ((await hashOf(bytes)) === hash) return bytes
    await cache?.delete(address)
  }
  const file = await call(
    analysisCalls.blob,
    { params: { id: analysis, hash } },
    { signal, background },
  )
  const bytes = new Uint8Array(file.bytes)
  if ((await hashOf(bytes)) !== hash) {
    throw new Fault('invalid', 'The file is not the one that the record names', {
      reason: 'file_damaged',
    })
  }
  // Ignore a full storage, which costs only the next look without network.
  if (keep) await cache?.put(address, new Response(bytes)).catch(() => undefined)
  return bytes
}

/** Hash bytes by SHA-256, in lower-case hexadecimal. */
export async function hashOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Open the cache; null if the browser has none (a page that is not secure) or refuses it. */
async function openCache(user: string): Promise<Cache | null> {
  // Keep nothing of another company on this machine.
  if (visiting) return null
  try {
    return await caches.open(`blobs-${user}`)
  } catch {
    return null
  }
}
