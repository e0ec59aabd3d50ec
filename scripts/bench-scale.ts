import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { closeLab, openLab } from './bench-edge/lab.ts'
import { registerFleet, type ScaleForm } from './bench-scale/fleet.ts'
import { measureIndex } from './bench-scale/fleet-index.ts'
import { measureHub } from './bench-scale/hub.ts'
import { measureRates } from './bench-scale/rates.ts'
import { measureSize } from './bench-scale/size.ts'
import { measureStorm } from './bench-scale/storm.ts'
import { type ReportRow, withoutBar } from './report-table.ts'

const whole: ScaleForm = {
  rates: [50, 200, 500, 1000],
  seconds: 20,
  sockets: [500, 2000, 4000],
  publications: 10,
  plans: 200,
  companies: 500,
  // A change takes some 34 ms of processor time, most of it in the alarm of its store: more than so many fill two cores.
  changes: 20,
  reports: 500,
}
/** Enough to see that each part can be measured. What it takes says nothing. */
const short: ScaleForm = {
  rates: [20],
  seconds: 1,
  sockets: [12],
  publications: 2,
  plans: 4,
  companies: 3,
  changes: 3,
  reports: 10,
}

/**
 * Measure how far one company goes: its store under more requests than it can take, its hub with thousands of connections and
 * after the loss of all, and the bytes that its records take; and the index of all companies' devices (docs/scale.md).
 */
export async function benchScale(given: { short: boolean }): Promise<ReportRow[]> {
  const form = given.short ? short : whole
  const state = mkdtempSync(join(tmpdir(), 'bapp-scale-'))
  const before = loadavg()[0] ?? 0
  const lab = await openLab({ short: given.short, state })
  let running = lab.worker
  try {
    const most = Math.max(...form.sockets)
    const fleet = await registerFleet(lab, most)
    const rows = [
      ...(await measureSize(lab, fleet, form)),
      ...(await measureRates(lab, fleet, form)),
      ...(await measureHub(lab, fleet, form)),
      ...(await measureIndex(lab, form)),
    ]
    const storm = await measureStorm(lab, fleet)
    running = storm.worker
    rows.push(...storm.rows, {
      name: 'load of the machine, before and after',
      value: `${before.toFixed(1)}, ${(loadavg()[0] ?? 0).toFixed(1)}`,
      unit: '',
      bar: '',
      ok: null,
    })
    return given.short
      ? rows.map((row) => (typeof row.value === 'string' ? row : withoutBar(row)))
      : rows
  } finally {
    await closeLab({ ...lab, worker: running })
    rmSync(state, { recursive: true, force: true })
  }
}
