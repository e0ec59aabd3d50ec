import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { encodeAccount, encodeOperator } from '@nats-io/jwt'
import { createOperator, fromPublic } from '@nats-io/nkeys'

const PATHS = ['/usr/sbin/nats-server', '/usr/bin/nats-server', '/usr/local/bin/nats-server']

/** Where a NATS server is installed on this machine, if there is one. */
export const natsServerPath = PATHS.find((path) => existsSync(path))

const UNLIMITED = {
  subs: -1,
  data: -1,
  payload: -1,
  conn: -1,
  leaf: -1,
  imports: -1,
  exports: -1,
  wildcards: true,
}

/** A port nobody listens on just now. */
function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
}

async function configOf(accountPublicKey: string, port: number): Promise<string> {
  const operator = createOperator()
  const account = fromPublic(accountPublicKey)
  const operatorJwt = await encodeOperator('test', operator)
  const limits = { limits: UNLIMITED }
  const accountJwt = await encodeAccount('company', account, limits, { signer: operator })
  return `
    listen: "127.0.0.1:-1"
    operator: "${operatorJwt}"
    resolver: MEMORY
    resolver_preload: { ${accountPublicKey}: "${accountJwt}" }
    websocket { host: "127.0.0.1", port: ${port}, no_tls: true }
  `
}

/** Starts a NATS server that knows one account; returns its WebSocket address and how to stop it. */
export async function runNatsServer(
  path: string,
  accountPublicKey: string,
): Promise<{ url: string; stop(): Promise<void> }> {
  const port = await findFreePort()
  const folder = await mkdtemp(join(tmpdir(), 'live-nats-'))
  const config = join(folder, 'nats.conf')
  await writeFile(config, await configOf(accountPublicKey, port))
  const server = spawn(path, ['-c', config], { stdio: ['ignore', 'ignore', 'pipe'] })
  let log = ''
  await new Promise<void>((resolve, reject) => {
    server.stderr.on('data', (data: Buffer) => {
      log += data.toString()
      if (log.includes('Server is ready')) resolve()
    })
    server.once('exit', (code) => reject(new Error(`nats-server ended with ${code}:\n${log}`)))
  })
  const stop = async () => {
    const ended = new Promise((resolve) => server.once('exit', resolve))
    server.kill('SIGTERM')
    await ended
    await rm(folder, { recursive: true })
  }
  return { url: `ws://127.0.0.1:${port}`, stop }
}
