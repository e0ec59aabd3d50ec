import { setTimeout as sleep } from 'node:timers/promises'
import { syncSubject } from '../../domain/live/topic.ts'
import type { Wire } from '../../web/live/connection.ts'
import type { BenchLab } from '../bench-edge/lab.ts'
import { quantile } from '../bench-edge/load.ts'
import { readMemory } from '../bench-edge/memory.ts'
import { atMost, type ReportRow } from '../report-table.ts'
import { connectFleet, type FleetDevice, type ScaleForm } from './fleet.ts'

const settleMs = 3000
const longestMs = 30_000

/** Hold so many connections on one hub: the memory of each, and the time until a hint of the store has reached all. */
export async function measureHub(
  lab: BenchLab,
  fleet: readonly FleetDevice[],
  { sockets, publications }: ScaleForm,
): Promise<ReportRow[]> {
  const rows: ReportRow[] = []
  for (const count of sockets) {
    const before = readMemory(lab.worker.pid).now
    const wires = await connectFleet(lab, fleet.slice(0, count))
    await sleep(settleMs)
    const memory = readMemory(lab.worker.pid).now - before
    const { took, missing } = await publishToAll(lab, { wires, fleet, publications })
    const what = `hub, ${count} connections`
    rows.push(
      {
        name: `${what}: memory of each`,
        value: (memory * 1024) / count,
        unit: 'kB',
        bar: '',
        ok: null,
      },
      atMost(`${what}: a hint to all, p95`, quantile(took, 0.95), 'ms', 1000),
      atMost(`${what}: hints that did not come`, missing, '', 0),
    )
    for (const wire of wires) wire.drop()
    await sleep(settleMs)
  }
  return rows
}

/** Let a device change a word, which the store hints to everybody, and time each arrival from the answer of the call. */
async function publishToAll(
  lab: BenchLab,
  given: { wires: readonly Wire[]; fleet: readonly FleetDevice[]; publications: number },
): Promise<{ took: number[]; missing: number }> {
  const { wires, fleet, publications } = given
  const took: number[] = []
  let arrived = 0
  let began = 0
  for (const wire of wires)
    wire.subscribe(syncSubject(lab.company), () => {
      arrived += 1
      took.push(performance.now() - began)
    })
  await Promise.all(wires.map((wire) => wire.flush()))
  let missing = 0
  for (let turn = 0; turn < publications; turn += 1) {
    arrived = 0
    began = performance.now()
    await change(lab, fleet[0]!, `${Date.now()}`)
    const end = began + longestMs
    while (arrived < wires.length && performance.now() < end) await sleep(5)
    missing += Math.max(0, wires.length - arrived)
  }
  return { took, missing }
}

/** Write one change of a device: one entry, and one hint to the company. */
export async function change(
  lab: BenchLab,
  { authorization }: FleetDevice,
  word: string,
): Promise<void> {
  const status = JSON.stringify({ serial: word, srv_status: 0 })
  const body = JSON.stringify({ bkernel_version: '2.9.4', busy: 'N', status })
  const path = '/v3/device/hello'
  const answer = await lab.client.send({ method: 'POST', path, headers: { authorization }, body })
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`)
}
