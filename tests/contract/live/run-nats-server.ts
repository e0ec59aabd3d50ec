import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type NatsCluster, natsServerConfig } from '../../../scripts/nats-server-config.ts'

const serverPaths = ['/usr/sbin/nats-server', '/usr/bin/nats-server', '/usr/local/bin/nats-server']

/** Path of the NATS server on this machine, if there is one. */
export const natsServerPath = serverPaths.find((path) => existsSync(path))

/** Find a port that is free just now. */
export function findFreePort(): Promise<number> {
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
  /** End the process in the middle of everything. */
  kill(): Promise<void>
  /** Stop the process where it is, with its connections open. */
  freeze(): void
}

/** Start a NATS server with the configuration that a deployment gives it and no accounts, and return when it listens. */
export async function runNatsServer(
  path: string,
  secret: string,
  at?: number,
  cluster?: NatsCluster,
): Promise<RunningServer> {
  const port = at ?? (await findFreePort())
  const folder = await mkdtemp(join(tmpdir(), 'live-nats-'))
  const config = join(folder, 'nats.conf')
  const accounts = join(folder, 'accounts')
  const text = natsServerConfig({ secret, listen: `127.0.0.1:${port}`, accounts, cluster })
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
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    const ended = new Promise((resolve) => server.once('exit', resolve))
    server.kill(signal)
    // Wake a frozen server, which takes no other signal.
    server.kill('SIGCONT')
    await ended
    await rm(folder, { recursive: true })
  }
  return {
    url: `ws://127.0.0.1:${port}`,
    config: text,
    alive: () => server.exitCode === null && server.signalCode === null,
    async memory() {
      const status = await readFile(`/proc/${server.pid}/status`, 'utf8')
      return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) * 1024
    },
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
    freeze: () => void server.kill('SIGSTOP'),
  }
}

/** Start a cluster of NATS servers, all on this machine. */
export async function runCluster(path: string, secret: string, size: number) {
  const names = Array.from({ length: size }, (_, at) => `nats-${at + 1}`)
  const ports = await Promise.all(
    names.map(async () => [await findFreePort(), await findFreePort()] as const),
  )
  const servers = Object.fromEntries(names.map((name, at) => [name, `127.0.0.1:${ports[at]?.[1]}`]))
  const run = (at: number) =>
    runNatsServer(path, secret, ports[at]?.[0], { own: names[at] ?? '', servers })
  const running = await Promise.all(names.map((_, at) => run(at)))
  return {
    urls: running.map(({ url }) => url),
    kill: async (at: number) => running[at]?.kill(),
    freeze: (at: number) => running[at]?.freeze(),
    /** Start a killed one again, at its address and without its accounts. */
    async restart(at: number) {
      running[at] = await run(at)
    },
    stop: async () => {
      await Promise.all(running.filter((one) => one.alive()).map((one) => one.stop()))
    },
  }
}
