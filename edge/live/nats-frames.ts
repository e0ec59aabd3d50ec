import { largestPayload } from './nats-parser.ts'

/** A message on its way through the hub. `headerSize` counts the leading header bytes of `payload`. */
export interface Message {
  subject: string
  reply?: string
  headerSize: number
  payload: Uint8Array
}

const encoder = new TextEncoder()
const crlf = encoder.encode('\r\n')

export const okFrame = encoder.encode('+OK\r\n')
export const pingFrame = encoder.encode('PING\r\n')
export const pongFrame = encoder.encode('PONG\r\n')

/** Put headers before the body of a message (NATS ADR-4), and count their bytes. */
export function withHeaders(
  headers: Readonly<Record<string, string>>,
  body: Uint8Array,
): Pick<Message, 'headerSize' | 'payload'> {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  if (lines.length === 0) return { headerSize: 0, payload: body }
  const head = encoder.encode(`NATS/1.0\r\n${lines.join('')}\r\n`)
  const payload = new Uint8Array(head.length + body.length)
  payload.set(head)
  payload.set(body, head.length)
  return { headerSize: head.length, payload }
}

/** Answer to a request without a responder: status 503 and no body (NATS ADR-4). */
export const noRespondersHead = encoder.encode('NATS/1.0 503\r\n\r\n')

/** Write the greeting of a new connection; the client signs the nonce. */
export function infoFrame(hub: string, client: number, nonce: string): Uint8Array {
  const info = {
    server_id: hub,
    server_name: 'bapp-live',
    version: '2.10.0',
    proto: 1,
    headers: true,
    auth_required: true,
    max_payload: largestPayload,
    client_id: client,
    nonce,
  }
  return encoder.encode(`INFO ${JSON.stringify(info)}\r\n`)
}

/** `-ERR` with the message in quotes. */
export function errorFrame(message: string): Uint8Array {
  return encoder.encode(`-ERR '${message}'\r\n`)
}

/** MSG, or HMSG where the message has headers and the client takes them, as pieces to be sent in order. */
export function messageFrame(message: Message, sid: string, headers: boolean): Uint8Array[] {
  const { subject, reply, headerSize, payload } = message
  const to = reply === undefined ? `${subject} ${sid}` : `${subject} ${sid} ${reply}`
  if (headerSize > 0 && headers) {
    return [encoder.encode(`HMSG ${to} ${headerSize} ${payload.length}\r\n`), payload, crlf]
  }
  const body = headerSize > 0 ? payload.subarray(headerSize) : payload
  return [encoder.encode(`MSG ${to} ${body.length}\r\n`), body, crlf]
}
