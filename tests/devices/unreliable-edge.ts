// Replace the edge's own routes by ones that lose and repeat requests on purpose, by a seed, which the real edge cannot
// do. Keep what the contract says the edge keeps and judge nothing else; the end-to-end tests use the real edge.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import * as v from 'valibot'
import { uniform } from '../../devices/random.ts'
import { deviceLinkCalls } from '../../domain/calls/device-link.ts'
import type { CommandAnswer, CommandMessage } from '../../domain/live/command.ts'
import type { Reading } from '../../domain/live/event.ts'
import { company, makeReleases, type Releases } from './releases.ts'
import { readBody } from './read-body.ts'

export interface UnreliableEdge {
  url: string
  /** Commands that are handed out until they are answered. */
  commands: CommandMessage[]
  answers: CommandAnswer[]
  /** Device software: signed releases and their images. */
  releases: Releases
  /** First delivery of each point, by `phase index`. */
  kept: Map<string, Reading>
  /** Points that came again with another content: must stay empty. */
  changed: string[]
  deliveries: number
  started: string[]
  finished: v.InferOutput<typeof deviceLinkCalls.finished.body>[]
  /** Requests without the right key. */
  strangers: number
  /** While true every request is cut before it is read. */
  down: boolean
  close(): Promise<void>
}

/** Return the fate of a request, by its number: a third of them fail in one way or another. */
function fate(seed: string, request: number): 'fine' | 'lost' | 'reply lost' | 'twice' | 'error' {
  const draw = uniform(`${seed}|${request}`)
  if (draw < 0.08) return 'lost'
  if (draw < 0.2) return 'reply lost'
  if (draw < 0.3) return 'twice'
  return draw < 0.34 ? 'error' : 'fine'
}

/** @param options.calm nothing is lost: for what has its own reasons to fail. */
export async function startUnreliableEdge(
  seed: string,
  device: string,
  { calm = false } = {},
): Promise<UnreliableEdge> {
  let requests = 0
  let batches = 0
  const server = createServer((request, response) => {
    void answer(request, response)
  })
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(request)
    if (body === null) return
    const text = String(body)
    if (request.headers.authorization !== `Device ${device}`) edge.strangers += 1
    const drawn = calm ? 'fine' : fate(seed, (requests += 1))
    if (request.url?.includes('/device/readings/')) batches += 1
    // Let the first come twice in any case: a slow machine sends few.
    const luck = edge.down ? 'lost' : batches === 1 && !calm ? 'twice' : drawn
    if (luck === 'lost') return void request.socket.destroy()
    if (luck === 'error') return send(response, 503, { ok: false, errors: 'busy' })
    const image = /\/device\/image\/([\d.]+)\?from=(\d+)$/.exec(request.url ?? '')
    if (image) return void response.end(edge.releases.bytesOf(String(image[1]), Number(image[2])))
    const data = handle(edge, request.url ?? '', text)
    if (luck === 'twice') handle(edge, request.url ?? '', text)
    if (luck === 'reply lost') return void request.socket.destroy()
    if (data === null) return send(response, 404, { ok: false, errors: [{ code: 'not_found' }] })
    send(response, 200, { ok: true, data })
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const edge: UnreliableEdge = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    commands: [],
    answers: [],
    releases: makeReleases(device.split('.')[0] ?? ''),
    kept: new Map(),
    changed: [],
    deliveries: 0,
    started: [],
    finished: [],
    strangers: 0,
    down: false,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
  return edge
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'Content-Type': 'application/json' })
  response.end(JSON.stringify(body))
}

function handle(edge: UnreliableEdge, url: string, text: string): unknown {
  const body: unknown = text === '' ? null : JSON.parse(text)
  const [, , , verb, id = ''] = url.split('/')
  switch (verb) {
    case 'hello':
      v.parse(deviceLinkCalls.hello.body, body)
      return {
        company_uuid: company,
        server_time: new Date().toISOString(),
        lan_key: edge.releases.key,
      }
    case 'commands':
      return edge.commands.filter(
        (command) => !edge.answers.some((each) => each.command_uuid === command.command_uuid),
      )
    case 'release':
      return edge.releases.sign(edge.releases.device, id)
    case 'answer':
      edge.answers.push(v.parse(deviceLinkCalls.answer.body, body))
      return {}
    case 'started':
      edge.started.push(v.parse(deviceLinkCalls.started.body, body).at)
      return {}
    case 'readings':
      return keep(edge, v.parse(deviceLinkCalls.readings.body, body).readings)
    case 'finished':
      edge.finished.push(v.parse(deviceLinkCalls.finished.body, body))
      return { status: 'COMPLETE' }
    default:
      // Answer nothing else: there is no live bus here, and the device must do without.
      return null
  }
}

function keep(edge: UnreliableEdge, readings: Reading[]): { AMP: number; VAL: number } {
  for (const reading of readings) {
    edge.deliveries += 1
    const name = `${reading.phase} ${reading.index}`
    const before = edge.kept.get(name)
    if (!before) edge.kept.set(name, reading)
    else if (JSON.stringify(before) !== JSON.stringify(reading)) edge.changed.push(name)
  }
  const upTo = (phase: string) => {
    let index = 0
    while (edge.kept.has(`${phase} ${index + 1}`)) index += 1
    return index
  }
  return { AMP: upTo('AMP'), VAL: upTo('VAL') }
}
