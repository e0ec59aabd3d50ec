// A process of its own for one region: `region-process.ts REGION PORT STATE URLS FORM`. Starts its worker, tells its parent, and on
// its word drives all calls through it or stops it. All that the worker says goes into `edge.log` of the region's folder.
import { join } from 'node:path'
import { secretNames } from '../../../scripts/local-secrets.ts'
import { startWorker } from '../../../scripts/worker-process.ts'
import { transport } from './cloudflare-test.ts'
import { driveRegion } from './drive.ts'
import type { MarkedRegion } from './markers.ts'

const [regionText, port = '', state = '', urls = '', form] = process.argv.slice(2)
const region = regionText as MarkedRegion
/** The secrets that the preparations of the edge tests know. */
const secrets = Object.fromEntries(
  secretNames.map((name) => [name, `${name}-for-tests-only-0123456789`]),
)
const cheap = await import('../../edge/password-cost.ts')
const worker = await startWorker({
  entry: new URL('../../edge/open/worker.ts', import.meta.url),
  region,
  port: Number(port),
  state,
  log: join(state, 'edge.log'),
  vars: { ...secrets, REGION_URLS: urls },
  // The tests' own: hundreds of people sign in here, and what a password costs is no matter of this battery.
  change: {
    '/password-cost.ts': () =>
      Object.entries(cheap)
        .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}`)
        .join('\n'),
  },
})
transport.bindings = await worker.bindings()
process.on('message', (word) => void answer(word as 'drive' | 'stop'))
process.on('disconnect', () => void answer('stop'))
process.send?.({ address: worker.address })

async function answer(word: 'drive' | 'stop'): Promise<void> {
  if (word === 'drive') {
    const place = { region, address: worker.address, state, rowsOnly: form === 'rows' }
    process.send?.({ driven: await driveRegion(place) })
    return
  }
  await worker.stop()
  process.exit(0)
}
