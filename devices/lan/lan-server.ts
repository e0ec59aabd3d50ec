import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import * as v from 'valibot'
import { Fault } from '../../domain/fault.ts'
import { lanCalls, lanRows } from '../../domain/lan/lan-calls.ts'
import { type LanCall, lanHeaders } from '../../domain/lan/lan-call.ts'
import { describeIssue } from '../../domain/rules/describe-issue.ts'
import { closeServer, type Faults } from '../faults.ts'
import { authorise, type Gate, type LanCaller } from './authorise.ts'
import { checkDoor, crossOriginHeaders, type Doors } from './doors.ts'
import type { LanHandlers } from './lan-world.ts'
import { createRateLimit, type Rate } from './rate.ts'
import { readBody } from './read-request.ts'

export interface LanServerPorts {
  handlers: LanHandlers
  gate: Gate
  doors: Doors
  faults: Faults
  rate: Rate
  /** Write one line into the device's log. */
  report(text: string): void
  /** Below 1: a draw for the faults that come by chance. */
  random(): number
}

export interface LanServer {
  port: number
  close(): Promise<void>
}

/** Open the device's API. @throws when the port is taken. */
export async function openLanServer(
  ports: LanServerPorts,
  { port, host }: { port: number; host: string },
): Promise<LanServer> {
  const answer = createAnswer(ports)
  const server = createServer(
    {
      maxHeaderSize: 32 * 1024,
      requestTimeout: 15_000,
      headersTimeout: 10_000,
      // Look often: Node does so every 30 s otherwise, and a slow sender would hold its connection for as long.
      connectionsCheckingInterval: 1_000,
    },
    (request, response) => void serve(request, response, ports, answer),
  )
  server.maxConnections = mostConnections
  limitEachAddress(server)
  await listen(server, port, host)
  return { port: (server.address() as AddressInfo).port, close: () => closeServer(server) }
}

/** Most connections at a time: of all together, and of one address. A browser opens six, and a few tabs or shells share them. */
const mostConnections = 100
const mostOfOne = 24

/** Close what one address opens beyond its share: it would keep everybody else out of the device. */
function limitEachAddress(server: Server): void {
  const open = new Map<string, number>()
  server.on('connection', (socket) => {
    const address = socket.remoteAddress ?? ''
    const now = (open.get(address) ?? 0) + 1
    open.set(address, now)
    socket.on('close', () => {
      const left = (open.get(address) ?? 1) - 1
      if (left > 0) open.set(address, left)
      else open.delete(address)
    })
    if (now > mostOfOne) socket.destroy()
  })
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.removeListener('error', reject)
      resolve()
    })
  })
}

type Answer = (request: IncomingMessage) => Promise<{ status: number; body: object | null }>

/** Answer a request, with the faults that were asked for around the answer. */
async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  { doors, faults, random, report }: LanServerPorts,
  answer: Answer,
): Promise<void> {
  if (random() < faults.drop) return void request.socket.destroy()
  const headers = crossOriginHeaders(request, doors)
  const { status, body } = await answer(request).catch((error: unknown) => {
    // Report here alone what the device itself cannot do: the caller hears no more of it.
    report(`a call failed: ${error instanceof Error ? error.message : 'unknown'}`)
    return faultAnswer(new Fault('internal', 'Something went wrong'))
  })
  if (faults.slow_ms > 0) await new Promise((resolve) => setTimeout(resolve, faults.slow_ms))
  if (random() < faults.drop_answer) return void request.socket.destroy()
  // Close the connection instead of reading the rest of a refused body.
  if (!request.complete) headers['Connection'] = 'close'
  if (body !== null) headers['Content-Type'] = 'application/json'
  response.writeHead(status, headers)
  response.end(body === null ? undefined : JSON.stringify(body))
}

function createAnswer(ports: LanServerPorts): Answer {
  const mayAsk = createRateLimit(ports.rate)
  const rows = new Map(lanRows.map((row) => [`${row.path} ${row.command}`, row]))
  return async function answer(request) {
    try {
      checkDoor(request, ports.doors)
      // Count the call, not the question before it: a page whose question is refused reads that the device is not there.
      if (request.method === 'OPTIONS') return { status: 204, body: null }
      // Check before reading, so that too many requests cost nothing.
      if (!mayAsk(request.socket.remoteAddress ?? '')) {
        throw new Fault('too_many', 'Too many calls; wait a moment')
      }
      if (request.method !== 'POST') {
        throw new Fault('method_refused', 'Calls of a device are POST', { reason: 'post_only' })
      }
      const data = await handle(request, rows, ports)
      return { status: 200, body: { ok: true, data } }
    } catch (error) {
      if (error instanceof Fault) return faultAnswer(error)
      throw error
    }
  }
}

const faultAnswer = (fault: Fault) => ({
  status: fault.status,
  body: { ok: false, errors: fault.details },
})

async function handle(
  request: IncomingMessage,
  rows: ReadonlyMap<string, LanCall>,
  { gate, handlers }: LanServerPorts,
): Promise<unknown> {
  const path = request.url ?? ''
  const body = await readBody(request)
  const row = rows.get(`${path} ${body.command}`)
  if (!row) throw new Fault('not_found', 'No such call', { reason: 'no_such_call' })
  const header = (name: string) => String(request.headers[name.toLowerCase()] ?? '')
  const caller = row.open
    ? null
    : authorise(
        row,
        {
          path,
          body: body.text,
          pass: header(lanHeaders.pass),
          proof: header(lanHeaders.proof),
          operation: header(lanHeaders.operation),
        },
        gate,
      )
  return handlerOf(row, handlers)(readParams(row, body.params), caller)
}

type AnyHandler = (params: unknown, caller: LanCaller | null) => unknown

const names = new Map(
  Object.entries(lanCalls).map(([name, row]) => [row as LanCall, name as keyof LanHandlers]),
)

/** Find the handler of a row. It was checked against the row where it was written; here rows have lost their types. */
function handlerOf(row: LanCall, handlers: LanHandlers): AnyHandler {
  return handlers[names.get(row) as keyof LanHandlers] as unknown as AnyHandler
}

function readParams(row: LanCall, params: unknown): unknown {
  const parsed = v.safeParse(row.params, params, { abortEarly: true })
  if (parsed.success) return parsed.output
  const [issue] = parsed.issues
  const { reason, message, params: facts } = describeIssue(issue)
  throw new Fault('invalid', message.slice(0, 300), {
    field: ['params', v.getDotPath(issue)].filter(Boolean).join('.').slice(0, 300),
    reason,
    ...(facts && { params: facts }),
  })
}
