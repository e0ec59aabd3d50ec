import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { bridgePath, callPath, eventsPath } from '../domain/desktop-bridge.ts'
import { Fault } from '../domain/fault.ts'
import type { Bridge } from './bridge.ts'
import { createDoors, type Doors, pathOf, startPath } from './doors.ts'
import type { EventStream } from './event-stream.ts'
import type { PageFiles } from './page-files.ts'
import { createToService, type ToService } from './to-service.ts'

export interface AppPorts {
  files: PageFiles
  service: URL
  bridge: Bridge
  events: Pick<EventStream, 'join'>
}

/** The page, the service and the host as one origin on this machine. */
export interface AppServer {
  port: number
  /** Address that opens the app once, for the first visitor. */
  startAddress: string
  close(): Promise<void>
}

const largestCall = 192 * 1024
/** Never seen from another machine. */
const loopback = '127.0.0.1'

/**
 * @param port 0: any that is free. What the page keeps hangs on it.
 * @throws with the code `EADDRINUSE` where the port is taken.
 */
export async function serveApp(ports: AppPorts, port = 0): Promise<AppServer> {
  const server = createServer()
  const sockets = new Set<Duplex>()
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, loopback, resolve)
  })
  const { port: given } = server.address() as AddressInfo
  const doors = createDoors(`http://${loopback}:${given}`)
  const toService = createToService(ports.service)
  server.on(
    'request',
    (request, response) => void answer(request, response, { ...ports, doors, toService }),
  )
  server.on('upgrade', (request, socket, head) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    const refused = doors.check(request)
    if (!refused && isOfService(pathOf(request))) return toService.passSocket(request, socket, head)
    socket.end(`HTTP/1.1 ${refused?.status ?? 404} Refused\r\n\r\n`)
  })
  return {
    port: given,
    startAddress: doors.startAddress(),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
        server.closeAllConnections()
      }),
  }
}

const isOfService = (path: string) => /^\/(v3|api)\//.test(path)

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  parts: AppPorts & { doors: Doors; toService: ToService },
): Promise<void> {
  const { doors, files, bridge, events, toService } = parts
  const refused = doors.check(request)
  if (refused) return say(response, refused.status, refused.text)
  const path = pathOf(request)
  if (path === startPath) return letIn(request, response, doors)
  if (isOfService(path)) return toService.pass(request, response)
  if (path === eventsPath) return events.join(response)
  if (path.startsWith(bridgePath)) return answerCall(request, response, bridge)
  const file = files(path)
  if (file === null) return say(response, 404, 'There is no such file.')
  response.writeHead(200, file.headers).end(request.method === 'HEAD' ? undefined : file.body)
}

function letIn(request: IncomingMessage, response: ServerResponse, doors: Doors): void {
  const cookie = doors.enter(request)
  if (cookie === null) return say(response, 401, 'This address was used before. Start bApp again.')
  const headers = {
    'Set-Cookie': cookie,
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'no-referrer',
  }
  response.writeHead(303, { ...headers, Location: '/' }).end()
}

async function answerCall(
  request: IncomingMessage,
  response: ServerResponse,
  bridge: Bridge,
): Promise<void> {
  const reply = (status: number, body: object) =>
    response
      .writeHead(status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' })
      .end(JSON.stringify(body))
  try {
    if (request.method !== 'POST')
      throw new Fault('method_refused', 'Calls of the host are POST', { reason: 'post_only' })
    const params: unknown = JSON.parse(await readBody(request))
    const name = pathOf(request).slice(callPath('' as never).length)
    reply(200, { ok: true, data: await bridge(name, params) })
  } catch (error) {
    const fault =
      error instanceof Fault
        ? error
        : error instanceof SyntaxError
          ? new Fault('invalid', 'The call is no JSON')
          : new Fault('internal', 'Something went wrong')
    // Answer for a device that is away as for one that its host does not reach, since a page makes no difference.
    reply(fault.status || 503, { ok: false, errors: fault.details })
  }
}

/** @throws Fault `invalid` for more than any call has. */
async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > largestCall) throw new Fault('invalid', 'The call is too long')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function say(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, {
    'Content-Type': 'text/plain; charset=utf-8',
    'Cache-Control': 'no-store',
  })
  response.end(`${text}\n`)
}
