import { connect, jwtAuthenticator, nkeys } from 'nats.ws'
import type { NatsConnection } from 'nats.ws'
import { afterAll, afterEach, beforeAll, describe } from 'vitest'
import { accountKey, mintUserJwt } from '../../../edge/live/user-jwt.ts'
import { describeLiveBus } from './describe-live-bus.ts'
import { natsServerPath, runNatsServer } from './run-nats-server.ts'

const secret = 'only-for-tests-0123456789abcdef0123456789abcdef'
const company = crypto.randomUUID()
const open = new Set<NatsConnection>()
let server: Awaited<ReturnType<typeof runNatsServer>> | undefined

// The tokens are the edge's own: a real server accepts them for the account derived from the secret.
describe.skipIf(!natsServerPath)('NATS server', () => {
  beforeAll(async () => {
    if (!natsServerPath) return
    server = await runNatsServer(natsServerPath, accountKey(secret, company).publicKey)
  })
  afterEach(async () => {
    await Promise.all([...open].map((connection) => connection.close()))
    open.clear()
  })
  afterAll(() => server?.stop())

  describeLiveBus('NATS server', async (rules = {}, options = {}) => {
    const user = nkeys.createUser()
    const { name = 'user:test', pub = ['>'], sub = ['>'] } = rules
    const userPublicKey = user.getPublicKey()
    const expiresAt = Date.now() + 60_000
    const jwt = mintUserJwt({ secret, company, userPublicKey, name, pub, sub, expiresAt })
    const authenticator = jwtAuthenticator(jwt, user.getSeed())
    const servers = [server?.url ?? '']
    const connection = await connect({ servers, authenticator, reconnect: false, ...options })
    open.add(connection)
    return connection
  })
})
