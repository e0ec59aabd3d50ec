import type { FieldChange } from '../../../domain/sync/field-change.ts'
import { createRandom, type Random } from '../../support/seeded-random.ts'
import type { Pair, Version } from '../skew/versions.ts'
import { networkFaults, type Rates } from './network.ts'

/** Everything that happens beside what the network does; each with a seed of its own, so that one may be left out. */
export const stepKinds = {
  edit: 60,
  create: 6,
  deskEdit: 5,
  deskDelete: 2,
  deskValidate: 2,
  deskMigrate: 1,
  offline: 5,
  partition: 4,
  outage: 3,
  killPage: 4,
  cutPower: 2,
  freezePage: 3,
  sleep: 1,
  restart: 5,
  fullDisk: 3,
  skew: 3,
  signOut: 2,
  otherUser: 1,
  revoke: 1,
  otherSwarms: 1,
  settleRefused: 2,
  retry: 2,
  refresh: 2,
  forget: 4,
  // Change versions only where those of page and edge meet (battery `skew`).
  changePage: 0,
  changeEdge: 0,
} as const
export type StepKind = keyof typeof stepKinds

export interface Step {
  id: number
  at: number
  kind: StepKind
  machine: number
  /** Target of an edit: which plan of the laboratory, and which of its fields; without, anything that is seen. */
  target?: { planned: number; field: FieldChange['field'] }
  /** Version that a change of version leads to. */
  to?: Version
}

export interface Plan {
  seed: number
  machines: { tabs: number; leads: boolean; person: number }[]
  /** Milliseconds until everything is healed. */
  length: number
  rates: Rates
  /** Small tables are replicated as well. */
  allTables: boolean
  /** Records in a page: a first pull of the laboratory has one page or several. */
  pageSize: number
  /** Records after which the first pull of analyses ends; in most lives it goes on to the oldest. */
  window: number
  /** Share of the hints of the live bus that are lost, and that come twice. */
  hintsLost: number
  hintsTwice: number
  steps: Step[]
  /** The store is put back to an earlier moment. */
  putBack: { keepAt: number; at: number } | null
  /** Versions of page and edge that meet. */
  skew?: {
    pair: Pair
    /** With which it begins; it ends with `pair`, and is looked at again when all is of the newest. */
    begin: Pair
    /** The newest edge takes no writes of the oldest page. */
    demands: boolean
  }
}

/** More records than a laboratory has. */
export const unbounded = 1_000_000

/** Plan the events of a seed. */
export function planSeed(seed: number): Plan {
  const random = createRandom(seed)
  const count = 2 + [0, 0, 0, 1, 1, 2, 3].at(random.below(7))!
  const length = 30_000 + random.below(random.next() < 0.2 ? 300_000 : 120_000)
  const steps = Array.from({ length: 12 + random.below(28) }, (_, id) => ({
    id,
    at: 500 + random.below(length - 500),
    kind: drawKind(random),
    machine: random.below(count),
  }))
  return {
    seed,
    machines: Array.from({ length: count }, (_, at) => ({
      tabs: 1 + Math.floor(random.next() * random.next() * 3),
      leads: random.next() < 0.6,
      person: at % 5,
    })),
    length,
    allTables: random.next() < 0.1,
    rates: random.next() < 0.2 ? {} : drawRates(random),
    hintsLost: random.next() < 0.5 ? 0 : random.next() * 0.6,
    hintsTwice: random.next() < 0.7 ? 0 : 0.3,
    steps: steps.sort((one, other) => one.at - other.at),
    putBack:
      random.next() < 0.03
        ? { keepAt: random.below(length / 2), at: Math.floor(length * 0.8) }
        : null,
    // Draw it last, so that the rest of a life is as it was without it.
    pageSize: random.next() < 0.5 ? 10 : 1 + random.below(4),
    window: random.next() < 0.6 ? unbounded : 1 + random.below(8),
  }
}

function drawKind(random: Random): StepKind {
  const kinds = Object.entries(stepKinds) as [StepKind, number][]
  let drawn = random.below(kinds.reduce((sum, [, weight]) => sum + weight, 0))
  for (const [kind, weight] of kinds) {
    drawn -= weight
    if (drawn < 0) return kind
  }
  return 'edit'
}

function drawRates(random: Random): Rates {
  const chosen = networkFaults.filter(() => random.next() < 0.35)
  return Object.fromEntries(chosen.map((fault) => [fault, 0.01 + random.next() * 0.12]))
}
