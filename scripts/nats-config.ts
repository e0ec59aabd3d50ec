// `node scripts/run.mjs nats-config --listen HOST:PORT --accounts DIR [--cert FILE --key FILE]`: writes the configuration
// of a NATS server for the deployment whose LIVE_SECRET is in the environment (docs/deploy.md, section 14). Of one of several:
// `--servers NAME=HOST:PORT,… --own NAME [--route-cert FILE --route-key FILE --route-ca FILE]`.
import { natsServerConfig, type NatsCluster } from './nats-server-config.ts'
import { readFlags } from './read-flags.ts'

const { values } = readFlags({
  options: {
    listen: { type: 'string', default: '127.0.0.1:9222' },
    accounts: { type: 'string', default: '/var/lib/nats/bapp-accounts' },
    cert: { type: 'string' },
    key: { type: 'string' },
    servers: { type: 'string' },
    own: { type: 'string' },
    'route-cert': { type: 'string' },
    'route-key': { type: 'string' },
    'route-ca': { type: 'string' },
  },
})
try {
  const secret = process.env['LIVE_SECRET']
  if (!secret) throw new RangeError('put the LIVE_SECRET of the deployment into the environment')
  const { listen, accounts } = values
  const tls = together('--cert and --key', { cert: values.cert, key: values.key })
  console.log(natsServerConfig({ secret, listen, accounts, tls, cluster: readCluster() }))
} catch (error) {
  if (!(error instanceof RangeError)) throw error
  console.error(`The configuration was not made: ${error.message}.`)
  process.exit(1)
}

function readCluster(): NatsCluster | undefined {
  const names = together('--servers and --own', { servers: values.servers, own: values.own })
  if (!names) return undefined
  const tls = together('--route-cert, --route-key and --route-ca', {
    cert: values['route-cert'],
    key: values['route-key'],
    ca: values['route-ca'],
  })
  return { own: names.own, servers: readServers(names.servers), tls }
}

/** Read `NAME=HOST:PORT,…`. */
function readServers(text: string): Record<string, string> {
  const pairs = text.split(',').map((pair) => {
    const [, name, address] = /^([\w-]+)=(\S+:\d+)$/.exec(pair.trim()) ?? []
    if (!name || !address) throw new RangeError(`--servers takes NAME=HOST:PORT, not ${pair}`)
    return [name, address] as const
  })
  const servers = Object.fromEntries(pairs)
  if (Object.keys(servers).length < pairs.length)
    throw new RangeError('two of --servers have the same name')
  return servers
}

/** Return flags that are given together; undefined when none is. */
function together<Flags extends Record<string, string | undefined>>(
  names: string,
  flags: Flags,
): { [Name in keyof Flags]: string } | undefined {
  const given = Object.values(flags).filter((one) => one !== undefined)
  if (given.length === 0) return undefined
  if (given.length < Object.keys(flags).length) throw new RangeError(`${names} go together`)
  return flags as { [Name in keyof Flags]: string }
}
