import {
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as httpRequest,
  type OutgoingHttpHeaders,
  type ServerResponse,
} from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { Duplex } from 'node:stream'
import { cookiesOfService } from './doors.ts'

/** Between two neighbours only, or of the service's own address. */
const notPassedOn = [
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'alt-svc',
  'strict-transport-security',
]

/** Passes requests of the page on to the service, so that to the page both are one origin. */
export interface ToService {
  pass(request: IncomingMessage, response: ServerResponse): void
  /** Pass a connection of the live bus on to the service. */
  passSocket(request: IncomingMessage, socket: Duplex, head: Buffer): void
}

export function createToService(service: URL): ToService {
  const send = service.protocol === 'https:' ? httpsRequest : httpRequest
  const ask = (request: IncomingMessage, more: OutgoingHttpHeaders) =>
    send(new URL(request.url ?? '/', service), {
      method: request.method,
      headers: { ...headersFor(service, request.headers), ...more },
    })
  return {
    pass(request, response) {
      const asked = ask(request, {})
      asked.on('response', (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.statusMessage, without(answer.headers))
        answer.pipe(response)
        answer.on('error', () => response.destroy())
      })
      // Close the connection, so that the page sees that nobody answers, as it would without us, and goes offline.
      asked.on('error', () => response.destroy())
      response.on('close', () => asked.destroy())
      request.pipe(asked)
    },
    passSocket(request, socket, head) {
      const asked = ask(request, { connection: 'Upgrade', upgrade: request.headers.upgrade })
      asked.on('upgrade', (answer, other: Duplex, first) => {
        socket.write(headOf(answer))
        other.write(head)
        socket.write(first)
        socket.pipe(other).pipe(socket)
        for (const one of [socket, other]) one.on('error', () => undefined)
        socket.on('close', () => other.destroy())
        other.on('close', () => socket.destroy())
      })
      asked.on('response', (answer) => {
        answer.resume()
        socket.end(`HTTP/1.1 ${answer.statusCode} ${answer.statusMessage}\r\n\r\n`)
      })
      asked.on('error', () => socket.destroy())
      socket.on('error', () => asked.destroy())
      asked.end()
    },
  }
}

/**
 * Return headers as if the page were of the service: its own address, which was checked before, has no meaning there.
 */
function headersFor(service: URL, headers: IncomingHttpHeaders): OutgoingHttpHeaders {
  const { cookie, referer: _, origin, ...rest } = without(headers)
  const cookies = cookiesOfService(cookie as string | undefined)
  return {
    ...rest,
    host: service.host,
    ...(origin === undefined ? {} : { origin: service.origin }),
    ...(cookies === undefined ? {} : { cookie: cookies }),
  }
}

function without(headers: IncomingHttpHeaders): OutgoingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !notPassedOn.includes(name)))
}

/** Return the head unchanged: a socket's handshake is between the page and the service. */
function headOf({ statusCode, statusMessage, rawHeaders }: IncomingMessage): string {
  const lines = [`HTTP/1.1 ${statusCode} ${statusMessage}`]
  for (let at = 0; at < rawHeaders.length; at += 2)
    lines.push(`${rawHeaders[at]}: ${rawHeaders[at + 1]}`)
  return `${lines.join('\r\n')}\r\n\r\n`
}
