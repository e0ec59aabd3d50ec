import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import type { LanDevice } from '../../devices/lan-bench.ts'

/** Address of the attacker on this machine; people call from 127.0.0.1. */
const attacker = '127.0.0.2'
const greeting = JSON.stringify({ command: 'GREET', params: {} })

/** Ask the device for its greeting from an address. @returns the status and the time that it took (ms); 0 where nothing came. */
function greet(device: LanDevice, localAddress: string): Promise<{ status: number; ms: number }> {
  const began = performance.now()
  return new Promise((resolve) => {
    const end = (status: number) => resolve({ status, ms: performance.now() - began })
    const asked = request(
      `${device.origin}/lan/v1/device`,
      {
        method: 'POST',
        localAddress,
        timeout: 30_000,
        // Open a line for each call: one that is open already would not meet a full house.
        agent: false,
        headers: { 'Content-Type': 'application/json' },
      },
      (answer) => answer.resume().on('end', () => end(answer.statusCode ?? 0)),
    )
    asked.on('error', () => end(0)).on('timeout', () => asked.destroy())
    asked.end(greeting)
  })
}

/** Figures of an attack, as people in the laboratory meet it. */
export interface Met {
  /** Calls of people that were answered, of all that were made. */
  answered: number
  made: number
  /** Longest wait of a person (ms). */
  longest: number
}

/** Call as a person does until the attack is over. */
async function callMeanwhile(
  device: LanDevice,
  attack: Promise<unknown>,
  pauseMs: number,
): Promise<Met> {
  let isOver = false
  void attack.finally(() => (isOver = true))
  const met: Met = { answered: 0, made: 0, longest: 0 }
  while (!isOver || met.made < 3) {
    const { status, ms } = await greet(device, '127.0.0.1')
    met.made += 1
    met.answered += status === 200 ? 1 : 0
    met.longest = Math.max(met.longest, Math.round(ms))
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
  await attack
  return met
}

/** Flood the device with calls from one address. @returns what people met, and how many calls were let through. */
export async function flood(device: LanDevice, count: number): Promise<Met & { passed: number }> {
  let passed = 0
  const attack = async () => {
    for (let sent = 0; sent < count; sent += 50) {
      const statuses = await Promise.all(
        Array.from({ length: Math.min(50, count - sent) }, () => greet(device, attacker)),
      )
      passed += statuses.filter(({ status }) => status === 200).length
    }
  }
  return { ...(await callMeanwhile(device, attack(), 100)), passed }
}

/**
 * Open so many connections that never finish their headers, a byte at a time. Ends when the device has closed all, or after the
 * time. @returns what people met, and how many connections are still open.
 */
export async function slowLoris(
  device: LanDevice,
  { count, ms }: { count: number; ms: number },
): Promise<Met & { open: number }> {
  const { hostname, port } = new URL(device.origin)
  const open = new Set<Socket>()
  for (let number = 0; number < count; number += 1) {
    const line = connect({ host: hostname, port: Number(port), localAddress: attacker })
    open.add(line)
    line.on('error', () => undefined).on('close', () => open.delete(line))
    line.write(
      'POST /lan/v1/device HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nX: ',
    )
  }
  const drip = setInterval(() => open.forEach((line) => line.write('y')), 500)
  const attack = new Promise<void>((resolve) => {
    const end = Date.now() + ms
    const look = setInterval(() => {
      if (open.size > 0 && Date.now() < end) return
      clearInterval(look)
      resolve()
    }, 100)
  })
  const met = await callMeanwhile(device, attack, 200)
  clearInterval(drip)
  const left = open.size
  for (const line of open) line.destroy()
  return { ...met, open: left }
}

/** Memory of the device's process (MB). */
function memoryOf(device: LanDevice): number {
  const pid = readFileSync(join(device.state, 'device.pid'), 'utf8').trim()
  const [, pages = '0'] = readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')
  return (Number(pages) * 4_096) / 2 ** 20
}

/** Send bodies without end, with and without a length. @returns how many were read to more than 1 MB, and the growth of memory (MB). */
export async function hugeBodies(
  device: LanDevice,
  count: number,
): Promise<{ swallowed: number; grown: number }> {
  const { hostname, port } = new URL(device.origin)
  const before = memoryOf(device)
  let swallowed = 0
  const piece = Buffer.alloc(64 * 1024, 'x')
  for (let number = 0; number < count; number += 1) {
    const isChunked = number % 2 === 0
    const line = connect({ host: hostname, port: Number(port) })
    const length = isChunked ? 'Transfer-Encoding: chunked' : 'Content-Length: 10000000000'
    line.write(
      `POST /lan/v1/device HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${length}\r\n\r\n`,
    )
    await new Promise<void>((resolve) => {
      line.on('error', () => resolve()).on('close', () => resolve())
      line.resume()
      const send = () => {
        if (line.destroyed) return
        // Allow for buffers of the system, which take some: what is written is not yet read.
        if (line.bytesWritten - line.writableLength > 16 * 2 ** 20) {
          swallowed += 1
          return void line.destroy()
        }
        const part = isChunked
          ? Buffer.concat([Buffer.from('10000\r\n'), piece, Buffer.from('\r\n')])
          : piece
        if (line.write(part)) setImmediate(send)
        else line.once('drain', send)
      }
      send()
    })
  }
  return { swallowed, grown: Math.max(0, Math.round(memoryOf(device) - before)) }
}
