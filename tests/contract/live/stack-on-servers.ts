// The service in workerd with NATS_URL set, real NATS servers and real device processes, for the tests of this folder.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readFleetFile, startFleet } from '../../../devices/fleet.ts'
import { liveAddress } from '../../../domain/deployments.ts'
import { Client } from '../../../scripts/bench-edge/client.ts'
import { cheapPasswords } from '../../../scripts/cheap-passwords.ts'
import { readSignIns } from '../../../scripts/demo-file.ts'
import { readOrMakeSecrets } from '../../../scripts/local-secrets.ts'
import { seed } from '../../../scripts/seed.ts'
import { startWorker } from '../../../scripts/worker-process.ts'
import { makeKey, openWire, type Wire } from '../../../web/live/connection.ts'
import { findFreePort } from './run-nats-server.ts'

export const cube = '5e0b7d12-3c49-4e6f-9d28-c1a7b4e30016'
export const other = '5e0b7d12-3c49-4e6f-9d28-c1a7b4e30036'

export interface LiveToken {
  jwt: string
  ticket: string
  path: string
  inbox_prefix: string
  swarms: string[]
  expires_at: string
}

/** Start servers by `run`, with the secret that the service has, then the service and two devices. */
export async function startOnServers<Servers>(
  run: (secret: string) => Promise<Servers>,
  urls: (servers: Servers) => readonly string[],
) {
  const folder = mkdtempSync(join(tmpdir(), 'bapp-nats-'))
  // Make the worker's secrets with its folder: the servers are configured from the same.
  const secrets = readOrMakeSecrets(folder)
  const servers = await run(secrets.LIVE_SECRET)
  // Keep one port, at which the devices find it again after another deployment.
  const port = await findFreePort()
  const deploy = (vars: Readonly<Record<string, string>>) =>
    startWorker({
      entry: new URL('../../../edge/worker.ts', import.meta.url),
      change: cheapPasswords,
      state: folder,
      port,
      vars,
    })
  let worker = await deploy({ NATS_URL: urls(servers).join(',') })
  await seed({ address: worker.address, stateDir: folder, region: 'eu' })
  /** Lines of the devices' output. */
  const said: string[] = []
  const fleet = startFleet({
    devices: readFleetFile(join(folder, 'devices.json')).filter(
      ({ uuid }) => uuid === cube || uuid === other,
    ),
    edge: worker.address,
    speed: 120,
    state: join(folder, 'devices'),
    report: (line) => said.push(line),
  })
  const clients = new Set<Client>()
  return {
    servers,
    address: worker.address,
    fleet,
    said,
    secrets,
    async signIn(profile: string): Promise<Client> {
      const [name = '', password = ''] =
        readSignIns(worker.stateDir).find(([one]) => one?.startsWith(profile)) ?? []
      const client = new Client(worker.address, 4)
      clients.add(client)
      await client.signIn(name, password)
      return client
    },
    /** Deploy the service once more, with other variables. */
    async redeploy(vars: Readonly<Record<string, string>>) {
      await worker.stop()
      worker = await deploy(vars)
    },
    /** End everything but the servers. */
    async stop() {
      for (const client of clients) client.close()
      await fleet.stop()
      await worker.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Return what opens a page's own connection, by the same address as without a server. */
export function pageOf({ address }: { address: string }, client: Client) {
  const key = makeKey()
  return {
    fetchToken: () => client.ask<LiveToken>('/v3/live/token', { public_key: key.publicKey }),
    open: (token: LiveToken): Promise<Wire> =>
      openWire({
        url: liveAddress(address, token.path),
        jwt: token.jwt,
        ticket: token.ticket,
        inboxPrefix: token.inbox_prefix,
        key,
      }),
  }
}

export async function until<T>(
  what: string,
  check: () => T | Promise<T>,
  ms = 10_000,
): Promise<NonNullable<T>> {
  const end = Date.now() + ms
  for (;;) {
    const value = await check()
    if (value) return value
    if (Date.now() > end) throw new Error(`timed out: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
