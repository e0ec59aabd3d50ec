import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { natsServerConfig } from '../../../scripts/nats-server-config.ts'

const PATHS = ['/usr/sbin/nats-server', '/usr/bin/nats-server', '/usr/local/bin/nats-server']

/** Path of the NATS server on this machine, if there is one. */
export const natsServerPath = PATHS.find((path) => existsSync(path))

/** Find a port that is free just now. */
function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
}

export interface RunningServer {
  /** Address of its WebSocket. */
  url: string
  /** Text of its configuration. */
  config: string
  /** Return true until the process ends. */
  alive(): boolean
  /** Return the memory it uses now, in bytes. */
  memory(): Promise<number>
  stop(): Promise<void>
}

/** Starts a NATS server with the configuration that a deployment gives it and no accounts, and returns when it listens. */
export async function runNatsServer(
  path: string,
  secret: string,
  at?: number,
): Promise<RunningServer> {
  const port = at ?? (await findFreePort())
  const folder = await mkdtemp(join(tmpdir(), 'live-nats-'))
  const config = join(folder, 'nats.conf')
  const accounts = join(folder, 'accounts')
  const text = natsServerConfig({ secret, listen: `127.0.0.1:${port}`, accounts })
  await writeFile(config, text)
  const server = spawn(path, ['-c', config], { stdio: ['ignore', 'ignore', 'pipe'] })
  let log = ''
  await new Promise<void>((resolve, reject) => {
    server.stderr.on('data', (data: Buffer) => {
      log += data.toString()
      if (log.includes('Server is ready')) resolve()
    })
    server.once('exit', (code) => reject(new Error(`nats-server ended with ${code}:\n${log}`)))
  })
  return {
    url: `ws://127.0.0.1:${port}`,
    config: text,
    alive: () => server.exitCode === null && server.signalCode === null,
    async memory() {
      const status = await readFile(`/proc/${server.pid}/status`, 'utf8')
      return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) * 1024
    },
    async stop() {
      const ended = new Promise((resolve) => server.once('exit', resolve))
      server.kill('SIGTERM')
      await ended
      await rm(folder, { recursive: true })
    },
  }
}
