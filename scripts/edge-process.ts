import { fork, type ChildProcess } from 'node:child_process'
import { openSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FaultDetail } from '../domain/fault.ts'
import type { Region } from '../domain/regions.ts'
import type { LocalSecrets } from './local-secrets.ts'
import { projectRoot, silencedEnv } from './run-tool.ts'
import { CannotStart } from './cannot-start.ts'

export type EdgeProcess = {
  address: string
  stop(): Promise<void>
  /** Kill workerd and all around it without a word (SIGKILL) and start it again on the same state and port. */
  restart(): Promise<void>
  /** Stop it in the middle of everything (SIGSTOP): its sockets stay open, and nobody answers. */
  freeze(): void
  thaw(): void
}

type Options = {
  mode: 'serve' | 'dev'
  port: number
  stateDir: string
  region: Region
  secrets: LocalSecrets
  /** Further variables of the worker. */
  vars?: Readonly<Record<string, string>> | undefined
  /** File that all the edge says is written to; else it is said here. */
  log?: string | undefined
  /** Called when the process ends by itself. */
  onLost(reason: string): void
  /** Ends the waiting for the first answer. */
  signal?: AbortSignal | undefined
}

/** Start the edge and wait until `GET /v3/about/ready` says that all its stores can be used. */
export async function startEdge(options: Options): Promise<EdgeProcess> {
  const address = `http://localhost:${options.port}`
  let child = launch(options)
  await ready(child, address, options.stateDir, options.signal)
  watch()

  let wanted = true
  function watch() {
    const watched = child
    watched.once('exit', (code, signal) => {
      if (wanted && child === watched)
        options.onLost(`the edge stopped (${signal ?? `code ${code}`})`)
    })
  }

  return {
    address,
    freeze: () => signalGroup(child, 'SIGSTOP'),
    thaw: () => signalGroup(child, 'SIGCONT'),
    async stop() {
      wanted = false
      await end(child)
    },
    async restart() {
      const old = child
      wanted = false
      killGroup(old)
      await exited(old)
      child = launch(options)
      wanted = true
      await ready(child, address, options.stateDir)
      watch()
    },
  }
}

const passedOn = [
  'HOME',
  'TMPDIR',
  'TEMP',
  'SystemRoot',
  'NO_COLOR',
  'NATS_URL',
  'NODE_COMPILE_CACHE',
] as const

/**
 * Launch the worker, whose secrets and region come on this machine from the environment of its process. The worker sees
 * all of that environment, so it has little else.
 */
function launch({ mode, port, stateDir, region, secrets, vars, log }: Options): ChildProcess {
  const own = { ...silencedEnv, WRANGLER_LOG: 'warn', CLOUDFLARE_INCLUDE_PROCESS_ENV: 'true' }
  const env: NodeJS.ProcessEnv = { ...own, ...secrets, ...vars, REGION: region }
  for (const name of passedOn) {
    if (process.env[name] !== undefined) env[name] = process.env[name]
  }
  const out = log === undefined ? 'inherit' : openSync(log, 'a')
  return fork(join(projectRoot, 'scripts', 'edge-server.ts'), [mode, String(port), stateDir], {
    cwd: projectRoot,
    env,
    // Start a group of its own, so that workerd can be killed together with the process that looks after it.
    detached: process.platform !== 'win32',
    stdio: ['ignore', out, out, 'ipc'],
  })
}

async function ready(
  child: ChildProcess,
  address: string,
  stateDir: string,
  signal?: AbortSignal,
): Promise<void> {
  let gone = false
  child.once('exit', () => {
    gone = true
  })
  const until = Date.now() + 60_000
  let last = 'no answer'
  let refusedSince: number | undefined
  while (Date.now() < until) {
    if (signal?.aborted) {
      await end(child)
      signal.throwIfAborted()
    }
    if (gone) throw new CannotStart('The edge did not start: the lines above say why.')
    try {
      const answer = await fetch(`${address}/v3/about/ready`, {
        signal: AbortSignal.timeout(10_000),
      })
      const body = await answer.text()
      const { ok, errors } = JSON.parse(body) as { ok?: unknown; errors?: FaultDetail[] }
      if (answer.ok && ok === true) return
      last = `${answer.status} ${body.slice(0, 300)}`
      const [fault] = errors ?? []
      if (fault?.code === 'not_ready') {
        refusedSince ??= Date.now()
        // Give up at the third such answer at the earliest: each holds for a few seconds.
        if (Date.now() - refusedSince > 12_000) throw new CannotStart(cannotUse(fault, stateDir))
      }
    } catch (error) {
      if (error instanceof CannotStart) {
        await end(child)
        throw error
      }
      if (!(error instanceof TypeError)) last = String(error)
    }
    await sleep(100)
  }
  await end(child)
  throw new CannotStart(
    `The edge was not ready within 60 s. Its last answer to /v3/about/ready: ${last}`,
  )
}

const placeOfStore: Readonly<Record<string, string>> = {
  directory: 'v3/d1',
  files: 'v3/r2',
  companies: 'v3/do',
  secrets: 'secrets.json',
}

function cannotUse({ params }: FaultDetail, stateDir: string): string {
  const stores = String(params?.['stores']).split(', ')
  const places = stores.map((name) => `${name} (${join(stateDir, placeOfStore[name] ?? '')})`)
  return `The service cannot write or read these of its stores: ${places.join(', ')}. The lines above say why.`
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return killGroup(child)
  child.kill('SIGTERM')
  const timely = await Promise.race([exited(child).then(() => true), sleep(6000).then(() => false)])
  if (!timely) await exited(child, 'kill')
  killGroup(child)
}

function exited(child: ChildProcess, kill?: 'kill'): Promise<void> {
  if (kill) killGroup(child)
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((done) => child.once('exit', () => done()))
}

function killGroup(child: ChildProcess): void {
  signalGroup(child, 'SIGKILL')
}

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return
  try {
    if (process.platform === 'win32') child.kill(signal)
    else process.kill(-child.pid, signal)
  } catch {
    // Ignore that nobody of the group is left, which is what was wanted.
  }
}
