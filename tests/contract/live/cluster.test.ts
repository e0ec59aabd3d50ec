import { connect, jwtAuthenticator, nkeys } from 'nats.ws'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Device } from '../../../domain/entities/device.ts'
import { syncSubject, toldSubject, topicSubject } from '../../../domain/live/topic.ts'
import { KeyStore } from '../../../edge/live/key-store.ts'
import { noteServer } from '../../../edge/live/server-addresses.ts'
import { systemCompany } from '../../../edge/live/server-jwt.ts'
import { ServerLink } from '../../../edge/live/server-link.ts'
import { mintUserJwt } from '../../../edge/live/user-jwt.ts'
import { lab } from '../../../scripts/demo/companies.ts'
import { keepConnected } from '../../../web/live/keep-connected.ts'
import { openSql } from './memory-store.ts'
import { natsServerPath, runCluster } from './run-nats-server.ts'
import { cube, type LiveToken, pageOf, startOnServers, until } from './stack-on-servers.ts'

/** Time in which page and service have gone on after a server was killed (docs/scale.md). */
const goOnMs = 5000

const start = () =>
  startOnServers(
    (secret) => runCluster(natsServerPath ?? '', secret, 3),
    ({ urls }) => urls,
  )

describe.skipIf(!natsServerPath).each(['kill', 'freeze'] as const)(
  'the line of the service to a cluster, whose server it is at we %s',
  (how) => {
    const secret = 'only-for-tests-0123456789abcdef0123456789abcdef'
    const company = crypto.randomUUID()

    test('a message that is published then reaches a page at another server', async () => {
      const cluster = await runCluster(natsServerPath ?? '', secret, 2)
      const nothing = () => undefined
      const host = { present: nothing, lookAt: nothing, told: nothing }
      // Note a failure of the second address, so that the line takes the first.
      noteServer(cluster.urls[1] ?? '', false)
      const keys = new KeyStore(openSql())
      const link = new ServerLink({ servers: cluster.urls, secret, company, keys, ...host })
      try {
        await link.publish('t.x', 'before')
        const heard: string[] = []
        await listen({ url: cluster.urls[1] ?? '', secret, company }, heard)
        await until('the page', async () => {
          await link.publish('t.x', 'now')
          return heard.includes('now')
        })
        if (how === 'kill') await cluster.kill(0)
        else cluster.freeze(0)
        await link.publish('t.x', 'after')
        expect(await until('the message', () => heard.includes('after'))).toBe(true)
      } finally {
        // Stop the servers first: a frozen one would let nobody close a line.
        await cluster.stop()
        await link.close()
      }
    }, 60_000)
  },
)

test.skipIf(!natsServerPath)(
  'A19-13: the line comes back also when the server to which it came is killed at once',
  async () => {
    const secret = 'only-for-tests-0123456789abcdef0123456789abcdef'
    const company = crypto.randomUUID()
    const cluster = await runCluster(natsServerPath ?? '', secret, 4)
    const [first = '', , , last = ''] = cluster.urls
    const nothing = () => undefined
    let heard = 0
    const host = { present: nothing, lookAt: nothing, told: () => void (heard += 1) }
    for (const url of cluster.urls) noteServer(url, url === first)
    const keys = new KeyStore(openSql())
    const link = new ServerLink({ servers: cluster.urls, secret, company, keys, ...host })
    try {
      await link.publish('t.x', 'begin')
      // Try the last one last from now on.
      for (const url of cluster.urls) noteServer(url, url !== last)
      const system = await open(
        { url: last, secret, company: systemCompany },
        { pub: [], sub: ['$SYS.ACCOUNT.*.CONNECT'] },
      )
      let killed = -1
      system.subscribe('$SYS.ACCOUNT.*.CONNECT', {
        callback: (_, message) => {
          const { server, client } = message.json<{
            server: { name: string }
            client: { name: string }
          }>()
          if (client.name !== 'edge' || killed >= 0) return
          killed = Number(server.name.replace('nats-', '')) - 1
          void cluster.kill(killed)
        },
      })
      await system.flush()
      const told = toldSubject(company, 'd1')
      const device = await open({ url: last, secret, company }, { pub: [told], sub: [] })
      await cluster.kill(0)
      await until('the second server to be killed', () => killed > 0)
      const before = heard
      const isHeard = await until('the word of a device', () => {
        device.publish(told, 'x')
        return heard > before
      })
      expect(isHeard).toBe(true)
    } finally {
      await cluster.stop()
      await link.close()
    }
  },
  60_000,
)

/** Open a connection at one server. */
async function open(
  { url, secret, company }: { url: string; secret: string; company: string },
  rights: { pub: string[]; sub: string[] },
) {
  const user = nkeys.createUser()
  const jwt = mintUserJwt({
    secret,
    company,
    userPublicKey: user.getPublicKey(),
    name: 'user:page',
    ...rights,
    expiresAt: Date.now() + 60_000,
  })
  const authenticator = jwtAuthenticator(jwt, user.getSeed())
  return connect({ servers: url, authenticator, reconnect: false })
}

/** Open a connection at one server that hears `t.x`. */
async function listen(
  at: { url: string; secret: string; company: string },
  heard: string[],
): Promise<void> {
  const page = await open(at, { pub: [], sub: ['t.>'] })
  page.subscribe('t.x', {
    callback: (_, { data }) => void heard.push(new TextDecoder().decode(data)),
  })
  await page.flush()
}

describe.skipIf(!natsServerPath)('the service on a cluster of three NATS servers', () => {
  let stack: Awaited<ReturnType<typeof start>>
  beforeAll(async () => {
    stack = await start()
  }, 180_000)
  afterAll(async () => {
    await stack?.stop()
    await stack?.servers.stop()
  }, 30_000)

  test('any of them is killed: page and service go on within five seconds, and the page knows that it was away', async () => {
    const client = await stack.signIn('operator')
    const manager = await stack.signIn('manager')
    const page = pageOf(stack, client)
    const states: string[] = []
    let hints = 0
    let statuses = 0
    const keeper = keepConnected<LiveToken>({
      ...page,
      attach(wire) {
        wire.subscribe(syncSubject(lab), () => void hints++)
        wire.subscribe(topicSubject(lab, 'bcube-status', cube), () => void statuses++)
      },
      detach: () => undefined,
      onState: (state) => states.push(state),
      isRefused: () => false,
      onRefused: () => undefined,
      onEnded: () => undefined,
      isVisible: () => true,
    })
    try {
      await until('a status', () => statuses > 0, 30_000)
      for (const at of [0, 1, 2]) {
        const { length } = states
        await stack.servers.kill(at)
        const killed = performance.now()
        const before = { hints, statuses }
        // Change something whose hint comes over a server that is left: by a page that stayed, or that is back.
        await until('the hint of a change', async () => {
          const device = await manager.ask<Device>(`/v3/products/get/${cube}`)
          const name = `${device.name.replace(/ \d+$/, '')} ${at}${Math.round(performance.now())}`
          // Send no base, which is stale once the device has reported in between.
          await manager.ask(`/v3/products/edit/${cube}`, { name })
          return hints > before.hints
        })
        expect(performance.now() - killed).toBeLessThan(goOnMs)
        // Wait for the page to say that it is back: a hint may come a moment before.
        await until('the state of the page', () => states.slice(length).at(-1) !== 'lost')
        // Expect lost, then connected, in this order; or nothing where this page was at another server.
        expect([[], ['lost', 'connected']]).toContainEqual(states.slice(length))
        await until('a status of the device', () => statuses > before.statuses, 60_000)
        await stack.servers.restart(at)
      }
    } finally {
      keeper.stop()
    }
  }, 240_000)

  test('a new secret: with servers beside the old ones and one deployment, devices and pages are back', async () => {
    const client = await stack.signIn('operator')
    const secret = 'another-secret-only-for-tests-0123456789abcdef'
    const beside = await runCluster(natsServerPath ?? '', secret, 2)
    try {
      await stack.redeploy({ LIVE_SECRET: secret, NATS_URL: beside.urls.join(',') })
      await stack.servers.stop()
      const page = pageOf(stack, client)
      const wire = await page.open(await page.fetchToken())
      let statuses = 0
      wire.subscribe(topicSubject(lab, 'bcube-status', cube), () => void statuses++)
      expect(await until('a status of the device', () => statuses > 0, 120_000)).toBe(true)
      wire.drop()
    } finally {
      await beside.stop()
    }
  }, 180_000)
})
