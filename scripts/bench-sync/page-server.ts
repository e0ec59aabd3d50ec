import { readFileSync, statSync } from 'node:fs'
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { extname, join } from 'node:path'
import { projectRoot } from '../run-tool.ts'

/** Server of the built app, with the edge at the same address. */
export interface PageServer {
  address: string
  /** Without sockets a page hears of nothing by itself; what is open ends. */
  cutSockets(): void
  mendSockets(): void
  /** Nobody answers any more, neither app nor edge, until `mend`. */
  cut(): void
  mend(): void
  close(): void
}

const folder = join(projectRoot, 'dist', 'client')
const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
}

/** Serve `dist/client` with the headers it is deployed with, and hand calls and sockets on to workerd. */
export async function servePages(edge: string): Promise<PageServer> {
  const port = Number(new URL(edge).port)
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  const headers = readHeaders()
  const open = new Set<Socket>()
  const live = new Set<Socket>()
  let [isCut, hasSockets] = [false, true]
  const server = createServer((asked, answer) => {
    const { pathname } = new URL(asked.url ?? '/', 'http://localhost')
    if (/^\/(v3|bench)\//.test(pathname)) passOn(asked, answer, port, agent)
    else serveFile(pathname, answer, headers)
  })
  server.keepAliveTimeout = 60_000
  server.on('connection', (socket) => {
    if (isCut) return void socket.destroy()
    open.add(socket)
    socket.on('close', () => open.delete(socket))
  })
  server.on('upgrade', (asked: IncomingMessage, near: Socket, head: Buffer) => {
    if (!hasSockets) return void near.destroy()
    live.add(near)
    near.on('close', () => live.delete(near))
    joinSocket(asked, near, head, port)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    address: `http://localhost:${(server.address() as AddressInfo).port}`,
    cutSockets() {
      hasSockets = false
      for (const one of live) one.destroy()
    },
    mendSockets() {
      hasSockets = true
    },
    cut() {
      isCut = true
      for (const one of open) one.destroy()
    },
    mend() {
      isCut = false
    },
    close() {
      server.close()
      for (const one of open) one.destroy()
      agent.destroy()
    },
  }
}

function passOn(asked: IncomingMessage, answer: ServerResponse, port: number, agent: Agent): void {
  const { method = 'GET', url: path = '/', headers } = asked
  const onward = request({ host: '127.0.0.1', port, method, path, headers, agent }, (answered) => {
    answer.writeHead(answered.statusCode ?? 502, answered.headers)
    answered.pipe(answer)
  })
  onward.on('error', () => answer.destroy())
  answer.on('close', () => onward.destroy())
  asked.pipe(onward)
}

function joinSocket(asked: IncomingMessage, near: Socket, head: Buffer, port: number): void {
  const far = connect(port, '127.0.0.1', () => {
    const lines = [`${asked.method} ${asked.url} HTTP/1.1`]
    for (let at = 0; at < asked.rawHeaders.length; at += 2)
      lines.push(`${asked.rawHeaders[at]}: ${asked.rawHeaders[at + 1]}`)
    far.write(`${lines.join('\r\n')}\r\n\r\n`)
    far.write(head)
    far.pipe(near).pipe(far)
  })
  for (const one of [near, far]) one.setNoDelay(true)
  near.on('error', () => far.destroy())
  far.on('error', () => near.destroy())
  near.on('close', () => far.destroy())
  far.on('close', () => near.destroy())
}

interface PathHeaders {
  path: RegExp
  set: [string, string][]
}

function serveFile(
  pathname: string,
  answer: ServerResponse,
  headers: readonly PathHeaders[],
): void {
  const isThere = !pathname.includes('..') && isFile(join(folder, pathname))
  const name = isThere ? pathname : '/index.html'
  for (const { path, set } of headers)
    if (path.test(pathname)) for (const [key, value] of set) answer.setHeader(key, value)
  answer.setHeader('Content-Type', types[extname(name)] ?? 'application/octet-stream')
  answer.end(readFileSync(join(folder, name)))
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false
}

/** Read the file of headers that the app is deployed with: paths, and under each its headers. */
function readHeaders(): PathHeaders[] {
  const found: PathHeaders[] = []
  for (const line of readFileSync(join(folder, '_headers'), 'utf8').split('\n')) {
    const [, name, value] = /^\s+([^:]+):\s*(.+)$/.exec(line) ?? []
    if (name && value) found.at(-1)?.set.push([name, value])
    else if (line.startsWith('/'))
      found.push({ path: new RegExp(`^${line.trim().replaceAll('*', '.*')}$`), set: [] })
  }
  return found
}
