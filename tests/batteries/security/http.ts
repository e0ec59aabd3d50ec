import { Agent, request as httpRequest } from 'node:http'
import type { Transport } from './world.ts'

/** Send requests over sockets that stay open; a path is sent unchanged. */
export function overHttp(address: string, connections = 16): Transport {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const port = Number(new URL(address).port)
  return ({ method, path, headers, body }) =>
    new Promise((resolve, reject) => {
      const sent = httpRequest(
        {
          agent,
          host: '127.0.0.1',
          port,
          method,
          path: sendable(path),
          headers: sendableHeaders(headers),
        },
        (response) => {
          const pieces: Buffer[] = []
          response.on('data', (piece: Buffer) => pieces.push(piece))
          response.on('error', reject)
          response.on('end', () => {
            const all = new Headers()
            for (const [name, value] of Object.entries(response.headers)) {
              for (const one of [value ?? []].flat()) all.append(name, one)
            }
            resolve({
              status: response.statusCode ?? 0,
              headers: all,
              text: Buffer.concat(pieces).toString('utf8'),
            })
          })
        },
      )
      sent.setTimeout(60_000, () => sent.destroy(new Error('no reply within 60 s')))
      sent.on('error', reject)
      sent.end(body)
    })
}

/** Encode blanks and other than ASCII characters in a path, which Node's client itself refuses. */
function sendable(path: string): string {
  return path.replaceAll(/[^\x21-\x7e]/g, (letter) => encodeURIComponent(letter.toWellFormed()))
}

function sendableHeaders(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, value.replaceAll(/[^\x20-\x7e]/g, '?')]),
  )
}
