import type { Faults } from '../faults.ts'

/** The device's wall clock: its own, put right by what it has heard from the service since it started. */
export interface WallClock {
  /** Return milliseconds since 1970. */
  now(): number
  /** Its own hands, before they were put right: what a battery that is empty shows. */
  own(): number
  hear(serviceTime: string): void
}

/**
 * `clock_ms` of the faults puts the hands forward or back. What was heard before, of another setting of the hands, does not
 * mend that: nor does it put hands wrong that are set right again.
 */
export function createWallClock(faults: Faults): WallClock {
  let heard = { hands: faults.clock_ms, skew: 0 }
  const own = () => Date.now() + faults.clock_ms
  return {
    own,
    now: () => own() + (heard.hands === faults.clock_ms ? heard.skew : 0),
    hear(serviceTime) {
      heard = { hands: faults.clock_ms, skew: Date.parse(serviceTime) - own() }
    },
  }
}
