import { afterAll, expect, test } from 'vitest'
import { liveBus } from '../../../edge/live/bus.ts'
import { makeKey, openWire } from '../../../web/live/connection.ts'
import { keepConnected, type Keeper } from '../../../web/live/keep-connected.ts'
import { createTopicBook, type Wanted } from '../../../web/live/topic-book.ts'
import {
  analysisSubject,
  inboxPrefix,
  syncSubject,
  topicSubject,
} from '../../../domain/live/topic.ts'
import { accountRights, receivedSubject } from '../../../domain/live/topic.ts'
import { env } from 'cloudflare:workers'
import { type Line, makeLine } from './line.ts'
import { hubOf, newCompany, tokenFor, until } from './connect-live.ts'

const open = new Set<Keeper>()
afterAll(() => {
  for (const keeper of open) keeper.stop()
})

// Each has a company of its own, and most of them wait: they wait together.

/** Run the page's own program on a line to the real hub, with tokens as the edge makes them. */
function openPage(
  company: string,
  line: Line,
  options: { lifeMs?: number; swarms?: string[] } = {},
) {
  const { lifeMs = 60_000, swarms = [] } = options
  const user = crypto.randomUUID()
  const key = makeKey()
  const wanted: Wanted[] = []
  const page = {
    states: [] as string[],
    got: [] as string[],
    hints: 0,
    messages: 0,
    refused: 0,
    ended: 0,
    tokens: 0,
    signedIn: true,
    visible: true,
    wanted,
    user,
  }
  const book = createTopicBook(
    () => page.wanted,
    (text, heard) => {
      if (heard === 'sync') page.hints += 1
      else if (heard === 'received') page.messages += 1
      else page.got.push(text)
    },
  )
  const keeper = keepConnected({
    fetchToken: async () => {
      page.tokens += 1
      if (!page.signedIn) throw new Error('401')
      const permissions = ['products.search', 'cfx96.use']
      const { pub, sub } = accountRights(company, user, { swarms, permissions })
      const rights = { company, name: `user:${user}`, pub, sub }
      return {
        jwt: tokenFor(key.publicKey, { ...rights, lifeMs }),
        expires_at: new Date(Date.now() + lifeMs).toISOString(),
      }
    },
    open: ({ jwt }) =>
      openWire({ url: 'wss://edge', jwt, inboxPrefix: inboxPrefix(user), key, open: line.open }),
    attach: (wire) => book.attach(wire, { company, swarms, inbox: inboxPrefix(user) }),
    detach: book.detach,
    onState: (state) => void page.states.push(state),
    isRefused: (error) => (error as Error).message === '401',
    onRefused: () => void (page.refused += 1),
    onEnded: () => void (page.ended += 1),
    isVisible: () => page.visible,
  })
  open.add(keeper)
  return { ...page, page, keeper, book }
}

const connectedTo = (page: { states: string[] }) =>
  until(() => page.states.at(-1) === 'connected', 'connected')

test.concurrent('[SOCK-001] [SOCK-002] [SOCK-003] [SOCK-004] [SOCK-005] each topic is heard from the devices of its list alone, until it is given up', async () => {
  const company = newCompany()
  const bus = liveBus(env, company)
  const [swarm, other, one, two] = Array.from({ length: 4 }, () => crypto.randomUUID()) as [
    string,
    string,
    string,
    string,
  ]
  const { page, book } = openPage(company, makeLine(company), { swarms: [swarm] })
  const topics = ['bcube-events', 'bcube-status', 'ble-events', 'bgate-events'] as const
  page.wanted.push(...topics.map((topic) => ({ topic, recipients: [one] })), {
    topic: 'analysis',
    recipients: [one],
  })
  await connectedTo(page)
  const publish = async (device: string) => {
    const reached: (number | null)[] = []
    for (const topic of topics)
      reached.push(await bus.publish(topicSubject(company, topic, device), `${topic} ${device}`))
    reached.push(await bus.publish(analysisSubject(company, swarm, device), `analysis ${device}`))
    return reached
  }
  expect(await publish(one)).toEqual([1, 1, 1, 1, 1])
  expect(await publish(two)).toEqual([0, 0, 0, 0, 0])
  expect(await bus.publish(analysisSubject(company, other, one), '')).toBe(0)
  await until(() => page.got.length === 5)
  expect(page.got.toSorted()).toEqual(
    [...topics, 'analysis'].map((topic) => `${topic} ${one}`).toSorted(),
  )

  page.wanted.splice(0, 5, { topic: 'bcube-status', recipients: [one, two] })
  book.update()
  await until(
    async () => (await bus.publish(topicSubject(company, 'bcube-status', two), 'x')) === 1,
  )
  expect(await publish(one)).toEqual([0, 1, 0, 0, 0])
  page.wanted.length = 0
  book.update()
  await until(
    async () => (await bus.publish(topicSubject(company, 'bcube-status', one), 'x')) === 0,
  )
  expect(await bus.publish(syncSubject(company), '{}')).toBe(1)
})

test.concurrent('a message is announced to the pages of its reader, and to nobody else', async () => {
  const company = newCompany()
  const [reader, other] = [
    openPage(company, makeLine(company)),
    openPage(company, makeLine(company)),
  ]
  await connectedTo(reader.page)
  await connectedTo(other.page)
  const bus = liveBus(env, company)
  expect(await bus.publish(receivedSubject(inboxPrefix(reader.user)), '{"id":"a"}')).toBe(1)
  await until(() => reader.page.messages === 1)
  expect(await bus.publish(receivedSubject(inboxPrefix(other.user)), '{"id":"b"}')).toBe(1)
  await until(() => other.page.messages === 1)
  expect(reader.page).toMatchObject({ messages: 1, got: [], hints: 0 })
})

test.concurrent('[STATE-047] after code 1000 it rests; [STATE-049] [CONST-037] 3 s after a session refresh it is there again', async () => {
  const company = newCompany()
  const line = makeLine(company)
  const { page, keeper } = openPage(company, line)
  await connectedTo(page)
  line.close(1000)
  await until(() => page.states.at(-1) === 'lost')
  await new Promise((resolve) => setTimeout(resolve, 1500))
  expect([line.opened(), page.ended]).toEqual([1, 0])
  const began = Date.now()
  keeper.refreshed()
  await connectedTo(page)
  expect(Date.now() - began).toBeGreaterThanOrEqual(2990)
  expect(Date.now() - began).toBeLessThan(8000)
})

test.concurrent('[STATE-048] after code 3001 it does not come back by itself; it asks whether the session is still valid', async () => {
  const company = newCompany()
  const line = makeLine(company)
  const { page } = openPage(company, line)
  await connectedTo(page)
  expect(await hubOf(company).disconnect(`user:${page.user}`)).toBe(1)
  await until(() => page.ended === 1, 'ended')
  await new Promise((resolve) => setTimeout(resolve, 1500))
  expect([line.opened(), page.states.at(-1)]).toEqual([1, 'lost'])
})

test.concurrent('every other end is followed by a new connection, with everything subscribed again', async () => {
  const company = newCompany()
  const line = makeLine(company)
  const device = crypto.randomUUID()
  const { page } = openPage(company, line)
  page.wanted.push({ topic: 'bcube-status', recipients: [device] })
  await connectedTo(page)
  for (const code of [1001, 1008, 1011, 4000]) {
    page.states.length = 0
    line.close(code)
    await connectedTo(page)
    expect(page.states).toEqual(['lost', 'connected'])
    expect(
      await hubOf(company).publish(topicSubject(company, 'bcube-status', device), `${code}`),
    ).toBe(1)
  }
  await until(() => page.got.length === 4)
})

test.concurrent('a line that is dead and does not say so is known to be within 12 s, and another is made', async () => {
  const company = newCompany()
  const line = makeLine(company)
  const { page } = openPage(company, line)
  await connectedTo(page)
  const began = Date.now()
  line.hang()
  while (page.states.at(-1) === 'connected' && Date.now() - began < 12_000)
    await new Promise((resolve) => setTimeout(resolve, 50))
  expect(page.states.at(-1)).toBe('lost')
  line.mend()
  await connectedTo(page)
}, 20_000)

test.concurrent('a hidden page is asked nothing; looked at again, or after an unanswered call, a dead line is found at once', async () => {
  const company = newCompany()
  const line = makeLine(company)
  const { page, keeper } = openPage(company, line)
  await connectedTo(page)
  page.visible = false
  line.hang()
  await new Promise((resolve) => setTimeout(resolve, 8000))
  expect(page.states.at(-1)).toBe('connected')
  const began = Date.now()
  keeper.wake()
  while (page.states.at(-1) === 'connected' && Date.now() - began < 6000)
    await new Promise((resolve) => setTimeout(resolve, 20))
  expect(page.states.at(-1)).toBe('lost')
  line.mend()
  await connectedTo(page)
  line.hang()
  keeper.probe()
  await new Promise((resolve) => setTimeout(resolve, 4500))
  expect(page.states.at(-1)).toBe('lost')
}, 30_000)

test.concurrent('a fresh token takes over before the old one ends: no gap, and nothing is heard twice', async () => {
  const company = newCompany()
  const line = makeLine(company)
  const device = crypto.randomUUID()
  const { page } = openPage(company, line, { lifeMs: 12_000 })
  page.wanted.push({ topic: 'bcube-status', recipients: [device] })
  await connectedTo(page)
  let sent = 0
  while (line.opened() < 2 || sent % 20 > 0) {
    await hubOf(company).publish(topicSubject(company, 'bcube-status', device), `${++sent}`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  await until(() => page.got.length >= sent, 'all of them')
  expect(page.got).toEqual(Array.from({ length: sent }, (_, at) => `${at + 1}`))
  expect(page.states).toEqual(['connected'])
  await until(
    async () =>
      (await hubOf(company).publish(topicSubject(company, 'bcube-status', device), 'x')) === 1,
  )
}, 20_000)

test.concurrent('401 from the stream is said once and nothing is tried any more', async () => {
  const company = newCompany()
  const line = makeLine(company)
  const { page } = openPage(company, line)
  await connectedTo(page)
  page.signedIn = false
  line.close(1001)
  await until(() => page.refused === 1)
  const { tokens } = page
  await new Promise((resolve) => setTimeout(resolve, 1500))
  expect([page.refused, page.tokens]).toEqual([1, tokens])
})
