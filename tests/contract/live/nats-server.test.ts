import { connect, jwtAuthenticator, nkeys } from 'nats.ws'
import type { NatsConnection } from 'nats.ws'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { KeyStore } from '../../../edge/live/key-store.ts'
import { systemCompany } from '../../../edge/live/server-jwt.ts'
import { ServerLine } from '../../../edge/live/server-line.ts'
import { ServerLink } from '../../../edge/live/server-link.ts'
import { maxLifeMs, mintUserJwt } from '../../../edge/live/user-jwt.ts'
import { openBareTcp } from './bare-line.ts'
import type { BusUnderTest, TokenOptions } from './bus-under-test.ts'
import { describeLiveBus } from './describe-live-bus.ts'
import { openSql } from './memory-store.ts'
import { natsServerPath, type RunningServer, runNatsServer } from './run-nats-server.ts'

const secret = 'only-for-tests-0123456789abcdef0123456789abcdef'
const company = crypto.randomUUID()
const open = new Set<NatsConnection>()
let server: RunningServer | undefined
let link: ServerLink | undefined
const keys = new KeyStore(openSql())

// The tokens are the edge's own, and so is the configuration of the server and the link by which people are sent away.
describe.skipIf(!natsServerPath)('NATS server', () => {
  beforeAll(async () => {
    if (!natsServerPath) return
    server = await runNatsServer(natsServerPath, secret)
    const present = () => undefined
    const nothing = { present, lookAt: present, told: present }
    link = new ServerLink({ servers: [server.url], secret, company, keys, ...nothing })
    // Publish once: the server knows no company until the edge tells it of one.
    await link.publish('t.x', '')
  })
  afterEach(async () => {
    await Promise.all([...open].map((connection) => connection.close()))
    open.clear()
  })
  afterAll(async () => {
    await link?.close()
    await server?.stop()
  })

  const mint = (userPublicKey: string, options: TokenOptions = {}) => {
    const { name = 'user:test', pub = ['>'], sub = ['>'], replies = true } = options
    const { lifeMs = 60_000 } = options
    const expiresAt = Date.now() + lifeMs
    keys.issue(userPublicKey, name, expiresAt)
    const who = { secret: options.secret ?? secret, company: options.company ?? company }
    return mintUserJwt({ ...who, userPublicKey, name, pub, sub, replies, expiresAt })
  }
  const bus: BusUnderTest = {
    mint,
    async connect(rules = {}, options = {}) {
      const user = nkeys.createUser()
      const authenticator = jwtAuthenticator(mint(user.getPublicKey(), rules), user.getSeed())
      const servers = [server?.url ?? '']
      const connection = await connect({ servers, authenticator, reconnect: false, ...options })
      open.add(connection)
      return connection
    },
    openBare: () => openBareTcp(server?.url ?? ''),
    disconnect: async (...who) => (await link?.disconnect(...who)) ?? 0,
    isAlive: async () => server?.alive() ?? false,
    memory: async () => (await server?.memory()) ?? 0,
  }
  describeLiveBus('NATS server', bus)

  test('A19-11: a line that nobody uses ends with its token and is not taken for lost', async () => {
    const servers = [server?.url ?? '']
    let lost = 0
    const options = { servers, secret, company: systemCompany, name: 'edge:test', pub: [], sub: [] }
    const line = new ServerLine(options, undefined, () => void (lost += 1))
    // Leave two seconds to its token.
    vi.useFakeTimers({ now: Date.now() - maxLifeMs + 3000, toFake: ['Date'] })
    const idle = await line.bus().finally(() => vi.useRealTimers())
    await idle.closed()
    expect(lost).toBe(0)
    const used = await line.bus()
    line.giveUp(used)
    await used.closed()
    expect(lost).toBe(1)
    await line.close()
  })
})
