import { createRandom, type Random } from '../../support/seeded-random.ts'
import { type Plan, planSeed, type Step } from '../sync-sim/plan.ts'
import { type Pair, pairs, type Version, versions } from './versions.ts'

/**
 * Plan a simulation in which two versions meet, with all its faults: pages are loaded as another version, often while
 * they are offline with a long queue, and the edge is deployed and rolled back.
 */
export function planSkew(pair: Pair, seed: number): Plan {
  const at = pairs.findIndex(({ page, edge }) => page === pair.page && edge === pair.edge)
  const plan = planSeed(1_000_000 + seed * pairs.length + at)
  const random = createRandom(plan.seed ^ 0x5c3e)
  const begin = {
    page: random.next() < 0.6 ? pair.page : random.pick(versions),
    edge: random.next() < 0.6 ? pair.edge : random.pick(versions),
  }
  const own = { ...plan, length: Math.min(plan.length, 90_000) }
  const changes = [
    ...planChanges(random, own, { kind: 'changeEdge', back: pair.edge, machine: 0 }),
    ...plan.machines.flatMap((_, machine) =>
      planChanges(random, own, { kind: 'changePage', back: pair.page, machine }),
    ),
  ]
  const steps = [...plan.steps, ...changes.map((step, id) => ({ ...step, id: 1000 + id }))]
  return {
    ...own,
    seed: plan.seed,
    allTables: random.next() < 0.4,
    putBack: null,
    steps: steps
      .map((step) => ({ ...step, at: Math.min(step.at, own.length - 1) }))
      .sort((one, other) => one.at - other.at),
    skew: { pair, begin, demands: random.next() < 0.3 },
  }
}

/** Plan up to two changes of version for a while; a page goes offline before. */
function planChanges(
  random: Random,
  { length }: Plan,
  what: { kind: 'changePage' | 'changeEdge'; back: Version; machine: number },
): Omit<Step, 'id'>[] {
  const { kind, back, machine } = what
  return Array.from({ length: random.below(3) }, () => {
    const at = 1000 + random.below(length - 2000)
    const until = at + 1000 + random.below(length)
    const cutOff = kind === 'changePage' && random.next() < 0.5
    return [
      ...(cutOff ? [{ at: Math.max(0, at - 5000), kind: 'offline', machine } as const] : []),
      { at, kind, machine, to: random.pick(versions) },
      ...(until < length ? [{ at: until, kind, machine, to: back }] : []),
    ]
  }).flat()
}
