import { Random } from '../security/random.ts'

/** Tabs of three people: two of one company, of whom the first has two tabs, and one of another. */
export const seats = ['olga-1', 'olga-2', 'marco', 'boris'] as const
export type Seat = (typeof seats)[number]
export const people = ['olga', 'marco', 'boris'] as const
export type Person = (typeof people)[number]

export function personAt(seat: Seat): Person {
  return seat.startsWith('olga') ? 'olga' : (seat as Person)
}

export type Step =
  | {
      do: 'make' | 'note' | 'name' | 'sample'
      seat: Seat
      record: number
      word: string
      well: string
    }
  | { do: 'leave' | 'return'; person: Person }
  | { do: 'reopen' | 'hint'; seat: Seat }
  /** All lines are whole until everybody has everything. */
  | { do: 'meet' }
  | { do: 'pause'; ms: number }

export interface Schedule {
  seed: number
  steps: Step[]
  /** Requests of a hundred that go wrong. */
  percent: number
  random: Random
}

const edits = ['note', 'note', 'note', 'name', 'sample', 'sample'] as const
const wells = ['A1', 'A2', 'A3', 'B1']

/** Plan one afternoon of three people, the same for a seed. */
export function planSchedule(seed: number): Schedule {
  const random = new Random(seed)
  const steps: Step[] = []
  const length = 12 + random.below(12)
  let word = 0
  const write = (kind: Extract<Step, { word: string }>['do'], seat: Seat, record: number) => {
    word += 1
    const text = `w${seed}x${word}x${seat}`
    steps.push({ do: kind, seat, record, word: text, well: random.pick(wells) })
  }
  // Make two records of the lab and one of the strangers.
  write('make', 'olga-1', 0)
  write('make', random.pick(['olga-2', 'marco']), 1)
  write('make', 'boris', 2)
  if (random.chance(80)) steps.push({ do: 'meet' })
  for (let at = 0; at < length; at += 1) {
    const dice = random.below(100)
    const seat = random.pick(seats)
    if (dice < 66) write(random.pick(edits), seat, seat === 'boris' ? 2 : random.below(2))
    else if (dice < 74) steps.push({ do: 'leave', person: random.pick(people) })
    else if (dice < 82) steps.push({ do: 'return', person: random.pick(people) })
    else if (dice < 85) steps.push({ do: 'reopen', seat })
    else if (dice < 92) steps.push({ do: 'hint', seat })
    else steps.push({ do: 'pause', ms: random.below(400) })
  }
  return { seed, steps, percent: random.pick([0, 10, 25, 45]), random }
}
