import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Connect, HttpServer, Plugin } from 'vite'
import { diskHeader } from '../edge/store-full.ts'

/** Most that calls take: as JSON (edge/requests/read-json.ts), and as a form (edge/requests/read-form.ts). */
const jsonLimit = 4 * 2 ** 20
const formLimit = 24 * 2 ** 20

/**
 * Keep an idle connection longer than clients do. Node ends it after 5 s, and a call that is sent at that moment is reset:
 * seen of a walk on a busy machine.
 */
const keepAliveMs = 75_000

const ownNames = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i

interface LocalServer {
  middlewares: Connect.Server
  httpServer: HttpServer | null
}

/**
 * Do for the server on this machine what Cloudflare does before the worker: refuse requests for another host, read no bodies
 * beyond every limit, and take the client's address from the socket, not from a header.
 */
export function localRequests(isDiskFull: () => boolean = () => false): Plugin {
  const use = ({ middlewares, httpServer }: LocalServer) => {
    if (httpServer && 'keepAliveTimeout' in httpServer) httpServer.keepAliveTimeout = keepAliveMs
    middlewares.use((request, response, next) => {
      checkRequest(request, response, () => {
        // Pass on whether the disk is full: the worker knows which calls
        // write, but only this process knows that nothing more fits.
        setHeader(request, diskHeader, isDiskFull() ? 'full' : 'free')
        next()
      })
    })
  }
  return { name: 'local-requests', configureServer: use, configurePreviewServer: use }
}

/** Answer failures between this server and the worker without details of the server. Must come last. */
export function localFailures(): Plugin {
  const use =
    ({ middlewares }: { middlewares: Connect.Server }) =>
    () => {
      middlewares.use(answerFailure)
    }
  return { name: 'local-failures', configureServer: use, configurePreviewServer: use }
}

/**
 * Answer a failure: the worker stops reading a body that turns out to be too long, because its length was not
 * announced.
 */
function answerFailure(
  _error: unknown,
  request: Pick<IncomingMessage, 'headers' | 'socket'>,
  response: ServerResponse,
  _next: unknown,
): void {
  if (response.headersSent) return void response.destroy()
  const limit = limitOf(request)
  const isLong = request.headers['content-length'] === undefined && request.socket.bytesRead > limit
  if (isLong) return refuse(response, 413, 'The request is too large', 'too_large', limit)
  response.writeHead(502, { 'Content-Type': 'application/json', Connection: 'close' })
  const error = { code: 'internal', message: 'The worker did not answer' }
  response.end(JSON.stringify({ ok: false, errors: [error] }))
}

function limitOf({ headers }: Pick<IncomingMessage, 'headers'>): number {
  return /^multipart\//i.test(headers['content-type'] ?? '') ? formLimit : jsonLimit
}

export function checkRequest(
  request: Pick<IncomingMessage, 'headers' | 'rawHeaders' | 'socket'>,
  response: ServerResponse,
  next: () => void,
): void {
  if (!ownNames.test(request.headers.host ?? '')) {
    return refuse(response, 421, 'This server answers for localhost only')
  }
  const limit = limitOf(request)
  if (Number(request.headers['content-length'] ?? 0) > limit) {
    return refuse(response, 413, 'The request is too large', 'too_large', limit)
  }
  setHeader(request, 'CF-Connecting-IP', request.socket.remoteAddress ?? '')
  next()
}

/** Refuse in the envelope of the API, without details of the server. */
function refuse(
  response: ServerResponse,
  status: number,
  message: string,
  reason?: string,
  limit?: number,
): void {
  const error = { code: 'invalid', message, ...(reason && { reason, params: { limit } }) }
  // Do not wait for the rest of the body.
  response.writeHead(status, { 'Content-Type': 'application/json', Connection: 'close' })
  response.end(JSON.stringify({ ok: false, errors: [error] }))
}

/** Set a header in the raw list as well, which the next plugin reads. */
function setHeader(
  { headers, rawHeaders }: Pick<IncomingMessage, 'headers' | 'rawHeaders'>,
  name: string,
  value: string,
): void {
  const kept: string[] = []
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (rawHeaders[at]?.toLowerCase() === name.toLowerCase()) continue
    kept.push(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '')
  }
  rawHeaders.splice(0, rawHeaders.length, ...kept, name, value)
  headers[name.toLowerCase()] = value
}
