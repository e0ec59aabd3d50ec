import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { closeLab, openLab } from './bench-edge/lab.ts'
import { type BenchForm, measureParts } from './bench-parts.ts'
import { measureAnalyses } from './bench-scale/analyses.ts'
import { type FleetDevice, registerFleet, type ScaleForm } from './bench-scale/fleet.ts'
import { measureIndex } from './bench-scale/fleet-index.ts'
import { measureHub } from './bench-scale/hub.ts'
import { measureRates } from './bench-scale/rates.ts'
import { measureSize } from './bench-scale/size.ts'
import { measureSlowReader } from './bench-scale/slow-reader.ts'
import { measureSocketMemory } from './bench-scale/socket-memory.ts'
import { measureStorm } from './bench-scale/storm.ts'
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
  // A change takes some 34 ms of processor time, most of it in the alarm of its store: more than so many fill two cores.
  changes: 20,
  reports: 500,
  analyses: 200_000,
  window: 20_000,
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
}

/**
 * Measure how far one company goes: its store under more requests than it can take, its hub with thousands of connections and
 * after the loss of all, the bytes that its records take, and a store of very many analyses with a new browser before it; and the index
 * of all companies' devices (docs/scale.md).
 */
export async function benchScale(given: BenchForm): Promise<ReportRow[]> {
  const form = given.short ? short : whole
  const state = mkdtempSync(join(tmpdir(), 'bapp-scale-'))
  const lab = await openLab({ short: given.short, state })
  let registered: Promise<FleetDevice[]> | null = null
  const fleet = () => (registered ??= registerFleet(lab, Math.max(...form.sockets)))
  try {
    const parts = {
      size: async () => measureSize(lab, await fleet(), form),
      rates: async () => measureRates(lab, await fleet(), form),
      hub: async () => measureHub(lab, await fleet(), form),
      'slow reader': async () => measureSlowReader(lab, await fleet()),
      memory: async () => measureSocketMemory(lab, await fleet(), form),
      index: () => measureIndex(lab, form),
      storm: async () => measureStorm(lab, await fleet()),
      analyses: () => measureAnalyses(form, given),
    }
    return await measureParts(parts, given)
  } finally {
    await closeLab(lab)
    rmSync(state, { recursive: true, force: true })
  }
}
