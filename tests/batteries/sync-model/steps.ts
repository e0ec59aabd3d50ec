import { createRandom } from '../../support/seeded-random.ts'

/** Steps with their number among a hundred. */
const weights = {
  edit: 28,
  look: 5,
  create: 3,
  send: 16,
  arrive: 14,
  answer: 13,
  lose: 4,
  vanish: 2,
  ask: 5,
  page: 5,
  again: 2,
  settle: 5,
  discard: 2,
  insist: 6,
  remove: 1,
  status: 2,
  permission: 1,
  unpark: 1,
  outage: 1,
} as const

export type Act = keyof typeof weights

/** A step says what happens; its numbers choose among what is there at that moment, so that any steps go together. */
export interface Step {
  act: Act
  a: number
  b: number
  c: number
  d: number
}

const acts = Object.entries(weights).flatMap(([act, weight]) =>
  Array.from({ length: weight }, () => act as Act),
)

/** Return the steps of a seed, always the same. */
export function stepsOf(seed: number, count: number): Step[] {
  const { below, pick } = createRandom(seed)
  const number = () => below(1 << 16)
  return Array.from({ length: count }, () => {
    const act = pick(acts)
    return { act, a: number(), b: number(), c: number(), d: number() }
  })
}
