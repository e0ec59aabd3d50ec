import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import {
  createServer,
  request,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
}
const written = new Set(['.html', '.js', '.css', '.json'])

/**
 * Make another build of the same app: every file has another name, and every file that names it has the new one, as if
 * each of them had changed.
 */
export function makeSecondBuild(from: string, to: string): void {
  mkdirSync(to, { recursive: true })
  cpSync(from, to, { recursive: true, filter: (path) => !path.includes('/assets/') })
  mkdirSync(join(to, 'assets'), { recursive: true })
  const names = readdirSync(join(from, 'assets'))
  const renamed = (name: string) => name.replace(/(\.[a-z0-9]+)$/i, 'B$1')
  // Replace the longest first: a name may be the end of another one.
  const order = names.toSorted((a, b) => b.length - a.length)
  const pattern = new RegExp(order.map((name) => name.replaceAll(/[.\-$]/g, '\\$&')).join('|'), 'g')
  const rewrite = (text: string) => text.replaceAll(pattern, renamed)
  for (const name of names) {
    const file = join(from, 'assets', name)
    const isText = written.has(extname(name))
    const content = isText ? rewrite(readFileSync(file, 'utf8')) : readFileSync(file)
    writeFileSync(join(to, 'assets', renamed(name)), content)
  }
  for (const name of ['index.html', 'asset-manifest.json']) {
    writeFileSync(join(to, name), rewrite(readFileSync(join(from, name), 'utf8')))
  }
}

/** Serves a build, and passes calls on to the service; which build can be changed while pages are open. */
export class BuildServer {
  folder: string
  /** A path for which the service says that the page is too old. */
  outdated: string | null = null
  readonly #service: URL
  readonly #server: Server

  constructor(folder: string, service: string) {
    this.folder = folder
    this.#service = new URL(service)
    this.#server = createServer((asked, answer) => {
      if (asked.url?.startsWith('/v3/')) this.#pass(asked, answer)
      else this.#serve(asked.url ?? '/', answer)
    })
  }

  async listen(): Promise<string> {
    await new Promise<void>((done) => this.#server.listen(0, '127.0.0.1', done))
    return `http://localhost:${(this.#server.address() as AddressInfo).port}`
  }

  close(): void {
    this.#server.close()
    this.#server.closeAllConnections()
  }

  #serve(url: string, answer: ServerResponse): void {
    const path = new URL(url, 'http://here').pathname
    const isFile = extname(path) !== ''
    try {
      const body = readFileSync(join(this.folder, isFile ? path : '/index.html'))
      const type = types[isFile ? extname(path) : '.html'] ?? 'application/octet-stream'
      answer.writeHead(200, { 'Content-Type': type, 'Cache-Control': 'no-cache' }).end(body)
    } catch {
      answer.writeHead(404).end()
    }
  }

  #pass(asked: IncomingMessage, answer: ServerResponse): void {
    if (asked.method === 'POST' && this.outdated !== null && asked.url === this.outdated) {
      const body = { ok: false, errors: [{ code: 'client_outdated', message: '' }] }
      answer.writeHead(426, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
      return
    }
    const { hostname, port, host, origin } = this.#service
    const headers = { ...asked.headers, host, ...(asked.headers.origin ? { origin } : {}) }
    const passed = request(
      { hostname, port, path: asked.url, method: asked.method, headers },
      (came) => {
        answer.writeHead(came.statusCode ?? 502, came.headers)
        came.pipe(answer)
      },
    )
    passed.on('error', () => answer.writeHead(502).end())
    asked.pipe(passed)
  }
}
