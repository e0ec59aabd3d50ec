import type { Faults } from '../faults.ts'

/** The device's wall clock: its own, put right by what it has heard from the service since it started. */
export interface WallClock {
  /** Milliseconds since 1970. */
  now(): number
  hear(serviceTime: string): void
}

/** `clock_ms` of the faults puts the hands forward or back; what was heard before does not mend that. */
export function createWallClock(faults: Faults): WallClock {
  let skew = 0
  const own = () => Date.now() + faults.clock_ms
  return {
    now: () => own() + skew,
    hear(serviceTime) {
      skew = Date.parse(serviceTime) - own()
    },
  }
}
