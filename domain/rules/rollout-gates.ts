import { type GateName, gateNames, type GateReading } from '../entities/bkernel.ts'
import { testShare, testShift } from './sequential-test.ts'

/** Figures that are compared by pairs. */
export type FigureName = Exclude<GateName, 'boot'>
export const figureNames = gateNames.filter((name) => name !== 'boot')

/**
 * Figures of a device, over its last runs before a moment or its first ones after it; null where there are none.
 * `crashes` in 100 hours of operation, `run_failures` and `invalid` as shares from 0 to 1, `noise` of the baseline as a natural
 * logarithm (a difference of 0.4 is a factor of 1.5), `control_cq` of positive controls in cycles, `heating` in °C/s.
 */
export type Figures = Record<FigureName, number | null>

/** Figures of a device before and after a moment. */
export interface Sides {
  before: Figures
  after: Figures
}

/** Return how much more each figure rose with the new version than without; null where one of the four is missing. */
export function differencesOf(updated: Sides, partner: Sides): Figures {
  const risen = ({ before, after }: Sides, name: FigureName) => {
    const [from, to] = [before[name], after[name]]
    return from === null || to === null ? null : to - from
  }
  const difference = (name: FigureName) => {
    const [own, other] = [risen(updated, name), risen(partner, name)]
    return own === null || other === null ? null : own - other
  }
  return Object.fromEntries(figureNames.map((name) => [name, difference(name)])) as Figures
}

interface PairedGate {
  /** Direction that is worse. */
  worse: 'more' | 'less' | 'either'
  /** Size that the difference of one pair is expected to have, from the spread of devices today. */
  scale: number
  /** Mean difference below which nobody would notice: no halt, whatever the evidence. */
  tolerance: number
}

/** The gates on pairs, with the sizes by which they judge. */
export const pairedGates: Readonly<Record<FigureName, PairedGate>> = {
  crashes: { worse: 'more', scale: 0.5, tolerance: 0.1 },
  run_failures: { worse: 'more', scale: 0.1, tolerance: 0.02 },
  noise: { worse: 'more', scale: 0.2, tolerance: 0.1 },
  control_cq: { worse: 'either', scale: 0.25, tolerance: 0.1 },
  invalid: { worse: 'more', scale: 0.02, tolerance: 0.005 },
  heating: { worse: 'less', scale: 0.1, tolerance: 0.05 },
}

/** Most installations that may be rolled back, as a share: some power cuts are always among them. */
export const bootLimit = 0.01

/** Chance that a version which is no worse is ever halted by any of its gates. */
export const falseHalts = 0.001
/** Evidence that halts: the chance is shared among the gates (Bonferroni), since their figures depend on each other. */
export const haltEvidence = Math.log(gateNames.length / falseHalts)

/** Facts that have come in so far. */
export interface Findings {
  /** Installations that ended, and those of them that were rolled back. */
  installed: number
  rolled_back: number
  /** Differences of the pairs that have been compared (`differencesOf`). */
  pairs: readonly Figures[]
}

/**
 * Read every gate. A gate halts from its first observations on when they are bad enough; it is `fine` only after `least`
 * of them.
 */
export function readGates(
  { installed, rolled_back, pairs }: Findings,
  least: number,
): GateReading[] {
  const boot = testShare(rolled_back, installed, bootLimit)
  const isBootWorse = boot.evidence >= haltEvidence && boot.mean > bootLimit
  return [
    { gate: 'boot', ...boot, verdict: verdictOf(isBootWorse, installed, least) },
    ...figureNames.map((name) => readPairs(name, pairs, least)),
  ]
}

function readPairs(name: FigureName, pairs: readonly Figures[], least: number): GateReading {
  const { worse, scale, tolerance } = pairedGates[name]
  const differences = pairs.flatMap((pair) => pair[name] ?? [])
  const found = testShift(differences, scale)
  const harm =
    worse === 'either' ? Math.abs(found.mean) : worse === 'more' ? found.mean : -found.mean
  const isWorse = found.evidence >= haltEvidence && harm > tolerance
  // Wait for no figure that no device reports.
  const wanted = name === 'heating' && differences.length === 0 ? 0 : least
  return { gate: name, ...found, verdict: verdictOf(isWorse, found.count, wanted) }
}

function verdictOf(isWorse: boolean, count: number, least: number): GateReading['verdict'] {
  if (isWorse) return 'worse'
  return count < least ? 'too_few' : 'fine'
}
