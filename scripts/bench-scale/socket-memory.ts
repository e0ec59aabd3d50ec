import { setTimeout as sleep } from 'node:timers/promises'
import type { BenchLab } from '../bench-edge/lab.ts'
import { readHeap, readMemory } from '../bench-edge/memory.ts'
import { atMost, type ReportRow } from '../report-table.ts'
import { measureBareSocket, upgrade } from './bare-sockets.ts'
import { connectFleet, type FleetDevice, type ScaleForm } from './fleet.ts'

/** Opened before a measurement: what the first few make is made once. */
const warmUp = 16

/**
 * Measure the memory of an idle connection of the hub beside that of a bare socket of the runtime, and what its objects hold. Each is
 * measured in a process of its own: one that has closed connections keeps their memory for the next ones.
 */
export async function measureSocketMemory(
  lab: BenchLab,
  fleet: readonly FleetDevice[],
  { sockets, settleMs, sleepMs }: ScaleForm,
): Promise<ReportRow[]> {
  const count = Math.max(...sockets)
  const bare = async (compressed: boolean) => {
    await restart(lab)
    await measureBareSocket(lab, { count: warmUp, compressed, settleMs: 0 })
    return measureBareSocket(lab, { count, compressed, settleMs })
  }
  const plain = await bare(false)
  const compressed = await bare(true)
  await restart(lab)
  const hub = await measureConnections(lab, fleet, {
    settleMs,
    read: () => Promise.resolve(readMemory(lab.worker.pid).now),
  })
  await restart(lab, true)
  const objects = await measureConnections(lab, fleet, {
    settleMs,
    sleepMs,
    read: () => readHeap(lab.worker),
  })
  await restart(lab)
  const row = (name: string, value: number): ReportRow => ({
    name: `hub, ${count} connections: ${name}`,
    value,
    unit: 'kB',
    bar: '',
    ok: null,
  })
  return [
    row('a bare socket of the runtime, without compression', plain),
    row('a bare socket of the runtime, with compression', compressed),
    atMost(`hub, ${count} connections: memory of each`, hub.awake, 'kB', 60),
    atMost(
      `hub, ${count} connections: memory of each over a bare socket`,
      hub.awake / plain,
      'x',
      1.5,
    ),
    atMost(
      'hub: connections that compress, of one that offers it',
      await countCompressed(lab),
      '',
      0,
    ),
    row('objects of each', objects.awake),
    row('objects of each, while the hub sleeps', objects.asleep),
  ]
}

/** Open a connection that offers compression. @returns 1 where it is agreed to. */
async function countCompressed({ worker, company }: BenchLab): Promise<number> {
  const { socket, extensions } = await upgrade(`${worker.address}/v3/live/${company}`, true)
  socket.destroy()
  return extensions === '' ? 0 : 1
}

/** Measure what the connections of a fleet add, in kB for each: some seconds after they were opened, and after a rest. */
async function measureConnections(
  lab: BenchLab,
  fleet: readonly FleetDevice[],
  given: { settleMs: number; sleepMs?: number; read: () => Promise<number> },
): Promise<{ awake: number; asleep: number }> {
  const { settleMs, sleepMs = 0, read } = given
  for (const wire of await connectFleet(lab, fleet.slice(0, warmUp))) wire.drop()
  await sleep(settleMs)
  const before = await read()
  const wires = await connectFleet(lab, fleet)
  await sleep(settleMs)
  const each = async () => ((await read()) - before) * (1000 / fleet.length)
  const awake = await each()
  await sleep(sleepMs)
  const asleep = await each()
  for (const wire of wires) wire.drop()
  return { awake, asleep }
}

async function restart(lab: BenchLab, inspect = false): Promise<void> {
  await lab.worker.stop()
  await lab.restart({ inspect })
}
