import { atLeast, atMost, measured, type ReportRow } from '../../../scripts/report-table.ts'
import type { Harm } from './fleet.ts'
import type { GateName } from '../../../domain/entities/bkernel.ts'
import { type Ending, simulateRollout } from './simulate.ts'
import { tryAttacks, tryPowerCuts } from './power-cuts.ts'

export interface Size {
  devices: number
  /** Rollouts of a version with nothing wrong, and of each planted one. */
  good: number
  planted: number
  /** Most power cuts in one update. */
  cuts: number
}

/** A planted version, the gate that must find it, and the share of the fleet that may have it by then (%). */
interface Plant {
  name: string
  harm: Harm
  gate: GateName
  most: number
}

const plants: readonly Plant[] = [
  { name: 'Cq + 0.4', harm: { cq: 0.4 }, gate: 'control_cq', most: 5 },
  { name: 'Cq - 0.4', harm: { cq: -0.4 }, gate: 'control_cq', most: 5 },
  { name: 'noise x 1.5', harm: { noise: 1.5 }, gate: 'noise', most: 5 },
  { name: 'boot loop', harm: { boot: 1 }, gate: 'boot', most: 5 },
  // Find so rare a harm before the last phase: it needs more runs than 5 % of a fleet has in weeks.
  { name: '5 of 100 runs more fail', harm: { failures: 0.05 }, gate: 'run_failures', most: 30 },
]

/** Measure the gates on simulated fleets, and power cuts and attacks on simulated devices. */
export async function measureRollouts(seed: number, size: Size) {
  const failed: string[] = []
  const rows: ReportRow[] = [
    measured('devices', size.devices),
    ...measureGood(seed, size, failed),
    ...plants.flatMap((plant, at) =>
      measurePlant(plant, seed + 1_000_000 * (at + 1), size, failed),
    ),
  ]
  const cuts = await tryPowerCuts(size.cuts)
  const attacks = await tryAttacks()
  failed.push(...cuts.failed, ...attacks.failed)
  rows.push(
    measured('updates with power cuts', cuts.tried),
    atMost('  without working software after', cuts.failed.length, '', 0),
    measured('attacks', attacks.tried),
    atMost('  not refused', attacks.failed.length, '', 0),
  )
  return { rows, failed }
}

function measureGood(seed: number, { devices, good }: Size, failed: string[]): ReportRow[] {
  const ends = runMany(seed, good, devices, {})
  const stopped = ends.filter(({ end }) => end !== 'finished')
  failed.push(...stopped.map((end) => `good: ${JSON.stringify(end)}`))
  const days = ends.map(({ day }) => day).toSorted((a, b) => a - b)
  return [
    measured('good versions', good),
    atMost('  halted or paused', stopped.length, '', 0),
    measured('  days to the end, median', days[good >> 1] ?? 0, 'd'),
  ]
}

function measurePlant(
  { name, harm, gate, most }: Plant,
  seed: number,
  { devices, planted }: Size,
  failed: string[],
): ReportRow[] {
  const ends = runMany(seed, planted, devices, harm)
  const found = ends.filter(({ end, gates }) => end === 'halted' && gates.includes(gate))
  const missed = ends.filter((end) => !found.includes(end))
  failed.push(...missed.map((end) => `${name}: ${JSON.stringify(end)}`))
  const share = (100 * Math.max(...ends.map(({ updated }) => updated))) / devices
  const latest = Math.max(...ends.map(({ day }) => day))
  return [
    atLeast(`${name}: halted by its gate`, found.length, `of ${planted}`, planted),
    atMost('  most of the fleet that had it', Number(share.toFixed(2)), '%', most),
    measured('  latest halt', latest, 'd'),
  ]
}

function runMany(seed: number, times: number, devices: number, harm: Harm): Ending[] {
  return Array.from({ length: times }, (_, at) => simulateRollout(seed + 2 * at, devices, harm))
}
