import { request } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { BenchLab } from '../bench-edge/lab.ts'
import { readMemory } from '../bench-edge/memory.ts'

const lanes = 16
/** A binary frame of one byte, masked with nothing, as a client sends it (RFC 6455, section 5.2). */
const word = Buffer.from([0x82, 0x81, 0, 0, 0, 0, 1])

/**
 * Measure the memory of a socket that an object of the runtime holds and does nothing with, in kB: the floor for a connection of a hub.
 * @param compressed whether the client offers compression, as browsers and Node do.
 */
export async function measureBareSocket(
  { worker }: BenchLab,
  { count, compressed, settleMs }: { count: number; compressed: boolean; settleMs: number },
): Promise<number> {
  const before = readMemory(worker.pid).now
  const sockets: Socket[] = []
  let left = count
  const lane = async () => {
    while (left > 0) {
      left -= 1
      sockets.push(await openBareSocket(worker.address, compressed))
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  await sleep(settleMs)
  const memory = readMemory(worker.pid).now - before
  for (const socket of sockets) socket.destroy()
  await sleep(settleMs)
  return (memory * 1024) / count
}

/** Open a WebSocket, say one word and do nothing more. */
async function openBareSocket(address: string, compressed: boolean): Promise<Socket> {
  const { socket } = await upgrade(`${address}/bench/socket`, compressed)
  socket.write(word)
  return socket
}

/**
 * Open a WebSocket by hand, as no client of Node can be kept from offering compression. @returns also the extensions agreed on.
 * @throws Error where the answer is no upgrade.
 */
export function upgrade(
  address: string,
  compressed: boolean,
): Promise<{ socket: Socket; extensions: string }> {
  const headers = {
    Connection: 'Upgrade',
    Upgrade: 'websocket',
    'Sec-WebSocket-Version': '13',
    'Sec-WebSocket-Key': Buffer.from('sixteen letters.').toString('base64'),
    ...(compressed && { 'Sec-WebSocket-Extensions': 'permessage-deflate; client_max_window_bits' }),
  }
  return new Promise((resolve, reject) => {
    const sent = request(address, { headers, agent: false })
    sent.on('upgrade', (answer, socket) => {
      // Close the socket quietly when the service ends.
      socket.on('error', () => socket.destroy())
      const extensions = answer.headers['sec-websocket-extensions'] ?? ''
      resolve({ socket: socket.resume(), extensions })
    })
    sent.on('response', ({ statusCode }) => reject(new Error(`${address}: ${statusCode}`)))
    sent.on('error', reject)
    sent.end()
  })
}
