// `node scripts/run.mjs nats-config --listen HOST:PORT --accounts DIR [--cert FILE --key FILE]`: writes the configuration
// of a NATS server for the deployment whose LIVE_SECRET is in the environment (docs/deploy.md, section 14).
import { natsServerConfig } from './nats-server-config.ts'
import { readFlags } from './read-flags.ts'

const { values } = readFlags({
  options: {
    listen: { type: 'string', default: '127.0.0.1:9222' },
    accounts: { type: 'string', default: '/var/lib/nats/bapp-accounts' },
    cert: { type: 'string' },
    key: { type: 'string' },
  },
})
const secret = process.env['LIVE_SECRET']
if (!secret || (values.cert === undefined) !== (values.key === undefined)) {
  console.error(
    secret
      ? '--cert and --key go together.'
      : 'Put the LIVE_SECRET of the deployment into the environment.',
  )
  process.exit(1)
}
const { listen, accounts, cert, key } = values
console.log(
  natsServerConfig({ secret, listen, accounts, ...(cert && key && { tls: { cert, key } }) }),
)
