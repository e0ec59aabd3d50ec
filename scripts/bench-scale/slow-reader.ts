import { setTimeout as sleep } from 'node:timers/promises'
import { syncSubject } from '../../domain/live/topic.ts'
import type { Wire } from '../../web/live/connection.ts'
import type { BenchLab } from '../bench-edge/lab.ts'
import { median } from '../quantile.ts'
import { openProxy } from '../bench-live/cuttable-proxy.ts'
import { atMost, measured, type ReportRow } from '../report-table.ts'
import { connectDevice, connectFleet, type FleetDevice } from './fleet.ts'

const readers = 10
const messageBytes = 256 * 1024
/** More than the hub keeps for somebody who does not read. */
const messages = 96
const longestMs = 30_000

/**
 * Measure what a connection that never reads costs the others: large messages to some devices, first without it, then with it, until
 * the hub has ended it.
 */
export async function measureSlowReader(
  lab: BenchLab,
  fleet: readonly FleetDevice[],
): Promise<ReportRow[]> {
  const [slow, ...others] = fleet.slice(0, readers + 1)
  const wires = await connectFleet(lab, others)
  const alone = await publishLarge(lab, wires)
  const proxy = await openProxy(Number(new URL(lab.worker.address).port))
  const address = `http://127.0.0.1:${proxy.port}`
  const stalled = await connectDevice({ ...lab, worker: { ...lab.worker, address } }, slow!)
  stalled.subscribe(syncSubject(lab.company), () => undefined)
  await stalled.flush()
  proxy.stall()
  const before = await countConnected(lab)
  const beside = await publishLarge(lab, wires)
  const left = (await countConnected(lab)) - before + 1
  stalled.drop()
  proxy.close()
  for (const wire of wires) wire.drop()
  const what = `hub, ${messages} messages of ${messageBytes / 1024} kB`
  return [
    measured(`${what}: one to all, median`, alone, 'ms'),
    atMost(`${what}: the same beside a client that never reads`, beside / alone, 'x', 1.5),
    atMost(`${what}: clients that never read and are still there`, left, '', 0),
  ]
}

/** Publish one after the other. @returns the milliseconds until one has reached all, median. */
async function publishLarge(lab: BenchLab, wires: readonly Wire[]): Promise<number> {
  let arrived = 0
  const stops = wires.map((wire) =>
    wire.subscribe(syncSubject(lab.company), () => {
      arrived += 1
    }),
  )
  await Promise.all(wires.map((wire) => wire.flush()))
  const took: number[] = []
  for (let turn = 0; turn < messages; turn += 1) {
    arrived = 0
    const began = performance.now()
    await lab.client.ask(`/bench/publish/${lab.company}/${messageBytes}`, {})
    while (arrived < wires.length && performance.now() < began + longestMs) await sleep(1)
    if (arrived < wires.length) throw new Error(`${wires.length - arrived} did not hear`)
    took.push(performance.now() - began)
  }
  for (const stop of stops) stop()
  return median(took)
}

async function countConnected({ client, company }: BenchLab): Promise<number> {
  return (await client.ask<string[]>(`/bench/connected/${company}`)).length
}
