import { nkeys } from 'nats.ws'
import { expect, test } from 'vitest'
import { maxUnread, Outbox } from '../../../edge/live/outbox.ts'
import { connectLive, hubOf, newCompany, openSocket, tokenFor, until } from './connect-live.ts'

const decoder = new TextDecoder()

test('a client that does not read is dropped; the others and the sender are not disturbed', async () => {
  const company = newCompany()
  const user = nkeys.createUser()
  const socket = await openSocket(company)
  let heard = ''
  let bytes = 0
  socket.addEventListener('message', ({ data }) => {
    bytes += data.byteLength
    if (heard.length < 1000 || data.byteLength < 100) {
      heard += decoder.decode(data.slice(0, 1000))
    }
  })
  socket.accept()
  const info = await until(() => /INFO (.*)\r\n/.exec(heard)?.[1] ?? '')
  const { nonce } = JSON.parse(info) as { nonce: string }
  const jwt = tokenFor(user.getPublicKey(), { company, name: 'user:slow' })
  const sig = Buffer.from(user.sign(Buffer.from(nonce))).toString('base64url')
  // Leave each PING unanswered, as a page that hangs.
  socket.send(`CONNECT ${JSON.stringify({ jwt, sig })}\r\nSUB t.x 1\r\n`)
  const page = await connectLive(company, { name: 'user:quick' })
  const sender = await connectLive(company, { name: 'device:d1' })
  let count = 0
  page.subscribe('t.x', { callback: () => void count++ })
  await page.flush()
  const body = new Uint8Array(256 * 1024)
  const messages = maxUnread / body.length + 20
  for (let at = 0; at < messages; at++) {
    sender.publish('t.x', body)
    await sender.flush()
  }
  await page.flush()
  expect(count).toBe(messages)
  await until(() => heard.includes("-ERR 'Slow Consumer'"), 'slow consumer error')
  expect(bytes).toBeLessThan(maxUnread + 2 * body.length)
  expect(await hubOf(company).connected()).toEqual(['device:d1', 'user:quick'])
})

test('an answered PING counts everything sent before it as read', () => {
  const frames: Uint8Array[] = []
  const outbox = new Outbox({ send: (frame) => void frames.push(frame) })
  const piece = new Uint8Array(300 * 1024)
  for (let at = 0; at < 4; at++) expect(outbox.write(piece)).toBe(true)
  outbox.flush()
  const pings = frames
    .map((frame) => decoder.decode(frame.subarray(-6)))
    .filter((end) => end === 'PING\r\n')
  expect(pings.length).toBe(2)
  const before = outbox.unread
  outbox.acknowledge()
  expect(before - outbox.unread).toBe(2 * piece.length + 6)
  outbox.acknowledge()
  expect(outbox.unread).toBe(0)
  outbox.acknowledge()
  expect(outbox.unread).toBe(0)
})
