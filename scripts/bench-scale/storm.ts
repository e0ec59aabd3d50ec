import { setTimeout as sleep } from 'node:timers/promises'
import { placeInWindow, returnWindowS } from '../../domain/live/return-window.ts'
import { syncSubject } from '../../domain/live/topic.ts'
import { createBackOff } from '../../devices/back-off.ts'
import type { BenchLab } from '../bench-edge/lab.ts'
import { quantile } from '../bench-edge/load.ts'
import { atMost, type ReportRow } from '../report-table.ts'
import type { WorkerProcess } from '../worker-process.ts'
import { connectDevice, connectFleet, type FleetDevice } from './fleet.ts'
import { change } from './hub.ts'

const longestMs = 300_000
const stopMs = 5000
const askEveryMs = 200

/**
 * End the whole service with all its connections and start it again on its stores. The devices come back as devices do: each at
 * its place in the window, then with back-off. @returns also the worker that runs now.
 */
export async function measureStorm(
  lab: BenchLab,
  fleet: readonly FleetDevice[],
): Promise<{ rows: ReportRow[]; worker: WorkerProcess }> {
  await connectFleet(lab, fleet)
  const calm = await askWhile(lab, sleep(25 * askEveryMs))
  const before = await readSeq(lab, fleet[0]!)
  // Killed, not closed: nothing says goodbye to anybody. What the process held is then let go of, as far as it answers.
  process.kill(lab.worker.pid, 'SIGKILL')
  await Promise.race([lab.worker.stop(), sleep(stopMs)])
  const worker = await lab.restart()
  const next = { ...lab, worker }
  const began = performance.now()
  const backs = fleet.map((device) =>
    comeBack(next, device, fleet.length).then(() => performance.now() - began),
  )
  const storm = await askWhile(next, Promise.all(backs))
  const took = await Promise.all(backs)
  const writes = (await readSeq(next, fleet[0]!)) - before - 1
  const what = `storm, ${fleet.length} devices after a restart`
  const row = { bar: '', ok: null }
  return {
    worker,
    rows: [
      atMost(`${what}: all back`, Math.max(...took) / 1000, 's', 120),
      { ...row, name: `${what}: half back`, value: quantile(took, 0.5) / 1000, unit: 's' },
      atMost(`${what}: writes of the store for each`, writes / fleet.length, '', 1),
      {
        ...row,
        name: `${what}: a person's call before, p99`,
        value: quantile(calm, 0.99),
        unit: 'ms',
      },
      atMost(
        `${what}: a person's call meanwhile, p99 against before`,
        quantile(storm, 0.99) / quantile(calm, 0.99),
        'x',
        2,
      ),
    ],
  }
}

async function comeBack(lab: BenchLab, device: FleetDevice, devices: number): Promise<void> {
  const backOff = createBackOff(250, 5000)
  const end = performance.now() + longestMs
  await sleep(placeInWindow(device.uuid) * returnWindowS(devices) * 1000)
  for (;;) {
    try {
      await connectDevice(lab, device)
      return
    } catch (error) {
      if (performance.now() > end) throw error
      await sleep(backOff.next())
    }
  }
}

/** Ask as a person does until something is done. @returns the milliseconds of each answer. */
async function askWhile({ client }: BenchLab, work: Promise<unknown>): Promise<number[]> {
  const took: number[] = []
  const asked: Promise<void>[] = []
  let isOver = false
  const stop = () => {
    isOver = true
  }
  work.then(stop, stop)
  while (!isOver) {
    const began = performance.now()
    const path = '/v3/analysis/search'
    asked.push(
      client.send({ method: 'POST', path, body: '{}' }).then(
        () => void took.push(performance.now() - began),
        // Not there yet, or no longer: a person sees that it is late.
        () => void took.push(performance.now() - began),
      ),
    )
    await sleep(askEveryMs)
  }
  await Promise.all(asked)
  await work
  return took
}

/** Return the number of the newest operation of the store: its hint after one more change. */
async function readSeq(lab: BenchLab, device: FleetDevice): Promise<number> {
  const wire = await connectDevice(lab, device)
  try {
    const heard = new Promise<number>((resolve) => {
      wire.subscribe(syncSubject(lab.company), (text) =>
        resolve((JSON.parse(text) as { seq: number }).seq),
      )
    })
    await wire.flush()
    await change(lab, device, `${Date.now()}`)
    return await heard
  } finally {
    wire.drop()
  }
}
