import { nkeys } from 'nats.ws'
import { expect, it } from 'vitest'
import { Brake } from '../../../edge/live/brake.ts'
import { connectLive, hubOf, newCompany, openSocket, tokenFor, until } from './connect-live.ts'

/** Open a connection that sends as many operations as one message holds. */
async function openRaw(company: string, name: string) {
  const user = nkeys.createUser()
  const socket = await openSocket(company)
  let heard = ''
  socket.addEventListener('message', ({ data }) => {
    heard += new TextDecoder().decode(data)
  })
  socket.accept()
  const info = await until(() => /INFO (.*)\r\n/.exec(heard)?.[1] ?? '')
  const { nonce } = JSON.parse(info) as { nonce: string }
  const jwt = tokenFor(user.getPublicKey(), { company, name })
  const sig = Buffer.from(user.sign(Buffer.from(nonce))).toString('base64url')
  socket.send(`CONNECT ${JSON.stringify({ jwt, sig })}\r\n`)
  return {
    comeAndGo: (times: number) => socket.send('SUB t.x 1\r\nUNSUB 1\r\n'.repeat(times)),
    heard: () => heard,
  }
}

it('A23-2: who subscribes and leaves without end is dropped, on another connection too; nobody else is', async () => {
  const company = newCompany()
  const other = await connectLive(company, { name: 'user:other' }, { reconnect: false })
  const page = await openRaw(company, 'user:flood')
  page.comeAndGo(9_000)
  const second = await openRaw(company, 'user:flood')
  expect(page.heard()).not.toContain('-ERR')
  page.comeAndGo(9_000)
  await until(() => page.heard().includes("-ERR 'maximum operations exceeded'"))
  second.comeAndGo(9_000)
  await until(() => second.heard().includes("-ERR 'maximum operations exceeded'"))
  let heard = 0
  other.subscribe('t.x', { callback: () => void (heard += 1) })
  await other.flush()
  expect(await hubOf(company).publish('t.x', 'hint')).toBe(1)
  await until(() => heard === 1, 'a message to others')
  expect(await hubOf(company).connected()).toEqual(['user:other'])
}, 60_000)

it('A23-2: a message comes to one connection eight times at most, however often it subscribed', async () => {
  const company = newCompany()
  const page = await connectLive(company, { name: 'user:page' }, { reconnect: false })
  let heard = 0
  for (let at = 0; at < 100; at++) page.subscribe('t.x', { callback: () => void (heard += 1) })
  await page.flush()
  expect(await hubOf(company).publish('t.x', 'hint')).toBe(8)
  const [first] = [page.subscribe('t.y'), page.subscribe('t.y')]
  first.unsubscribe()
  for (let at = 0; at < 7; at++) page.subscribe('t.y')
  await page.flush()
  expect(await hubOf(company).publish('t.y', 'hint')).toBe(8)
  expect(heard).toBe(8)
})

it('A23-2: with as many senders as are counted nobody begins again', () => {
  let time = 0
  const brake = new Brake({ burst: 1, perSecond: 0.001 }, () => time)
  for (let at = 0; at < 4096; at++) brake.ask(`user:${at}`)
  time += 1
  expect(['user:0', 'user:1', 'user:0'].map((name) => brake.ask(name))).toEqual([
    'first',
    'first',
    'no',
  ])
})

it('issue 14: a clock that was set back takes nothing from a sender', () => {
  let now = 10_000_000
  const brake = new Brake({ burst: 3, perSecond: 1 }, () => now)
  expect(brake.ask('one')).toBe('yes')
  now -= 3_600_000
  expect([brake.ask('one'), brake.ask('one'), brake.ask('one')]).toEqual(['yes', 'yes', 'first'])
  now += 1000
  expect(brake.ask('one')).toBe('yes')
})
