import { randomBytes, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import * as v from 'valibot'
import { wifiCauses } from '../domain/lan/radio.ts'

/**
 * Faults on demand, for tests and for showing what the product does then. They are no part of a device: they are set
 * on a port of their own, on this machine only, with a word that is kept in `<state>/device.json`. A page in a browser
 * does not know the word, and the device's own API does not know the faults.
 */
const Share = v.pipe(v.number(), v.minValue(0), v.maxValue(1))

const Percent = v.pipe(v.number(), v.minValue(0), v.maxValue(100))

export const FaultSettings = v.strictObject({
  /** Each answer in the local network comes so many milliseconds late. */
  slow_ms: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(120_000))),
  /** This share of connections is cut before the request is read. */
  drop: v.optional(Share),
  /** This share is cut after the request was carried out: the answer is lost. */
  drop_answer: v.optional(Share),
  /** No room for another run or update; what runs goes on from its reserve. */
  full_disk: v.optional(v.boolean()),
  /** The wall clock is so far off; the run's own clock is a stopwatch and stays right. */
  clock_ms: v.optional(v.pipe(v.number(), v.integer(), v.minValue(-1e12), v.maxValue(1e12))),
  /** The data disk and the memory are so full, in percent; null for what the machine measures. */
  disk: v.optional(v.nullable(Percent)),
  memory: v.optional(v.nullable(Percent)),
  /** Signal of the Wi-Fi in dBm; null for that of the simulated room. */
  wifi_dbm: v.optional(v.nullable(v.pipe(v.number(), v.minValue(-120), v.maxValue(0)))),
  /** Share of its light that each channel has lost. */
  dim: v.optional(Share),
  /** Share by which the block heats slower, the lid takes longer, and the fan turns slower. */
  slow_heating: v.optional(Share),
  slow_lid: v.optional(Share),
  weak_fan: v.optional(Share),
  /** Degrees by which the housing is too warm. */
  hot: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(60))),
  /** Readings and answers stay on the device. */
  hold_uploads: v.optional(v.boolean()),
  /** Every attempt to connect to a Wi-Fi fails with this cause; null lets the simulated room decide. */
  wifi: v.optional(v.nullable(v.picklist(wifiCauses))),
})
export type FaultSettings = v.InferOutput<typeof FaultSettings>

/** All faults of a device as they are now. */
export type Faults = { [Name in keyof FaultSettings]-?: Exclude<FaultSettings[Name], undefined> }

export function noFaults(): Faults {
  return {
    slow_ms: 0,
    drop: 0,
    drop_answer: 0,
    full_disk: false,
    clock_ms: 0,
    disk: null,
    memory: null,
    wifi_dbm: null,
    dim: 0,
    slow_heating: 0,
    slow_lid: 0,
    weak_fan: 0,
    hot: 0,
    hold_uploads: false,
    wifi: null,
  }
}

/** Physical actions on a device: `reboot` unplugs it and plugs it in again. */
export interface Hands {
  toggleLid(): void
  reboot(): void
  /** The button at the device that starts a self-test. */
  selfTest(): void
}

const Wish = v.union([
  v.strictObject({ faults: FaultSettings }),
  v.strictObject({ hand: v.picklist(['lid', 'reboot', 'self_test']) }),
])

export interface FaultControl {
  port: number
  /** Header `Control` of every request. */
  word: string
  close(): Promise<void>
}

const mostBytes = 4_096

/** Open the control: `POST /` with `{"faults": {…}}` (those named are changed) or `{"hand": "lid"}`. */
export async function openFaultControl(faults: Faults, hands: Hands): Promise<FaultControl> {
  const word = randomBytes(16).toString('base64url')
  const server = createServer((request, response) => {
    void obeyHand(request, word, faults, hands).then(
      ({ status, body }) => answer(response, status, body),
      () => response.destroy(),
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  return {
    port: (server.address() as AddressInfo).port,
    word,
    close: () => closeServer(server),
  }
}

async function obeyHand(request: IncomingMessage, word: string, faults: Faults, hands: Hands) {
  const given = Buffer.from(String(request.headers['control'] ?? ''))
  const isKnown = given.length === word.length && timingSafeEqual(given, Buffer.from(word))
  if (request.method !== 'POST' || !isKnown) return { status: 403, body: { ok: false } }
  let text = ''
  for await (const chunk of request) {
    text += String(chunk)
    if (text.length > mostBytes) return { status: 413, body: { ok: false } }
  }
  const wish = v.safeParse(Wish, readJson(text))
  if (!wish.success) return { status: 422, body: { ok: false } }
  if ('faults' in wish.output) Object.assign(faults, wish.output.faults)
  else if (wish.output.hand === 'reboot') hands.reboot()
  else if (wish.output.hand === 'self_test') hands.selfTest()
  else hands.toggleLid()
  return { status: 200, body: { ok: true, data: faults } }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function answer(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'Content-Type': 'application/json' })
  response.end(JSON.stringify(body))
}

export function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}
