import { Fault } from '../../domain/fault.ts'
import {
  type LanCall,
  type LanData,
  lanHeaders,
  type LanParams,
  lateAnswer,
  noHost,
} from '../../domain/lan/lan-call.ts'
import { lanCalls } from '../../domain/lan/lan-calls.ts'
import { proofText } from '../../domain/lan/lan-pass.ts'
import { readReply } from '../../domain/reply.ts'
import { toHex } from '../../domain/trail/bytes.ts'
import { type DeviceWay, deviceWay } from '../host/host.ts'
import { lanOrigin } from './address.ts'
import type { PassHolder } from './holder.ts'
import { findHolder, renewLanPass } from './pass.ts'
import { makeUuid } from '../client/make-uuid.ts'

export interface DeviceCallOptions {
  /** Makes a command safe to send again: the same id acts once. */
  opId?: string
  signal?: AbortSignal
  /** The one signed in unless given. */
  holder?: PassHolder
  /** Address of the device, where it is not found by its name. */
  origin?: string
  /** Uuid of the device that is meant: another one under the same name gets nothing. */
  device?: string
}

export type Greeting = LanData<typeof lanCalls.greet>

const usualTimeoutMs = 8_000
/** Time after which a device's challenge is requested again. */
const greetingMs = 4 * 60_000

const greetings = new Map<string, { greeting: Greeting; at: number }>()

/**
 * Call a device in the local network by its hostname. Nothing is repeated by itself, but for a call that the device did
 * not look at because its challenge had grown old.
 * @throws Fault with what the device said; `network` "Can't find host for bCUBE", `timeout`, or `not_signed_in` with the
 * reason `lan_pass_missing` when there is no pass in this browser.
 */
export async function callDevice<Row extends LanCall>(
  hostname: string,
  row: Row,
  params: LanParams<Row>,
  options: DeviceCallOptions = {},
): Promise<LanData<Row>> {
  const origin = options.origin ?? lanOrigin(hostname)
  if (origin === null) throw noHost()
  const body = JSON.stringify({ command: row.command, params })
  if (row.open) return (await send(origin, row, body, {}, options)) as LanData<Row>
  const holder = options.holder ?? (await findHolder()) ?? (await fetchHolder())
  if (!holder) {
    throw new Fault('not_signed_in', 'There is no pass here', { reason: 'lan_pass_missing' })
  }
  const operation = options.opId ?? makeUuid()
  const digest = await hashText(body)
  const greeting = await greet(origin, options)
  const attempt = async ({ uuid: device, challenge }: Greeting) => {
    const nonce = crypto.randomUUID()
    const { path, command } = row
    const parts = { challenge, device, path, command, operation, nonce, digest }
    const signature = await holder.sign(proofText(parts))
    return send(
      origin,
      row,
      body,
      {
        [lanHeaders.pass]: holder.pass,
        [lanHeaders.proof]: `${challenge}.${nonce}.${signature}`,
        [lanHeaders.operation]: operation,
      },
      options,
    )
  }
  try {
    return (await attempt(greeting)) as LanData<Row>
  } catch (error) {
    const challenge = newerChallenge(error)
    if (!challenge) {
      const fresh = options.holder || !isRevoked(error) ? null : await fetchHolder(true)
      if (!fresh) throw error
      return callDevice(hostname, row, params, { ...options, opId: operation, holder: fresh })
    }
    const newer = { ...greeting, challenge }
    greetings.set(origin, { greeting: newer, at: Date.now() })
    return (await attempt(newer)) as LanData<Row>
  }
}

function isRevoked(error: unknown): boolean {
  return error instanceof Fault && error.first.reason === 'lan_pass_revoked'
}

/**
 * Fetch a pass of the person's present rights: after a device has refused the stored one, or on a page that was opened a
 * moment ago and has none yet. Null where the service cannot be asked.
 */
async function fetchHolder(force = false): Promise<PassHolder | null> {
  return renewLanPass(undefined, undefined, force).then(
    () => findHolder(),
    () => null,
  )
}

/** Hash a text by SHA-256, in hex. */
async function hashText(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return toHex(new Uint8Array(bytes))
}

/** Ask for the identity of the device with this name. @throws Fault like `callDevice`. */
export async function greetDevice(
  hostname: string,
  options: DeviceCallOptions = {},
): Promise<Greeting> {
  return callDevice(hostname, lanCalls.greet, {}, options)
}

async function greet(origin: string, options: DeviceCallOptions): Promise<Greeting> {
  const known = greetings.get(origin)
  const isFresh = known && Date.now() - known.at < greetingMs
  const greeting = isFresh
    ? known.greeting
    : ((await send(
        origin,
        lanCalls.greet,
        JSON.stringify({ command: lanCalls.greet.command, params: {} }),
        {},
        options,
      )) as Greeting)
  if (!isFresh) greetings.set(origin, { greeting, at: Date.now() })
  if (options.device === undefined || greeting.uuid === options.device) return greeting
  greetings.delete(origin)
  throw new Fault('not_found', 'Another device answers under this name', {
    reason: 'lan_other_device',
  })
}

function newerChallenge(error: unknown): string | null {
  if (!(error instanceof Fault) || error.first.reason !== 'lan_challenge_stale') return null
  const challenge = error.first.params?.['challenge']
  return typeof challenge === 'string' ? challenge : null
}

async function send(
  origin: string,
  row: LanCall,
  body: string,
  headers: Record<string, string>,
  { signal }: DeviceCallOptions,
): Promise<unknown> {
  const timeout = AbortSignal.timeout(row.timeout ?? usualTimeoutMs)
  const way = deviceWay(origin) ?? fetchFrom(origin)
  try {
    const either = signal ? AbortSignal.any([signal, timeout]) : timeout
    return readReply(await way(row, body, headers, either))
  } catch (error) {
    if (signal?.aborted) throw error
    if (error instanceof Fault && !isSilence(error)) throw error
    // Forget what was known of it, which may have changed while it was away.
    greetings.delete(origin)
    if (timeout.aborted || (error instanceof Fault && error.code === 'timeout')) {
      throw lateAnswer()
    }
    throw noHost()
  }
}

/** Return true for a fault of the desktop shell's host that means no answer, for which a browser has no code. */
function isSilence({ first }: Fault): boolean {
  return first.reason === 'lan_no_host' || first.reason === 'lan_timeout'
}

/** Call a device as the browser does it by itself. */
function fetchFrom(origin: string): DeviceWay {
  return async (row, body, headers, signal) => {
    const response = await fetch(`${origin}${row.path}`, {
      method: 'POST',
      mode: 'cors',
      credentials: 'omit',
      cache: 'no-store',
      redirect: 'error',
      headers: { 'Content-Type': 'application/json', ...headers },
      body,
      signal,
    })
    return response.json()
  }
}
