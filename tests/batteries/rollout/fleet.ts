import {
  differencesOf,
  type FigureName,
  type Figures,
} from '../../../domain/rules/rollout-gates.ts'
import { createRandom, type Random } from '../../support/seeded-random.ts'

/** Harm that a planted version does. */
export interface Harm {
  /** Share of installations that do not come up. */
  boot?: number
  /** Cycles by which controls are later. */
  cq?: number
  /** Added to the share of runs that fail. */
  failures?: number
  /** Factor of the noise of the baseline. */
  noise?: number
}

export interface SimDevice {
  uuid: string
  company: string
  model: string
  /** Runs a day. */
  pace: number
  /** Days from an offer to the installation: most update in the next night, some are away. */
  delay: number
  usual: Record<FigureName, number>
  /** Day from which its laboratory uses another lot of reagents, and how much later its controls are then. */
  lotDay: number
  lotShift: number
}

/** Runs from which the figures of a device are made, before and after. */
export const runsOfFigures = 20
const models = ['bCUBE 16', 'bCUBE 36', 'bGATE 96'] as const

/** Make a fleet: laboratories of a few to thirty devices, each device with its own usual figures. */
export function makeFleet(seed: number, count: number): SimDevice[] {
  const random = createRandom(seed)
  const fleet: SimDevice[] = []
  for (let lab = 0; fleet.length < count; lab += 1) {
    const size = random.few(30)
    const [lotDay, lotShift] = [random.below(40), 0.3 * normal(random)]
    const operator = 0.01 + 0.06 * random.next() ** 2
    for (let at = 0; at < size && fleet.length < count; at += 1) {
      fleet.push({
        uuid: `${seed}-${fleet.length}`,
        company: `lab ${lab}`,
        model: random.pick(models),
        pace: 1 + 5 * random.next(),
        delay: random.next() < 0.9 ? 1 : 1 + random.below(14),
        lotDay,
        lotShift,
        usual: {
          crashes: 0.1 + 0.3 * random.next(),
          run_failures: operator + 0.03 * random.next(),
          noise: -5 + 0.5 * normal(random),
          control_cq: 24 + 0.4 * normal(random),
          invalid: 0.005 + 0.02 * random.next(),
          heating: 4.2 + 0.2 * normal(random),
        },
      })
    }
  }
  return fleet
}

/** Draw the figures of a device over its next runs from a day on. */
function drawFigures(device: SimDevice, day: number, harm: Harm, random: Random): Figures {
  const { usual, lotDay, lotShift, pace } = device
  const perRoot = 1 / Math.sqrt(runsOfFigures)
  const hours = (24 * runsOfFigures) / pace
  const failed = count(runsOfFigures, usual.run_failures + (harm.failures ?? 0), random)
  // Draw bad plates, not bad wells: wells of one run fail together.
  const badPlates = count(runsOfFigures, usual.invalid * 4, random)
  return {
    crashes: (100 * count(Math.ceil(hours), usual.crashes / 100, random)) / hours,
    run_failures: failed / runsOfFigures,
    noise: usual.noise + Math.log(harm.noise ?? 1) + 0.3 * perRoot * normal(random),
    control_cq:
      usual.control_cq +
      (harm.cq ?? 0) +
      (day >= lotDay ? lotShift : 0) +
      0.3 * perRoot * normal(random),
    invalid: badPlates / (4 * runsOfFigures),
    heating: usual.heating + 0.05 * normal(random),
  }
}

/** Draw the differences of a pair whose first device was updated on a day. */
export function drawPair(
  [updated, partner]: [SimDevice, SimDevice],
  day: number,
  harm: Harm,
  random: Random,
): Figures {
  const before = day - 5
  const sides = (device: SimDevice, after: Harm) => ({
    before: drawFigures(device, before, {}, random),
    after: drawFigures(device, day, after, random),
  })
  return differencesOf(sides(updated, harm), sides(partner, {}))
}

/** Count how many of `most` attempts happen, each with the same chance. */
function count(most: number, chance: number, random: Random): number {
  let found = 0
  for (let at = 0; at < most; at += 1) if (random.next() < chance) found += 1
  return found
}

/** Draw from the normal distribution (Box and Muller 1958). */
function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next())
}
