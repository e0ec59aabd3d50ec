import { evictDurableObject } from 'cloudflare:test'
import type { Msg } from 'nats.ws'
import { expect, test } from 'vitest'
import { connectLive, hubOf, newCompany, until } from './connect-live.ts'

test('subscriptions live on when the hub slept: exact, wildcard, queue, and what is left of a maximum', async () => {
  const company = newCompany()
  const page = await connectLive(company)
  const got: string[] = []
  const take = (_: unknown, msg: Msg) => void got.push(msg.subject)
  page.subscribe('t.exact', { callback: take })
  page.subscribe('t.wild.*', { callback: take })
  page.subscribe('t.queue', { callback: take, queue: 'q' })
  page.subscribe('t.max', { callback: take, max: 3 })
  await page.flush()
  await hubOf(company).publish('t.max', '1')
  await page.flush()
  await evictDurableObject(hubOf(company))
  for (const subject of ['t.exact', 't.wild.a', 't.queue'])
    await hubOf(company).publish(subject, '')
  const counts: (number | null)[] = []
  for (let at = 0; at < 4; at++) counts.push(await hubOf(company).publish('t.max', ''))
  await page.flush()
  expect(counts).toEqual([1, 1, 0, 0])
  expect(got).toEqual(['t.max', 't.exact', 't.wild.a', 't.queue', 't.max', 't.max'])
})

test('300 subscriptions, more than a socket can remember by itself, survive', async () => {
  const company = newCompany()
  const page = await connectLive(company)
  const got = new Set<string>()
  const devices = Array.from({ length: 300 }, () => crypto.randomUUID())
  for (const device of devices) {
    page.subscribe(`t.${company}.bcube-status.${device}`, {
      callback: (_, msg) => void got.add(msg.subject),
    })
  }
  await page.flush()
  await evictDurableObject(hubOf(company))
  for (const device of devices)
    await hubOf(company).publish(`t.${company}.bcube-status.${device}`, '')
  await page.flush()
  expect(got.size).toBe(300)
})

test('rights, name and expiry are still known after sleep', async () => {
  const company = newCompany()
  const page = await connectLive(company, { name: 'user:ann', pub: ['t.a'], lifeMs: 3000 })
  const events: string[] = []
  void (async () => {
    for await (const status of page.status()) {
      events.push(`${status.type} ${typeof status.data === 'string' ? status.data : ''}`)
    }
  })()
  await evictDurableObject(hubOf(company))
  expect(await hubOf(company).connected()).toEqual(['user:ann'])
  page.publish('t.b', 'x')
  await page.flush()
  await until(() => events.includes('error PERMISSIONS_VIOLATION'), 'permission error')
  await until(() => events.includes('error AUTHENTICATION_EXPIRED'), 'expiry')
})

test('an operation torn by sleep ends in a reconnect, not in a wrong reading', async () => {
  const company = newCompany()
  const [page, sender] = [await connectLive(company), await connectLive(company)]
  const got: string[] = []
  page.subscribe('t.x', { callback: (_, msg) => void got.push(msg.string()) })
  await page.flush()
  const transport = (
    sender as unknown as { protocol: { transport: { send(b: Uint8Array): void } } }
  ).protocol.transport
  transport.send(new TextEncoder().encode('PUB t.x 30\r\nabc\r\n'))
  const reconnected = (async () => {
    for await (const { type } of sender.status()) if (type === 'reconnect') return
  })()
  await new Promise((resolve) => setTimeout(resolve, 50))
  await evictDurableObject(hubOf(company))
  sender.publish('t.x', 'first after')
  await reconnected
  sender.publish('t.x', 'second after')
  await sender.flush()
  await page.flush()
  expect(got).toContain('second after')
  expect(got.join()).not.toContain('abc')
})
