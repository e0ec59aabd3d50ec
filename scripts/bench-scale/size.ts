import { operatorStoreCalls } from '../../domain/calls/operator-store.ts'
import { storeLimitBytes } from '../../domain/catalog/limits.ts'
import { type BenchLab, createAnalyses } from '../bench-edge/lab.ts'
import { operate } from '../operate.ts'
import type { ReportRow } from '../report-table.ts'
import type { FleetDevice, ScaleForm } from './fleet.ts'

/**
 * Measure what records take in the store of a company, with their entries in the trail: planned analyses of a 96-well method,
 * and greetings of devices that change a word. @returns also how many of each a store of 10 GB holds.
 */
export async function measureSize(
  lab: BenchLab,
  fleet: readonly FleetDevice[],
  { plans }: ScaleForm,
): Promise<ReportRow[]> {
  const start = await sizeOf(lab)
  // In parts, as many as a busy laboratory plans at once.
  for (let made = 0; made < plans; made += 20) await createAnalyses(lab, Math.min(20, plans - made))
  const planned = await sizeOf(lab)
  const greetings = plans * 5
  for (let at = 0; at < greetings; at += 1) {
    const { authorization } = fleet[at % fleet.length]!
    const status = JSON.stringify({ serial: 'S', srv_status: -at - 1 })
    const body = JSON.stringify({ bkernel_version: '2.9.4', busy: 'N', status })
    await lab.client.send({
      method: 'POST',
      path: '/v3/device/hello',
      headers: { authorization },
      body,
    })
  }
  const greeted = await sizeOf(lab)
  return [
    ...rowsOf('planned analysis of a 96-well method', (planned - start) / plans),
    ...rowsOf('change of a device, with its entry in the trail', (greeted - planned) / greetings),
  ]
}

function rowsOf(what: string, bytes: number): ReportRow[] {
  const row = { bar: '', ok: null }
  const held = bytes > 0 ? Math.round(storeLimitBytes / bytes) : 'more than can be measured'
  return [
    { ...row, name: `${what}: size`, value: bytes / 1000, unit: 'kB' },
    { ...row, name: `${what}: a store of 10 GB holds`, value: held, unit: '' },
  ]
}

async function sizeOf({ worker, company }: BenchLab): Promise<number> {
  const body = { company_uuids: [company] }
  const [found] = (await operate(worker, operatorStoreCalls.measureStores, body)) as {
    size: { bytes: number } | null
  }[]
  if (!found?.size) throw new Error('The store did not say its size')
  return found.size.bytes
}
