import { describe, expect, test } from 'vitest'
import { keyPairOf } from '../../../edge/live/nkeys.ts'
import { type BareLine, type BusUnderTest, until } from './bus-under-test.ts'
import { connectLine } from './describe-sign-in.ts'
import { bend, makeFrame, makeStream, randomOf } from './random-frames.ts'

/** Damaged frames sent to the bus, and how many of them on one connection. */
const frames = 20_000
const framesEach = 40
const together = 20
const mebibyte = 1024 * 1024
/** More bytes than the bus keeps for one reader, and than the buffers of the network between hold. */
const flood = 64 * mebibyte

/** Test a slow reader, and bytes outside the protocol. */
export function describeStrain(name: string, bus: BusUnderTest): void {
  describe(`${name}: back-pressure`, () => testPressure(bus))
  describe(`${name}: damaged bytes`, () => testDamage(bus))
}

async function openSignedIn(bus: BusUnderTest): Promise<BareLine> {
  const user = keyPairOf('user', crypto.getRandomValues(new Uint8Array(32)))
  const line = await bus.openBare()
  line.send(connectLine(bus.mint(user.publicKey, { name: 'user:bare' }), line.nonce, user))
  await until(() => line.text().includes('PONG'), 'the sign-in')
  return line
}

function testPressure(bus: BusUnderTest): void {
  test('a client that does not read is dropped; the others and the sender are not disturbed', async () => {
    const root = `t.${crypto.randomUUID()}`
    const slow = await openSignedIn(bus)
    slow.send(`SUB ${root} 1\r\nPING\r\n`)
    await until(() => slow.text().split('PONG').length > 2, 'the subscription')
    slow.stall()
    const [quick, sender] = [await bus.connect(), await bus.connect()]
    let count = 0
    quick.subscribe(root, { callback: () => void count++ })
    await quick.flush()
    const before = (await bus.memory?.()) ?? 0
    const body = new Uint8Array(256 * 1024)
    const messages = flood / body.length
    let most = 0
    for (let at = 0; at < messages; at++) {
      sender.publish(root, body)
      await sender.flush()
      if (at % 32 === 0) most = Math.max(most, ((await bus.memory?.()) ?? 0) - before)
    }
    await quick.flush()
    expect(count).toBe(messages)
    slow.resume()
    await until(() => slow.isClosed(), 'the end of the slow one')
    expect(slow.bytes()).toBeLessThan(flood)
    expect(most).toBeLessThan(96 * mebibyte)
    expect(await bus.isAlive()).toBe(true)
  }, 60_000)
}

/**
 * Send one connection's part of the damage.
 * @returns true if the bus ended it. A frame that announces more bytes than follow is simply waited for.
 */
async function sendDamage(bus: BusUnderTest, seed: number): Promise<boolean> {
  const random = randomOf(seed)
  const line = await openSignedIn(bus)
  for (let frame = 0; frame < framesEach && !line.isClosed(); frame += 10) {
    line.send(makeStream(random, 9, 17))
    line.send(random(2) ? bend(makeFrame(random), random) : makeFrame(random))
  }
  const pongs = line.text().split('PONG').length
  line.send('\r\nPING\r\n')
  const isOver = () => line.isClosed() || line.text().split('PONG').length > pongs
  for (let waited = 0; waited < 4 && !isOver(); waited++)
    await new Promise((resolve) => setTimeout(resolve, 10))
  line.close()
  return line.isClosed() || line.text().includes('-ERR')
}

function testDamage(bus: BusUnderTest): void {
  test('a stream cut at each of its bytes is read the same', async () => {
    const root = `t.${crypto.randomUUID()}`
    const page = await bus.connect()
    const got: string[] = []
    page.subscribe(`${root}.>`, {
      callback: (_, message) => void got.push(`${message.subject} ${message.string()}`),
    })
    await page.flush()
    const line = await openSignedIn(bus)
    const text = `SUB ${root}.in q 5\r\nPUB ${root}.a 4\r\n\r\n\r\n\r\nPUB ${root}.b 0\r\n\r\nUNSUB 5\r\nPING\r\n`
    const bytes = new TextEncoder().encode(text)
    let rounds = 0
    for (let at = 1; at < bytes.length; at++, rounds++) {
      line.send(bytes.slice(0, at))
      line.send(bytes.slice(at))
    }
    await until(() => line.text().split('PONG').length === rounds + 2, 'all answers')
    await page.flush()
    expect(line.text()).not.toContain('-ERR')
    expect(got.length).toBe(2 * rounds)
    expect(new Set(got)).toEqual(new Set([`${root}.a \r\n\r\n`, `${root}.b `]))
    line.close()
  }, 30_000)

  test(`${frames.toLocaleString('en')} random frames, every fourth bent: nobody else notices`, async () => {
    const root = `u.${crypto.randomUUID()}`
    const [page, sender] = [await bus.connect(), await bus.connect()]
    const got: string[] = []
    page.subscribe(root, { callback: (_, message) => void got.push(message.string()) })
    await page.flush()
    const before = (await bus.memory?.()) ?? 0
    let ended = 0
    for (let seed = 1; seed <= frames / framesEach; seed += together) {
      const batch = Array.from({ length: together }, (_, at) => sendDamage(bus, seed + at))
      ended += (await Promise.all(batch)).filter(Boolean).length
      if (seed % 100 !== 1) continue
      sender.publish(root, `${seed}`)
      await sender.flush()
      await page.flush()
    }
    expect(got).toEqual(['1', '101', '201', '301', '401'])
    expect(await bus.isAlive()).toBe(true)
    expect(((await bus.memory?.()) ?? 0) - before).toBeLessThan(96 * mebibyte)
    expect(ended).toBeGreaterThan(100)
  }, 240_000)
}
