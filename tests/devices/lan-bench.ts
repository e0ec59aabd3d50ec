// Replace the edge by one that signs passes with a key of the test and accepts whatever a device sends:
// tests/edge/lan-pass.test.ts checks the real one. The device is a process of its own, reached over HTTP.
import { type ChildProcess, spawn } from 'node:child_process'
import { generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Fault } from '../../domain/fault.ts'
import type { LanCommand } from '../../domain/calls/lan.ts'
import type { LanCall, LanData, LanParams } from '../../domain/lan/lan-call.ts'
import { lanPermissions } from '../../domain/lan/lan-calls.ts'
import { type LanClaims, lanPassHead, lanPassMs } from '../../domain/lan/lan-pass.ts'
import type { SignedStops } from '../../domain/rules/lot-stops.ts'
import type { CommandAnswer } from '../../domain/live/command.ts'
import { callDevice, type DeviceCallOptions } from '../../web/lan/call-device.ts'
import type { PassHolder } from '../../web/lan/holder.ts'
import { signText } from '../../web/lan/pass.ts'
import { uuidOf } from './orders.ts'
import { company, makeReleases } from './releases.ts'
import { readBody } from './read-body.ts'

const main = fileURLToPath(new URL('../../devices/main.ts', import.meta.url))
const node = fileURLToPath(new URL('../../node_modules/.bin/node', import.meta.url))
export const pageOrigin = 'https://bapp.test'

export interface LanEdge {
  url: string
  told: LanCommand[]
  answers: CommandAnswer[]
  /** While true every request is cut but those for device software. */
  down: boolean
  company: string
  key: string
  leavers: string[]
  passesFrom: Record<string, number>
  /** Number of greetings by a device: it keeps the facts of each answer. */
  greeted: number
  sign(claims: object): string
  /** Sign a text with the company's key, base64url. */
  signText(text: string): string
  /** Lists of lots that a hello is answered with; undefined as an older service. */
  lots: SignedStops | undefined
  close(): Promise<void>
}

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

export async function startLanEdge(): Promise<LanEdge> {
  const pair = generateKeyPairSync('ed25519')
  const server = createServer(async (request, response) => {
    const sent = await readBody(request)
    if (sent === null) return
    const text = String(sent)
    const [, , , verb, version = ''] = (request.url ?? '').split(/[/?]/)
    const device = /^Device ([^.]+)/.exec(request.headers.authorization ?? '')?.[1] ?? ''
    const releases = makeReleases(device, { pair, of: edge.company })
    if (verb === 'image') {
      const from = Number(new URL(request.url ?? '', edge.url).searchParams.get('from'))
      return void response.end(releases.bytesOf(version, from))
    }
    if (verb === 'release') {
      return void response.end(JSON.stringify({ ok: true, data: releases.sign(device, version) }))
    }
    if (edge.down) return void request.socket.destroy()
    const body = JSON.parse(text || '{}') as never
    const data = reply(edge, request.url ?? '', body)
    response.writeHead(data === null ? 404 : 200, { 'Content-Type': 'application/json' })
    response.end(
      JSON.stringify(
        data === null ? { ok: false, errors: [{ code: 'not_found' }] } : { ok: true, data },
      ),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const edge: LanEdge = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    told: [],
    answers: [],
    down: false,
    company,
    leavers: [],
    passesFrom: {},
    greeted: 0,
    key: pair.publicKey.export({ format: 'jwk' }).x ?? '',
    sign(claims) {
      const signed = `${encode(lanPassHead)}.${encode(claims)}`
      const bytes = sign(null, Buffer.from(signed), pair.privateKey)
      return `${signed}.${bytes.toString('base64url')}`
    },
    signText: (text) => sign(null, Buffer.from(text), pair.privateKey).toString('base64url'),
    lots: undefined,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return edge
}

function reply(
  edge: LanEdge,
  url: string,
  body: { commands: LanCommand[]; filler: string } & CommandAnswer,
) {
  switch (url.split('/')[3]) {
    case 'hello':
      edge.greeted += 1
      return {
        company_uuid: edge.company,
        server_time: new Date().toISOString(),
        lan_key: edge.key,
        leavers: edge.leavers,
        passes_from: edge.passesFrom,
        ...(edge.lots && { lots: edge.lots }),
      }
    case 'commands':
      return []
    case 'answer':
      edge.answers.push(body)
      return {}
    case 'lan_commands':
      edge.told.push(...body.commands)
      return { kept: body.commands.length }
    case 'info':
      return {}
    case 'health':
      return {
        version: '1.0.0',
        region: 'eu',
        time: new Date().toISOString(),
        help_desk: false,
        mail: false,
      }
    case 'upload_check':
      return { bytes: body.filler.length }
    default:
      return null
  }
}

/** Make a person with a pass; `change` bends the claims. */
export async function makeHolder(
  edge: Pick<LanEdge, 'sign'>,
  change: Partial<LanClaims> = {},
): Promise<PassHolder & { claims: LanClaims }> {
  const kind = { name: 'ECDSA', namedCurve: 'P-256' }
  const pair = await crypto.subtle.generateKey(kind, false, ['sign', 'verify'])
  const { x = '', y = '' } = await crypto.subtle.exportKey('jwk', pair.publicKey)
  const { iat = Math.floor(Date.now() / 1000) } = change
  const claims: LanClaims = {
    aud: 'bapp-lan',
    company,
    sub: uuidOf(30),
    permissions: [...lanPermissions],
    swarms: [uuidOf(40)],
    iat,
    // Last no longer than a pass may count, whenever it was given.
    exp: iat + lanPassMs / 1000,
    jti: randomUUID(),
    cnf: { jwk: { kty: 'EC', crv: 'P-256', x, y } },
    ...change,
  }
  return { pass: edge.sign(claims), sign: (text) => signText(pair.privateKey, text), claims }
}

export interface LanDevice {
  uuid: string
  hostname: string
  origin: string
  state: string
  /** Return the output of the process. */
  output(): string
  isAlive(): boolean
  /** A call as the page makes it. */
  call<Row extends LanCall>(
    row: Row,
    params: LanParams<Row>,
    options?: DeviceCallOptions,
  ): Promise<LanData<Row>>
  /** Set faults, or do what a hand does. */
  control(wish: object): Promise<Response>
  until(done: () => boolean | Promise<boolean>, ms?: number): Promise<void>
  /** End it in good order: it says goodbye. */
  switchOff(): Promise<void>
  remove(): Promise<void>
}

export interface LanDeviceOptions {
  type?: 'bcube' | 'bgate'
  hostname?: string
  speed?: number
  rate?: number
  /** Origins of pages that may call, beside the usual one. */
  origins?: readonly string[]
  /** Not to wait for the first word of the service. */
  early?: boolean
  /** Makes itself known in the local network, and answers there. */
  mdns?: boolean
}

/** Start a device as a process and wait until it answers in the local network and knows to whom it belongs. */
export async function startLanDevice(
  edge: LanEdge,
  holder: PassHolder,
  {
    type = 'bcube',
    hostname = 'cube-1',
    speed = 60,
    rate = 1_000,
    origins = [],
    early,
    mdns = false,
  }: LanDeviceOptions = {},
): Promise<LanDevice> {
  const state = mkdtempSync(join(tmpdir(), 'bapp-lan-'))
  const uuid = uuidOf(type === 'bcube' ? 9 : 8)
  const cartridge = type === 'bcube' ? 'Wells16' : 'Wells96'
  const options = { type, cartridge, edge: edge.url, uuid, state, speed, hostname }
  const args = Object.entries({ ...options, 'lan-port': 0, 'lan-rate': rate }).map(
    ([name, value]) => `--${name}=${value}`,
  )
  const allowed = [pageOrigin, ...origins].map((origin) => `--lan-origin=${origin}`)
  const known = mdns ? ['--mdns', '--lan-host=0.0.0.0'] : []
  const all = [main, ...args, ...allowed, ...known, '--faults', '--tied']
  const child: ChildProcess = spawn(node, all, {
    env: { ...process.env, BAPP_DEVICE_KEY: 'key' },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (text) => (output += String(text)))
  const published = () =>
    JSON.parse(readFileSync(join(state, 'device.json'), 'utf8')) as Record<string, string>
  async function until(done: () => boolean | Promise<boolean>, ms = 45_000): Promise<void> {
    const end = Date.now() + ms
    while (!(await done())) {
      if (Date.now() > end) throw new Error(`waited ${ms} ms\n${output}`)
      await sleep(20)
    }
  }
  await until(() => output.includes('local network: port') && output.includes(' on, '))
  await until(() => 'control_port' in published())
  if (!early) await until(() => knows(`http://127.0.0.1:${published()['lan_port']}`))
  const device: LanDevice = {
    uuid,
    hostname,
    state,
    get origin() {
      return `http://127.0.0.1:${published()['lan_port']}`
    },
    output: () => output,
    isAlive: () => child.exitCode === null && child.signalCode === null,
    call(row, params, given) {
      return callDevice(hostname, row, params, { origin: device.origin, holder, ...given })
    },
    control: (wish) =>
      fetch(`http://127.0.0.1:${published()['control_port']}`, {
        method: 'POST',
        headers: { Control: published()['control_word'] ?? '' },
        body: JSON.stringify(wish),
      }),
    until,
    async switchOff() {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await ended
    },
    async remove() {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGKILL')
        await ended
      }
      rmSync(state, { recursive: true, force: true })
    },
  }
  return device
}

/** Start a service, a person with a pass and a device of theirs; `end` stops all. */
export async function startLanBench(options: LanDeviceOptions = {}) {
  const edge = await startLanEdge()
  const holder = await makeHolder(edge)
  const device = await startLanDevice(edge, holder, options)
  const end = async () => {
    await device.remove()
    await edge.close()
  }
  return { edge, holder, device, end }
}

export type LanBench = Awaited<ReturnType<typeof startLanBench>>

/** Return the reason of a refused call, or its code without one; null for an answer. */
export function reasonOf(promise: Promise<unknown>): Promise<string | null> {
  return promise.then(
    () => null,
    ({ first }: Fault) => first.reason ?? first.code,
  )
}

async function knows(origin: string): Promise<boolean> {
  const response = await fetch(`${origin}/lan/v1/device`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ command: 'GREET', params: {} }),
  })
  const { data } = (await response.json()) as { data: { ready: boolean } }
  return data.ready
}
