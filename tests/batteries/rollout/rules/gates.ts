import { testShare, testShift } from './sequential-test.ts'

/** Figures of a device that a gate compares, over its last runs before a day and its first ones after it. */
export interface Figures {
  /** Crashes in 100 hours of operation. */
  crashes: number
  /** Share of runs that failed, from 0 to 1. */
  run_failures: number
  /** Natural logarithm of the noise of the baseline: a difference of 0.4 is a factor of 1.5. */
  noise: number
  /** Mean Cq of the positive controls, in cycles. */
  control_cq: number
  /** Share of wells without a valid result, from 0 to 1. */
  invalid: number
  /** Heating rate in °C/s; null where the device reports none. */
  heating: number | null
}

/** Two devices of one model, one with the new version and one without, each before and after the same day. */
export interface Pair {
  updated: { before: Figures; after: Figures }
  partner: { before: Figures; after: Figures }
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
export const pairedGates: Readonly<Record<keyof Figures, PairedGate>> = {
  crashes: { worse: 'more', scale: 0.5, tolerance: 0.1 },
  run_failures: { worse: 'more', scale: 0.1, tolerance: 0.02 },
  noise: { worse: 'more', scale: 0.2, tolerance: 0.1 },
  control_cq: { worse: 'either', scale: 0.25, tolerance: 0.1 },
  invalid: { worse: 'more', scale: 0.02, tolerance: 0.005 },
  heating: { worse: 'less', scale: 0.1, tolerance: 0.05 },
}

/** Most installations that may be rolled back, as a share: some power cuts are always among them. */
export const bootLimit = 0.01

export type GateName = keyof Figures | 'boot'
export const gateNames: readonly GateName[] = [
  'boot',
  ...(Object.keys(pairedGates) as (keyof Figures)[]),
]

/** Chance that a version which is no worse is ever halted by any of its gates. */
export const falseHalts = 0.001
/** Evidence that halts: the chance is shared among the gates (Bonferroni), since their figures depend on each other. */
export const haltEvidence = Math.log(gateNames.length / falseHalts)

/** `too_few` is a state of its own: silence is no proof that a version is good. */
type Verdict = 'too_few' | 'fine' | 'worse'

export interface GateReading {
  gate: GateName
  verdict: Verdict
  /** Pairs, or installations of the gate `boot`. */
  count: number
  /** Mean difference, or the share that was rolled back. */
  mean: number
  /** Natural logarithm of the evidence; it halts at `haltEvidence`. */
  evidence: number
}

/** Facts that have come in so far. */
export interface Findings {
  /** Installations that ended, and those of them that were rolled back. */
  installed: number
  rolled_back: number
  pairs: readonly Pair[]
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
    ...(Object.keys(pairedGates) as (keyof Figures)[]).map((name) => readPairs(name, pairs, least)),
  ]
}

function readPairs(name: keyof Figures, pairs: readonly Pair[], least: number): GateReading {
  const { worse, scale, tolerance } = pairedGates[name]
  const differences = pairs.flatMap((pair) => differenceOf(name, pair) ?? [])
  const found = testShift(differences, scale)
  const harm =
    worse === 'either' ? Math.abs(found.mean) : worse === 'more' ? found.mean : -found.mean
  const isWorse = found.evidence >= haltEvidence && harm > tolerance
  // A figure that no device reports keeps nobody waiting.
  const wanted = name === 'heating' && differences.length === 0 ? 0 : least
  return { gate: name, ...found, verdict: verdictOf(isWorse, found.count, wanted) }
}

/** Return how much more the figure rose with the new version than without; null where one of the four is missing. */
function differenceOf(name: keyof Figures, { updated, partner }: Pair): number | null {
  const [from, to] = [updated.before[name], updated.after[name]]
  const [otherFrom, otherTo] = [partner.before[name], partner.after[name]]
  if (from === null || to === null || otherFrom === null || otherTo === null) return null
  return to - from - (otherTo - otherFrom)
}

function verdictOf(isWorse: boolean, count: number, least: number): Verdict {
  if (isWorse) return 'worse'
  return count < least ? 'too_few' : 'fine'
}
