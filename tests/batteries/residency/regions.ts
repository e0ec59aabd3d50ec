import { mkdirSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { type EdgeProcess, startEdge } from '../../../scripts/edge-process.ts'
import { type LocalSecrets, secretNames } from '../../../scripts/local-secrets.ts'
import { migrateDirectory } from '../../../scripts/migrate.ts'
import type { MarkedRegion } from './markers.ts'

export interface RunningRegion {
  region: MarkedRegion
  address: string
  /** All that this region keeps, and the log of its edge. */
  state: string
  edge: EdgeProcess
}

/** The secrets that the preparations of the edge tests know. */
const secrets = Object.fromEntries(
  secretNames.map((name) => [name, `${name}-for-tests-only-0123456789`]),
) as LocalSecrets

/** Two deployments as two processes with two folders, each told of the other's address. */
export async function startRegions(folder: string): Promise<RunningRegion[]> {
  const ports = { eu: await freePort(), na: await freePort() }
  const address = (region: MarkedRegion) => `http://localhost:${ports[region]}`
  const vars = { REGION_URLS: `eu=${address('eu')},na=${address('na')}` }
  const running: RunningRegion[] = []
  for (const region of ['eu', 'na'] as const) {
    const state = join(folder, region)
    mkdirSync(state, { recursive: true })
    await migrateDirectory(state)
    const edge = await startEdge({
      mode: 'serve',
      port: ports[region],
      stateDir: state,
      region,
      secrets,
      vars,
      log: join(state, 'edge.log'),
      onLost: (reason) => console.error(`${region}: ${reason}`),
    })
    running.push({ region, address: address(region), state, edge })
  }
  return running
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
