import { operatorStoreCalls } from '../../domain/calls/operator-store.ts'
import { storeLimitBytes } from '../../domain/catalog/limits.ts'
import { type BenchLab, createAnalyses } from '../bench-edge/lab.ts'
import { operate } from '../operate.ts'
import { atMost, measured, type ReportRow } from '../report-table.ts'
import { type FleetDevice, greet, type ScaleForm } from './fleet.ts'
import { liveRun } from './run-size.ts'

/** Samples of the analysis for which a size was promised. */
export const usualSamples = 15

/**
 * Measure what records take in the store of a company, with their entries in the trail: planned analyses of 15 samples and of a whole
 * plate, runs from their plan to their signature, and greetings of devices that change a word. @returns also how many of each a store of 10 GB holds.
 */
export async function measureSize(
  lab: BenchLab,
  fleet: readonly FleetDevice[],
  { plans }: ScaleForm,
): Promise<ReportRow[]> {
  const usual = await growth(lab, plans, () => plan(lab, plans, usualSamples))
  const plate = await growth(lab, plans, () => plan(lab, plans))
  const [device] = fleet
  // Live one before, since its readings leave pages that those of later runs use again.
  if (device) await liveRun(lab, device, usualSamples)
  const run = await growth(lab, plans, async () => {
    for (let at = 0; at < plans; at += 1) {
      await liveRun(lab, fleet[at % fleet.length]!, usualSamples)
    }
  })
  const greetings = plans * 5
  const greeted = await growth(lab, greetings, async () => {
    for (let at = 0; at < greetings; at += 1)
      await greet(lab.client, fleet[at % fleet.length]!, `size ${at}`)
  })
  const what = `planned analysis of ${usualSamples} samples`
  return [
    atMost(`${what}: size`, usual / 1000, 'kB', 10),
    heldRow(what, usual),
    atMost(`run of ${usualSamples} samples with its trail, signed: size`, run / 1000, 'kB', 30),
    heldRow(`run of ${usualSamples} samples with its trail, signed`, run),
    ...rowsOf('planned analysis of a 96-well method', plate),
    ...rowsOf('change of a device, with its entry in the trail', greeted),
  ]
}

/** Plan in parts, as many as a busy laboratory plans at once. */
async function plan(lab: BenchLab, plans: number, samples?: number): Promise<void> {
  for (let made = 0; made < plans; made += 20)
    await createAnalyses(lab, Math.min(20, plans - made), samples)
}

/** Return the bytes by which the store has grown, for each of so many. */
async function growth(lab: BenchLab, count: number, work: () => Promise<void>): Promise<number> {
  const before = await sizeOf(lab)
  await work()
  return ((await sizeOf(lab)) - before) / count
}

function rowsOf(what: string, bytes: number): ReportRow[] {
  const size = measured(`${what}: size`, bytes / 1000, 'kB')
  return [size, heldRow(what, bytes)]
}

function heldRow(what: string, bytes: number): ReportRow {
  const value = bytes > 0 ? Math.round(storeLimitBytes / bytes) : 'more than can be measured'
  return measured(`${what}: a store of 10 GB holds`, value)
}

/** Return the bytes of the company's store. */
export async function sizeOf({ worker, company }: BenchLab): Promise<number> {
  const body = { company_uuids: [company] }
  const [found] = (await operate(worker, operatorStoreCalls.measureStores, body)) as {
    size: { bytes: number } | null
  }[]
  if (!found?.size) throw new Error('The store did not say its size')
  return found.size.bytes
}
