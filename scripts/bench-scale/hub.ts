import { setTimeout as sleep } from 'node:timers/promises'
import { syncSubject } from '../../domain/live/topic.ts'
import type { Wire } from '../../web/live/connection.ts'
import type { BenchLab } from '../bench-edge/lab.ts'
import { quantile } from '../quantile.ts'
import { readMemory } from '../bench-edge/memory.ts'
import { atMost, type ReportRow } from '../report-table.ts'
import { connectFleet, type FleetDevice, greet, type ScaleForm } from './fleet.ts'

const longestMs = 30_000

/** Hold so many connections on one hub: the time until a hint of the store has reached all, and the memory that hints leave behind. */
export async function measureHub(
  lab: BenchLab,
  fleet: readonly FleetDevice[],
  { sockets, publications, settleMs }: ScaleForm,
): Promise<ReportRow[]> {
  const rows: ReportRow[] = []
  for (const count of sockets) {
    const wires = await connectFleet(lab, fleet.slice(0, count))
    await sleep(settleMs)
    const first = await publishToAll(lab, { wires, fleet, publications })
    const half = readMemory(lab.worker.pid).now
    const second = await publishToAll(lab, { wires, fleet, publications })
    const flat = readMemory(lab.worker.pid).now / half
    const what = `hub, ${count} connections`
    rows.push(
      atMost(
        `${what}: a hint to all, p95`,
        quantile([...first.took, ...second.took], 0.95),
        'ms',
        1000,
      ),
      atMost(`${what}: hints that did not come`, first.missing + second.missing, '', 0),
      atMost(`${what}: memory of the service after twice as many hints`, flat, 'x', 1.05),
    )
    for (const wire of wires) wire.drop()
    await sleep(settleMs)
  }
  return rows
}

/** Let a device change a word, which the store hints to everybody, and time each arrival from the begin of the call. */
async function publishToAll(
  lab: BenchLab,
  given: { wires: readonly Wire[]; fleet: readonly FleetDevice[]; publications: number },
): Promise<{ took: number[]; missing: number }> {
  const { wires, fleet, publications } = given
  const took: number[] = []
  let arrived = 0
  let began = 0
  const stops = wires.map((wire) =>
    wire.subscribe(syncSubject(lab.company), () => {
      arrived += 1
      took.push(performance.now() - began)
    }),
  )
  await Promise.all(wires.map((wire) => wire.flush()))
  let missing = 0
  for (let turn = 0; turn < publications; turn += 1) {
    arrived = 0
    began = performance.now()
    const status = await greet(lab.client, fleet[0]!, `${Date.now()}`)
    if (status !== 200) throw new Error(`/v3/device/hello: ${status}`)
    const end = began + longestMs
    while (arrived < wires.length && performance.now() < end) await sleep(5)
    missing += Math.max(0, wires.length - arrived)
  }
  for (const stop of stops) stop()
  return { took, missing }
}
