// A process of its own for one region: `region-process.ts REGION PORT STATE URLS FORM`. Starts its worker, tells its parent, and on
// its word drives all calls through it or stops it. All that the worker says goes into `edge.log` of the region's folder.
import { join } from 'node:path'
import { driveRegion } from './drive.ts'
import type { MarkedRegion } from './markers.ts'
import { startOpenWorker } from './open-worker.ts'

const [regionText, port = '', state = '', urls = '', form] = process.argv.slice(2)
const region = regionText as MarkedRegion
const worker = await startOpenWorker({
  region,
  port: Number(port),
  state,
  log: join(state, 'edge.log'),
  vars: { REGION_URLS: urls },
})
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
