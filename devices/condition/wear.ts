import type { WavelengthName } from '../../domain/catalog/wavelengths.ts'
import type { DeviceFacts } from '../facts.ts'
import type { Faults } from '../faults.ts'
import { uniform } from '../random.ts'
import { readSetting, type Store, writeSetting } from '../store.ts'

/** Figures of a device's own parts, as it measures them in runs and self-tests. */
export interface Wear {
  /** Heating rate of the block in °C/s. */
  heating: { now: number; first: number }
  /** Seconds until the lid is hot. */
  lid: { now: number; first: number }
  /** Rotations per minute. */
  fan: number
  /** Light of each channel on the reference, in percent of the first days. */
  optics: Partial<Record<WavelengthName, number>>
}

const kept = 'wear.runs'

/** Count a run that has heated the block and lit the wells. */
export function countRun(store: Store): void {
  writeSetting(store, kept, String(countedRuns(store) + 1))
}

function countedRuns(store: Store): number {
  return Number(readSetting(store, kept) ?? 0)
}

/** Share that one run takes of a part's strength: a few percent in a hundred runs. */
const perRun = { heating: 0.000_3, lid: 0.000_3, optics: 0.000_4 } as const

/**
 * Measure the parts of a simulated device: each differs a little from the next one, ages with its runs, and is weaker by a fault on
 * demand. A real device measures these in its runs and with its reference.
 */
export function measureWear(facts: DeviceFacts, store: Store, faults: Faults): Wear {
  const runs = countedRuns(store)
  // Vary the parts by up to 4 % between devices.
  const own = (part: string) => 1 + 0.04 * (uniform(`${facts.uuid}|${part}`) - 0.5)
  const heating = round(3 * own('heating'))
  const lid = round(95 * own('lid'))
  return {
    heating: {
      first: heating,
      now: round(heating * (1 - perRun.heating * runs) * (1 - faults.slow_heating)),
    },
    lid: { first: lid, now: round(lid * (1 + perRun.lid * runs) * (1 + faults.slow_lid)) },
    fan: Math.round(2400 * own('fan') * (1 - faults.weak_fan)),
    optics: Object.fromEntries(
      facts.wavelengths.map((channel) => {
        const noise = 0.004 * (uniform(`${facts.uuid}|${channel}|${runs}`) - 0.5)
        const light = 100 * (1 + noise - perRun.optics * runs) * (1 - faults.dim)
        return [channel, Math.round(light * 10) / 10]
      }),
    ),
  }
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
