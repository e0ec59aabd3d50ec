import { setTimeout as sleep } from 'node:timers/promises'
import { placeInWindow, returnWindowS } from '../../domain/live/return-window.ts'
import { createBackOff } from '../../devices/back-off.ts'
import type { BenchLab } from '../bench-edge/lab.ts'
import { quantile } from '../quantile.ts'
import { atMost, type ReportRow } from '../report-table.ts'
import { connectDevice, connectFleet, type FleetDevice, greet, readSeq } from './fleet.ts'

const longestMs = 300_000
const stopMs = 5000
const askEveryMs = 200
const writesBeforeKill = 200
const lanes = 16

/**
 * End the whole service with all its connections in the middle of writes, and start it again on its stores. The devices come back as
 * devices do: each at its place in the window, then with back-off.
 */
export async function measureStorm(
  lab: BenchLab,
  fleet: readonly FleetDevice[],
): Promise<ReportRow[]> {
  await connectFleet(lab, fleet)
  const calm = await askWhile(lab, sleep(25 * askEveryMs))
  const before = await readSeq(lab, fleet[0]!)
  const acknowledged = await writeUntilKilled(lab, fleet)
  await lab.restart()
  const started = await readSeq(lab, fleet[0]!)
  const began = performance.now()
  const backs = fleet.map((device) =>
    comeBack(lab, device, fleet.length).then(() => performance.now() - began),
  )
  const storm = await askWhile(lab, Promise.all(backs))
  const took = await Promise.all(backs)
  const writes = (await readSeq(lab, fleet[0]!)) - started - 1
  const what = `storm, ${fleet.length} devices after a restart`
  const lost = Math.max(0, acknowledged - (started - before - 1))
  const row = { bar: '', ok: null }
  return [
    { ...row, name: `${what}: writes acknowledged before it`, value: acknowledged, unit: '' },
    atMost(`${what}: acknowledged and lost`, lost, '', 0),
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
  ]
}

/** Let devices write, and kill the service in the middle of it. @returns the number of writes that it had answered as done. */
async function writeUntilKilled(lab: BenchLab, fleet: readonly FleetDevice[]): Promise<number> {
  let acknowledged = 0
  let count = 0
  let isOver = false
  const lane = async () => {
    while (!isOver) {
      const at = (count += 1)
      const status = await greet(lab.client, fleet[at % fleet.length]!, `kill ${at}`).catch(() => 0)
      if (status === 200) acknowledged += 1
      if (acknowledged >= writesBeforeKill && !isOver) {
        isOver = true
        // Kill it rather than close it, so that nothing says goodbye to anybody.
        process.kill(lab.worker.pid, 'SIGKILL')
      }
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  // Let go of what the process held, as far as it answers.
  await Promise.race([lab.worker.stop(), sleep(stopMs)])
  return acknowledged
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
        // Count a failure too: the service is not there yet, or no longer, and a person sees that it is late.
        () => void took.push(performance.now() - began),
      ),
    )
    await sleep(askEveryMs)
  }
  await Promise.all(asked)
  await work
  return took
}
