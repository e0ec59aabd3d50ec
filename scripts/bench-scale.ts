import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BenchLab, closeLab, openLab } from './bench-edge/lab.ts'
import { type BenchForm, measureParts } from './bench-parts.ts'
import { measureAnalyses, measureFullStore } from './bench-scale/analyses.ts'
import { type FleetDevice, registerFleet, type ScaleForm } from './bench-scale/fleet.ts'
import { measureIndex } from './bench-scale/fleet-index.ts'
import { measureHub } from './bench-scale/hub.ts'
import { measureRates } from './bench-scale/rates.ts'
import { measureSize, usualSamples } from './bench-scale/size.ts'
import { measureSlowReader } from './bench-scale/slow-reader.ts'
import { measureSocketMemory } from './bench-scale/socket-memory.ts'
import { measureStorm } from './bench-scale/storm.ts'
import { closeSyncLab, openSyncLab } from './bench-sync/lab.ts'
import type { ReportRow } from './report-table.ts'

const whole: ScaleForm = {
  rates: [50, 200, 500, 1000],
  seconds: 20,
  sockets: [500, 2000, 4000],
  publications: 10,
  settleMs: 3000,
  sleepMs: 15_000,
  plans: 200,
  companies: 500,
  // Make no more than two cores can do: a change takes some 34 ms
  // of processor time, most of it in the alarm of its store.
  changes: 20,
  reports: 500,
  analyses: 200_000,
  window: 20_000,
  fullBytes: 9e9,
}
/** Enough to see that each part can be measured. What it takes says nothing. */
const short: ScaleForm = {
  rates: [20],
  seconds: 1,
  sockets: [12],
  publications: 2,
  settleMs: 100,
  sleepMs: 0,
  plans: 4,
  companies: 3,
  changes: 3,
  reports: 10,
  analyses: 60,
  window: 20,
  fullBytes: 3e6,
}

/**
 * Measure how far one company goes: its store under more requests than it can take, its hub with thousands of connections and
 * after the loss of all, the bytes that its records take, and a store of very many analyses with a new browser before it; and the index
 * of all companies' devices (docs/scale.md).
 */
export async function benchScale(given: BenchForm): Promise<ReportRow[]> {
  const form = given.short ? short : whole
  const state = mkdtempSync(join(tmpdir(), 'bapp-scale-'))
  const lab = once(() => openLab({ short: given.short, state }))
  const fleet = once(async () => registerFleet(await lab.get(), Math.max(...form.sockets)))
  const large = once(() => {
    const options = { short: given.short, state: join(state, 'large'), samples: usualSamples }
    return openSyncLab(form.analyses, options)
  })
  const withFleet =
    (measure: (lab: BenchLab, fleet: FleetDevice[], form: ScaleForm) => Promise<ReportRow[]>) =>
    async () =>
      measure(await lab.get(), await fleet.get(), form)
  const parts = {
    size: withFleet(measureSize),
    rates: withFleet(measureRates),
    hub: withFleet(measureHub),
    'slow reader': withFleet(measureSlowReader),
    memory: withFleet(measureSocketMemory),
    index: async () => measureIndex(await lab.get(), form),
    storm: withFleet(measureStorm),
    analyses: async () => measureAnalyses(await large.get(), form.window),
    'full store': async () => measureFullStore(await large.get(), form.fullBytes),
  }
  try {
    return await measureParts(parts, given)
  } finally {
    await lab.made()?.then(closeLab, () => undefined)
    await large.made()?.then(closeSyncLab, () => undefined)
    rmSync(state, { recursive: true, force: true })
  }
}

/** Make something when it is first asked for: a part that needs nothing of it does not wait for it. */
function once<Value>(make: () => Promise<Value>) {
  let made: Promise<Value> | undefined
  return { get: () => (made ??= make()), made: () => made }
}
