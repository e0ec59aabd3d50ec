import { existsSync } from 'node:fs'
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { join } from 'node:path'
import type { Plugin } from 'vite'

interface Kept {
  headers: OutgoingHttpHeaders
  body: Buffer
}

/** Files of a build: their names change with their content, and they have no query. */
const assetPath = /^\/assets\/[\w.-]+$/

/** Headers of requests for a part of a file, or for its change. */
const partial = ['range', 'if-none-match', 'if-modified-since'] as const

/** Return the answer to a request for a whole built file from memory, as the service gave it the first time. */
export function keptAssets(folder: string): Plugin {
  return {
    name: 'kept-assets',
    configurePreviewServer({ middlewares }) {
      middlewares.use(keepAssets(folder))
    },
  }
}

/**
 * Keep the answers for files under `assets/` of the build in `folder`, at most its size. Such a request goes through this
 * process, workerd and its server of files, and a page opens with forty of them. A file that the build has
 * no longer, because another one took its place under the running server, is not found: the server of files would fail for it (500).
 */
export function keepAssets(folder: string) {
  const answers = new Map<string, Kept>()
  return (request: IncomingMessage, response: ServerResponse, next: () => void): void => {
    const path = request.url ?? ''
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (isRead && assetPath.test(path) && !existsSync(join(folder, path))) {
      const headers = { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' }
      response
        .writeHead(404, headers)
        .end('Another version of bApp is here: load the page again.\n')
      return
    }
    const isWhole = partial.every((name) => request.headers[name] === undefined)
    if (request.method !== 'GET' || !isWhole || !assetPath.test(path)) return next()
    // Keep an answer for each encoding, as the service compresses for those who ask for it.
    const key = `${request.headers['accept-encoding'] ?? ''} ${path}`
    const kept = answers.get(key)
    if (kept !== undefined) {
      response.writeHead(200, kept.headers).end(kept.body)
      return
    }
    record(response, (answer) => answers.set(key, answer))
    next()
  }
}

/** Hand over what is answered once all of it has been sent; nothing after a failure or an answer that was cut off. */
function record(response: ServerResponse, keep: (answer: Kept) => void): void {
  const { writeHead, write, end } = response
  const chunks: Buffer[] = []
  let headers: OutgoingHttpHeaders | undefined
  const note = (chunk: unknown) => {
    if (typeof chunk === 'string' || chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk))
  }
  response.writeHead = ((...args: Parameters<typeof writeHead>) => {
    headers = args.find(isHeaders)
    return writeHead.apply(response, args)
  }) as typeof writeHead
  response.write = ((...args: Parameters<typeof write>) => {
    note(args[0])
    return write.apply(response, args)
  }) as typeof write
  response.end = ((...args: Parameters<typeof end>) => {
    note(args[0])
    return end.apply(response, args)
  }) as typeof end
  response.once('finish', () => {
    if (response.statusCode === 200 && headers) keep({ headers, body: Buffer.concat(chunks) })
  })
}

/** Return true for headers by name; a list of names and values in turn is another form, which is not kept. */
const isHeaders = (value: unknown): value is OutgoingHttpHeaders =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
