import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'

// Run in a process of its own: an identity provider as companies have it. The name at its sign-in is the e-mail address.
const [redirectUri = '', secret = ''] = process.argv.slice(2)
const server = createServer()
server.listen(0, '127.0.0.1', () => {
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = new Provider(issuer, {
    clients: [{ client_id: 'bapp', client_secret: secret, redirect_uris: [redirectUri] }],
    claims: { email: ['email', 'email_verified'] },
    cookies: { keys: ['for-tests-only'] },
    findAccount: (_, id) => ({
      accountId: id,
      claims: () => ({ sub: id, email: id, email_verified: !id.startsWith('new.') }),
    }),
  })
  server.on('request', provider.callback())
  process.stdout.write(`issuer ${issuer}\n`)
})
