import { mintAccountJwt, mintOperatorJwt, systemAccount } from '../edge/live/server-jwt.ts'

/** Address and account folder of a NATS server. */
export interface NatsServerOptions {
  /** The deployment's `LIVE_SECRET`: the server's operator follows from it; the secret itself is not in the file. */
  secret: string
  /** Address of the WebSocket listener, `host:port`. */
  listen: string
  /** Folder of the accounts that the edge tells it of. */
  accounts: string
  /** Certificate and key for `wss`; without them the listener is plain, for behind a proxy or on one machine. */
  tls?: { cert: string; key: string } | undefined
}

/** Limits of a message and of a slow reader: the same as the embedded hub's. */
const limits = `max_payload: 1048576
max_pending: 16777216
max_control_line: 65536
# A client that does not read must not hold up the sender for longer.
write_deadline: "2s"
# A device whose network was cut is found out within a minute.
ping_interval: "30s"
ping_max: 1`

/**
 * Return the configuration of a NATS server that carries the live bus of one deployment. Only the WebSocket listener is
 * for others; the plain one stays on the machine. It holds no secret.
 */
export function natsServerConfig({ secret, listen, accounts, tls }: NatsServerOptions): string {
  const system = systemAccount(secret)
  const security = tls
    ? `tls { cert_file: ${JSON.stringify(tls.cert)}, key_file: ${JSON.stringify(tls.key)} }`
    : 'no_tls: true'
  return `# bApp live bus. Made by \`node scripts/run.mjs nats-config\`; make it again when LIVE_SECRET changes.
listen: "127.0.0.1:-1"
operator: "${mintOperatorJwt(secret)}"
system_account: ${system}
resolver: {
  type: full
  dir: ${JSON.stringify(accounts)}
  allow_delete: false
  interval: "2m"
  limit: 100000
}
resolver_preload: { ${system}: "${mintAccountJwt(secret, null)}" }
websocket {
  listen: ${JSON.stringify(listen)}
  ${security}
}
${limits}
`
}
