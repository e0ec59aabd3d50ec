import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import type { BareLine } from './bus-under-test.ts'

const textLimit = 1_000_000

/**
 * Open a WebSocket by hand over TCP: unlike a browser's it can stop reading, so that messages to it pile up as for a
 * machine that hangs. Binary frames only, masked as a client's must be (RFC 6455).
 */
export async function openBareTcp(url: string): Promise<BareLine> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  let text = ''
  let bytes = 0
  let closed = false
  let shaken = false
  socket.on('data', (data) => {
    bytes += data.length
    if (text.length < textLimit) text += data.toString('latin1')
  })
  socket.on('close', () => {
    closed = true
  })
  socket.on('error', () => undefined)
  await new Promise((resolve) => socket.once('connect', resolve))
  socket.write(
    `GET / HTTP/1.1\r\nHost: ${hostname}:${port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
      `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\nSec-WebSocket-Version: 13\r\n\r\n`,
  )
  const nonce = await new Promise<string>((resolve, reject) => {
    const look = () => {
      const found = /"nonce":"([^"]+)"/.exec(text)?.[1]
      if (found) resolve(found)
      else if (closed) reject(new Error(text))
      else setTimeout(look, 1)
    }
    look()
  })
  shaken = true
  return {
    nonce,
    send(data) {
      if (shaken && !closed) socket.write(frameOf(Buffer.from(data)))
    },
    text: () => text,
    bytes: () => bytes,
    isClosed: () => closed,
    stall: () => void socket.pause(),
    resume: () => void socket.resume(),
    close: () => void socket.destroy(),
  }
}

function frameOf(data: Buffer): Buffer {
  const mask = randomBytes(4)
  const head =
    data.length < 126
      ? Buffer.from([0x82, 0x80 | data.length])
      : Buffer.from([0x82, 0x80 | 126, data.length >> 8, data.length & 255])
  const masked = data.map((byte, at) => byte ^ (mask[at % 4] ?? 0))
  return Buffer.concat([head, mask, masked])
}
