import { createRequire } from 'node:module'
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type * as miniflare from 'miniflare'
import { unstable_getMiniflareWorkerOptions as readWorkerOptions } from 'wrangler'
import type { Region } from '../domain/regions.ts'
import { readOrMakeSecrets, type LocalSecrets } from './local-secrets.ts'
import { migrateDirectory } from './migrate.ts'
import { readReportFont } from './report-fonts.ts'
import { projectRoot } from './run-tool.ts'
import { type BundleChange, bundleWorker } from './worker-bundle.ts'

export type WorkerProcess = {
  address: string
  secrets: LocalSecrets
  /** Folder of its stores, which is removed with it. */
  stateDir: string
  /** workerd's own process. */
  pid: number
  /** Address at which the memory of its objects can be asked for (bench-edge/memory.ts); null where it was not wanted. */
  inspector: string | null
  /** The worker's stores as the worker sees them; a Durable Object answers `fetch` only. */
  bindings(): Promise<Record<string, unknown>>
  stop(): Promise<void>
}

export type WorkerOptions = {
  /** Entry of the worker, bundled and minified as what is shipped. */
  entry: URL
  /** Files of the project that are changed in this bundle, by the end of their path; the same object shares the bundle. */
  change?: BundleChange
  /** Folder of the stores where it is to be another than a new one; it stays when the worker goes. */
  state?: string
  /** Region, where it differs from wrangler.toml. */
  region?: Region
  /** Further variables of the worker. */
  vars?: Readonly<Record<string, string>>
  /** Port where it is to be another than any that is free. */
  port?: number
  /** Let its memory be looked into, which may slow it. */
  inspect?: boolean
  /** File that all the worker says is written to; else it is said here. */
  log?: string
}

/**
 * Start a worker in workerd with the bindings of wrangler.toml and new stores of its own, without the page server in
 * front of it: measurements and attacks here are of the edge itself.
 */
export async function startWorker({
  entry,
  change = unchanged,
  state,
  region,
  vars = {},
  port = 0,
  inspect = false,
  log,
}: WorkerOptions): Promise<WorkerProcess> {
  const stateDir = state ?? mkdtempSync(join(tmpdir(), 'bapp-worker-'))
  const secrets = readOrMakeSecrets(stateDir)
  await migrateDirectory(stateDir)
  const { workerOptions } = readWorkerOptions(join(projectRoot, 'wrangler.toml'))
  const { contents, compiled } = await bundleWorker(entry, change)
  const before = new Set(workerdPids())
  // Take the runtime that wrangler brings, whose options it gave.
  const { Miniflare, convertV4MiniflareOptions } = createRequire(
    createRequire(import.meta.url).resolve('wrangler'),
  )('miniflare') as typeof miniflare
  const options = {
    ...(workerOptions as object),
    name: 'bapp',
    modules: [{ type: 'ESModule', path: 'worker.js', contents }, ...compiled],
    bindings: {
      ...(workerOptions.bindings as object),
      ...secrets,
      ...(region && { REGION: region }),
      ...vars,
      ENVIRONMENT: 'local',
    },
    // Give the fonts of reports and labels, which a build puts beside the worker.
    serviceBindings: {
      ...(workerOptions.serviceBindings as object),
      ASSETS: ({ url }: { url: string }) => new Response(readReportFont(url)),
    },
    host: '127.0.0.1',
    port,
    ...(inspect && { inspectorPort: 0 }),
    ...(log !== undefined && {
      handleStructuredLogs: ({ message }: { message: string }) =>
        appendFileSync(log, `${message}\n`),
    }),
    cf: false,
    resourcePersistencePath: join(stateDir, 'v3'),
  }
  const flare = new Miniflare(
    convertV4MiniflareOptions(options as Parameters<typeof convertV4MiniflareOptions>[0]),
  )
  const address = (await flare.ready).origin
  return {
    address,
    secrets,
    stateDir,
    inspector: inspect ? (await flare.getInspectorURL()).href : null,
    pid: workerdPids().find((pid) => !before.has(pid)) ?? 0,
    bindings: () => flare.getBindings(),
    async stop() {
      await flare.dispose()
      if (state === undefined) rmSync(stateDir, { recursive: true, force: true })
    },
  }
}

const unchanged: BundleChange = {}

/** List the workerd processes that this process has started. */
function workerdPids(): number[] {
  if (process.platform !== 'linux') return []
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
        return stat.includes('(workerd)') && stat.split(') ')[1]?.split(' ')[1] === `${process.pid}`
      } catch {
        return false
      }
    })
    .map(Number)
}
