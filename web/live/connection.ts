// The one file that names the bus's client, so that its authors' successor can take its place here.
import { connect as wsconnect, jwtAuthenticator, type NatsConnection, nkeys } from 'nats.ws'
import { liveCalls } from '../../domain/calls/live.ts'
import { call } from '../client/call.ts'

export interface LiveConnection {
  connection: NatsConnection
  company: string
  /** Swarms whose runs may be heard, by the newest token. */
  swarms: () => readonly string[]
  close: () => Promise<void>
}

/** A fresh token is fetched when this share of the old one's life is over. */
const renewAt = 0.6

/**
 * Connects to the company's live bus with a key made for this page and short-lived tokens. The connection
 * comes back by itself, with capped waits (spec §4 "Socket", decisions D85).
 */
export async function connectLive(
  onState: (state: 'connected' | 'lost') => void,
): Promise<LiveConnection> {
  const key = nkeys.createUser()
  const fetchToken = () =>
    call(liveCalls.accountToken, { body: { public_key: key.getPublicKey() } }, { background: true })
  let token = await fetchToken()
  let timer: ReturnType<typeof setTimeout> | undefined
  let closed = false
  const renew = async () => {
    clearTimeout(timer)
    if (closed) return
    try {
      token = await fetchToken()
    } catch {
      // No network or no session: the next reconnect or the session's own handling tells.
    }
    plan()
  }
  const plan = () => {
    if (closed) return
    const life = Math.max(Date.parse(token.expires_at) - Date.now(), 10_000)
    timer = setTimeout(() => void renew(), life * renewAt)
  }
  const connection = await wsconnect({
    servers: `${location.origin.replace(/^http/, 'ws')}${token.path}`,
    authenticator: jwtAuthenticator(() => token.jwt, key.getSeed()),
    inboxPrefix: token.inbox_prefix,
    maxReconnectAttempts: -1,
    reconnectTimeWait: 500,
    reconnectJitter: 500,
    ignoreAuthErrorAbort: true,
    // A hibernating hub would be woken by every ping; its own alarm ends dead tokens.
    pingInterval: 5 * 60_000,
  })
  plan()
  void follow(connection, onState, renew)
  return {
    connection,
    company: token.company_uuid,
    swarms: () => token.swarms,
    close: async () => {
      closed = true
      clearTimeout(timer)
      await connection.close()
    },
  }
}

async function follow(
  connection: NatsConnection,
  onState: (state: 'connected' | 'lost') => void,
  renew: () => Promise<void>,
): Promise<void> {
  for await (const { type } of connection.status()) {
    if (type === 'reconnect') onState('connected')
    if (type === 'disconnect') {
      onState('lost')
      await renew()
    }
  }
}
