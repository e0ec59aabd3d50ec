import { joinBytes } from '../../domain/join-bytes.ts'
import type { CustomFetchOptions } from 'oauth4webapi'

/** Largest answer of a provider in bytes: metadata and keys of the large ones have some 20 kB. */
const mostBytes = 256 * 1024

/**
 * Return true for an address that a company may let the service ask: `https` of a host with a name in the public DNS, which an
 * address of the machine or of its network has not. On the machine of a developer also `http` of this machine.
 */
export function isOutside(text: string, isLocal: boolean): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, username, password } = new URL(text)
  if (username !== '' || password !== '') return false
  const name = hostname.replace(/\.+$/, '')
  const isNamed = name.includes('.') && !/^[\d.]+$|^\[/.test(name) && !inner.test(name)
  const isHere = isLocal && protocol === 'http:' && hostname === '127.0.0.1'
  return (protocol === 'https:' && isNamed) || isHere
}

/** Names of local networks, which no public DNS has (RFC 6762, RFC 8375, ICANN's reserved names). */
const inner =
  /(?:^|\.)(?:local|internal|localhost|localdomain|home\.arpa|lan|intranet|corp|home|private)$/

/**
 * Ask a provider: every address of its metadata is looked at like the issuer that a person typed in, no redirect is followed, and
 * an answer is read no further than `mostBytes`, within the time of the signal.
 * @throws TypeError for an address that is not asked, or a larger answer.
 */
export async function fetchProvider(
  url: string,
  options: CustomFetchOptions<string, URLSearchParams | undefined>,
  isLocal: boolean,
): Promise<Response> {
  if (!isOutside(url, isLocal))
    throw new TypeError('the provider names an address that is not asked')
  const response = await fetch(url, options as RequestInit)
  const bytes = await readBounded(response)
  const headers = new Headers(response.headers)
  // Delete headers that describe the body as it was sent: it is decoded and of another length by now.
  headers.delete('Content-Encoding')
  headers.delete('Content-Length')
  const { status } = response
  return new Response(bytes.byteLength > 0 ? bytes : null, { status, headers })
}

async function readBounded({ body }: Response): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = []
  let size = 0
  if (body) {
    for await (const part of body as unknown as AsyncIterable<Uint8Array>) {
      size += part.byteLength
      if (size > mostBytes) throw new TypeError('the answer of the provider is too large')
      parts.push(part)
    }
  }
  return joinBytes(parts)
}
