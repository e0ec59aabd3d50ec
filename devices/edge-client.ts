import type { Call, CallArguments, CallData, CallFile } from '../domain/call.ts'
import { receiptHeader } from '../domain/calls/device-link.ts'
import { Fault } from '../domain/fault.ts'
import { readReply } from '../domain/reply.ts'

export interface EdgeAccess {
  /** Origin of the service, such as `http://localhost:8787`. */
  edge: string
  uuid: string
  key: string
}

/** Makes one of the device's own calls. Throws a Fault: `network` when nothing answered. */
export type EdgeCall = <Row extends Call>(
  row: Row,
  given?: CallArguments<Row>,
) => Promise<CallData<Row>>

const usualTimeoutMs = 30_000

/** `stopped` ends what is going on when the device is switched off. */
export function createEdgeCall(access: EdgeAccess, stopped: AbortSignal): EdgeCall {
  /** Saves the service a question to the directory of its region; the service gives another after an hour (decision 99). */
  let receipt: string | null = null
  const note = ({ headers }: Response) => {
    receipt = headers.get(receiptHeader) ?? receipt
  }
  return async function callEdge(row, given) {
    const { params, query, body } = (given ?? {}) as {
      params?: Record<string, string>
      query?: Record<string, string>
      body?: unknown
    }
    const path = row.path.replace(/:(\w+)/g, (_, name: string) =>
      encodeURIComponent(params?.[name] ?? ''),
    )
    const headers: Record<string, string> = {
      Authorization: `Device ${access.uuid}.${access.key}`,
      Accept: 'application/json',
      ...(receipt !== null && { [receiptHeader]: receipt }),
    }
    const isForm = row.send === 'multipart'
    // Set no type for a form, which names its own boundary.
    if (body !== undefined && !isForm) headers['Content-Type'] = 'application/json'
    const signal = AbortSignal.any([stopped, AbortSignal.timeout(row.timeout ?? usualTimeoutMs)])
    const url = `${access.edge}/v3${path}${query ? `?${new URLSearchParams(query).toString()}` : ''}`
    const init = {
      method: row.method,
      headers,
      signal,
      ...(body === undefined ? {} : { body: isForm ? formOf(body) : JSON.stringify(body) }),
    }
    if (row.reply === 'blob') return (await fetchFile(url, init, note)) as CallData<typeof row>
    const answer = await fetchJson(url, init, note)
    // Trust the service, which checks its answers against the row; a newer one may say more than this device knows.
    return readReply(answer) as CallData<typeof row>
  }
}

/** Largest file that a device is given in one answer: a piece of an image, or release metadata. */
const fileBytes = 1024 * 1024

/** Read an answer that may never end. @throws Error when it is longer */
async function readAtMost({ body }: Response, most: number): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of body ?? []) {
    parts.push(part)
    length += part.length
    // Leave the loop, which closes the connection.
    if (length > most) throw new Error(`The file is longer than ${most} bytes`)
  }
  return new Uint8Array(Buffer.concat(parts))
}

/** Looks at the headers of an answer. */
type Note = (response: Response) => void

/** @throws Fault of the service, or `network` for an answer that breaks off. */
async function fetchFile(url: string, init: RequestInit, note: Note): Promise<CallFile> {
  try {
    const response = await fetch(url, init)
    note(response)
    if (!response.ok) return readReply(await response.json(), response.status) as never
    const bytes = await readAtMost(response, fileBytes)
    return { bytes, type: response.headers.get('content-type') ?? '' }
  } catch (error) {
    if (error instanceof Fault) throw error
    throw new Fault('network', error instanceof Error ? error.message : 'No connection')
  }
}

/** Write a body with files as a form: what is no file goes into its part `fields`. */
function formOf(body: unknown): FormData {
  const form = new FormData()
  const entries = Object.entries(body as Record<string, unknown>)
  const fields = entries.filter(([, value]) => !(value instanceof File))
  form.set('fields', JSON.stringify(Object.fromEntries(fields)))
  for (const [name, value] of entries) if (value instanceof File) form.set(name, value)
  return form
}

async function fetchJson(url: string, init: RequestInit, note: Note): Promise<unknown> {
  try {
    const response = await fetch(url, init)
    note(response)
    return await response.json()
  } catch (error) {
    throw new Fault('network', error instanceof Error ? error.message : 'No connection')
  }
}

const passing: ReadonlySet<string> = new Set([
  'network',
  'timeout',
  'internal',
  'store_full',
  'frozen',
  'device_unreachable',
  'too_many',
  'overloaded',
  'offline',
])

/** Return true when a retry without a change on this side may succeed. */
export function isPassing(error: unknown): boolean {
  return error instanceof Fault && passing.has(error.code)
}
