import type { IncomingMessage } from 'node:http'

/** Read the body of a request; null where the connection ended first, as of a device that is switched off while it speaks. */
export async function readBody(request: IncomingMessage): Promise<Buffer<ArrayBuffer> | null> {
  const chunks: Buffer[] = []
  try {
    for await (const chunk of request) chunks.push(Buffer.from(chunk as Uint8Array))
  } catch {
    return null
  }
  return Buffer.concat(chunks)
}
