import { Fault } from '../domain/fault.ts'
import type { SignedCall } from '../domain/desktop-bridge.ts'
import { type LanCall, lateAnswer, noHost } from '../domain/lan/lan-call.ts'
import { lanRows } from '../domain/lan/lan-calls.ts'
import type { DeviceRegistry } from './device-registry.ts'

/** Longer than the page waits: it is the one to give up. */
const longestMs = 30_000
const largestAnswer = 16 * 1024 * 1024

/**
 * Return the row of the device's contract for a body.
 * @throws Fault `not_found` for what no device answers: nothing else is carried.
 */
export function rowOf(path: string, body: string): LanCall {
  const { command } = readObject(body)
  const row = lanRows.find((one) => one.path === path && one.command === command)
  if (!row) throw new Fault('not_found', 'No such call', { reason: 'no_such_call' })
  return row
}

export function readObject(text: string): Record<string, unknown> {
  try {
    const read: unknown = JSON.parse(text)
    if (typeof read === 'object' && read !== null) return { ...read }
  } catch {
    // Leave it to the end, which says so.
  }
  throw new Fault('invalid', 'The body is no call', { field: 'signed.body' })
}

/**
 * Carry a call, as the page has signed it, to a device that was found, byte for byte.
 * @returns what the device answered.
 * @throws Fault `network` "Can't find host for bCUBE", also for names that nobody was heard under; `timeout`.
 */
export async function carryCall(
  registry: Pick<DeviceRegistry, 'find'>,
  call: { hostname: string; path: string; signed: SignedCall },
): Promise<unknown> {
  const { hostname, path, signed } = call
  const row = rowOf(path, signed.body)
  const device = registry.find(hostname)
  if (!device) throw noHost()
  const signal = AbortSignal.timeout(Math.min(longestMs, (row.timeout ?? 8_000) + 2_000))
  const host = device.address.includes(':') ? `[${device.address}]` : device.address
  try {
    const response = await fetch(`http://${host}:${device.port}${row.path}`, {
      method: 'POST',
      redirect: 'error',
      headers: {
        ...(signed.headers as Record<string, string>),
        'Content-Type': 'application/json',
      },
      body: signed.body,
      signal,
    })
    return JSON.parse(await readText(response))
  } catch {
    if (signal.aborted) throw lateAnswer()
    throw noHost()
  }
}

/** Read the text of an answer, which may come from anything at that address. @throws on more than any device sends. */
async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > largestAnswer) throw new Error('The answer is too long')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
