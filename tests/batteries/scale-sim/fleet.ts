/** A company of the simulated fleet. */
export interface SimulatedCompany {
  devices: number
  /** Hours by which its clock is ahead of UTC. */
  zone: number
}

/** Places of laboratories: hours ahead of UTC, and their share of the companies (assumed). */
const zones = [
  { zone: 1, share: 0.45 },
  { zone: -5, share: 0.35 },
  { zone: 8, share: 0.2 },
] as const

/** Number of companies of almost the size of the largest: few are large, most have some devices (Zipf's law, assumed). */
const flat = 20

/**
 * Make a fleet in which few companies are large: the largest has some 900 of 100,000 devices, the median 7. The same numbers make
 * the same fleet.
 */
export function makeFleet(companies: number, devices: number): SimulatedCompany[] {
  const weights = Array.from({ length: companies }, (_, at) => 1 / (at + flat))
  const sum = weights.reduce((total, weight) => total + weight, 0)
  return weights.map((weight, at) => ({
    devices: Math.max(1, Math.round((devices * weight) / sum)),
    zone: zoneOf(at),
  }))
}

/** Deal the places out among large and small companies alike. */
function zoneOf(at: number): number {
  let place = (at * 0.618034) % 1
  for (const { zone, share } of zones) {
    if (place < share) return zone
    place -= share
  }
  return zones[0].zone
}
