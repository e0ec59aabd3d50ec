import { createHmac } from 'node:crypto'
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
  /** The other servers of the region, where there are several. */
  cluster?: NatsCluster | undefined
}

/** A server's place among those of a region, which pass on to each other what their clients say. */
export interface NatsCluster {
  /** Name of this server: one of `servers`. */
  own: string
  /** Addresses at which the servers reach each other, `host:port`, by their names. */
  servers: Readonly<Record<string, string>>
  /** Certificates by which the servers know each other; without them all addresses are of this machine. */
  tls?: { cert: string; key: string; ca: string } | undefined
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
 * for others; the plain one stays on the machine. It holds no secret, unless there are several servers: then the password
 * of their routes. Throws RangeError for a cluster that does not hold together.
 */
export function natsServerConfig(options: NatsServerOptions): string {
  const { secret, listen, accounts, tls, cluster } = options
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
${cluster ? clusterConfig(secret, cluster) : ''}`
}

const isOfThisMachine = (address: string) =>
  /^(127\.\d+\.\d+\.\d+|localhost|\[::1\]):/.test(address)

/**
 * Return the part about the cluster. A server that joins as a route reads and publishes everything, as no token is asked for
 * there: each side shows the password, and on the way to another machine a certificate too.
 */
function clusterConfig(secret: string, { own, servers, tls }: NatsCluster): string {
  const address = servers[own]
  if (address === undefined) throw new RangeError(`${own} is none of the servers`)
  if (!tls && !Object.values(servers).every(isOfThisMachine))
    throw new RangeError('servers on several machines need certificates for their routes')
  const password = createHmac('sha256', secret).update('live-routes').digest('base64url')
  const routes = Object.entries(servers).flatMap(([name, other]) =>
    name === own ? [] : [`    "nats-route://bapp:${password}@${other}"`],
  )
  const security = tls
    ? `
  tls {
    cert_file: ${JSON.stringify(tls.cert)}, key_file: ${JSON.stringify(tls.key)}
    ca_file: ${JSON.stringify(tls.ca)}, verify: true
  }`
    : ''
  return `server_name: ${JSON.stringify(own)}
cluster {
  name: "bapp"
  listen: ${JSON.stringify(address)}
  # Addresses behind the deployment's are not for pages.
  no_advertise: true
  authorization { user: "bapp", password: "${password}" }${security}
  routes: [
${routes.join('\n')}
  ]
}
`
}
