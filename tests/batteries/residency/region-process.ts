// Run one region in a process of its own: `region-process.ts REGION PORT STATE URLS FORM`. Start its worker, tell the
// parent, and on its message drive all calls through the worker, say what went over its live buses, or stop it. Write the worker's output to `edge.log` in
// the region's folder.
import { join } from 'node:path'
import { driveRegion } from './drive.ts'
import { openEars } from './listen.ts'
import type { MarkedRegion } from './markers.ts'
import { secretOf, startOpenWorker } from './open-worker.ts'

const [regionText, port = '', state = '', urls = '', form] = process.argv.slice(2)
const region = regionText as MarkedRegion
const worker = await startOpenWorker({
  region,
  port: Number(port),
  state,
  log: join(state, 'edge.log'),
  vars: { REGION_URLS: urls },
})
const ears = openEars(worker.address, secretOf('LIVE_SECRET'), region)
process.on('message', (word) => void answer(word as 'drive' | 'hear' | 'stop'))
process.on('disconnect', () => void answer('stop'))
process.send?.({ address: worker.address })

async function answer(word: 'drive' | 'hear' | 'stop'): Promise<void> {
  if (word === 'drive') {
    const { listenTo } = ears
    const place = { region, address: worker.address, state, rowsOnly: form === 'rows', listenTo }
    process.send?.({ driven: await driveRegion(place) })
    return
  }
  if (word === 'hear') {
    process.send?.({ heard: await ears.close() })
    return
  }
  await worker.stop()
  process.exit(0)
}
