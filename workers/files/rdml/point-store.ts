import type { XmlElement } from '../read-xml.ts'
import { memoryOf, type ReadingMemory } from '../reading-memory.ts'

/** Points of one `data` element, in the document's order. */
export interface RdmlPoints {
  cycles: number[]
  cycleTemperatures: number[]
  cycleValues: number[]
  meltTemperatures: number[]
  meltValues: number[]
}

/** Kinds of points: of an amplification with cycle, temperature and value, of a melt with temperature and value. */
const sizes = { adp: 3, mdp: 2 } as const
type PointKind = keyof typeof sizes

/** Stretches of the lists that are points of an element: pairs of the first number and the one behind the last. */
type Stretches = Record<PointKind, number[]>

/**
 * The data points of a document, apart from its tree: in one list of numbers for each kind, as lists of their own for each
 * curve take several times the memory where there are few points in each.
 */
export class PointStore {
  readonly #memory: ReadingMemory
  readonly #lists = { adp: new NumberList(), mdp: new NumberList() }
  readonly #stretches = new Map<XmlElement, Stretches>()

  constructor(memory: ReadingMemory) {
    this.#memory = memory
  }

  /** @throws Fault `file_takes_memory` */
  add(owner: XmlElement, kind: PointKind, numbers: readonly number[]): void {
    let own = this.#stretches.get(owner)
    if (!own) {
      this.#memory.take(memoryOf.group)
      own = { adp: [], mdp: [] }
      this.#stretches.set(owner, own)
    }
    this.#memory.take(memoryOf.reading)
    const list = this.#lists[kind]
    const from = list.length
    for (const number of numbers) list.add(number)
    const stretches = own[kind]
    // Extend the stretch at its end: an element between two points may have points of its own.
    if (stretches.at(-1) === from) stretches[stretches.length - 1] = list.length
    else stretches.push(from, list.length)
  }

  get(owner: XmlElement): RdmlPoints | undefined {
    const own = this.#stretches.get(owner)
    if (!own) return undefined
    const pick = (kind: PointKind, at: number): number[] => {
      const found: number[] = []
      for (let i = 0; i < own[kind].length; i += 2) {
        const [from = 0, to = 0] = own[kind].slice(i, i + 2)
        for (let n = from + at; n < to; n += sizes[kind]) found.push(this.#lists[kind].at(n))
      }
      return found
    }
    return {
      cycles: pick('adp', 0),
      cycleTemperatures: pick('adp', 1),
      cycleValues: pick('adp', 2),
      meltTemperatures: pick('mdp', 0),
      meltValues: pick('mdp', 1),
    }
  }
}

class NumberList {
  #numbers = new Float64Array(1024)
  length = 0

  add(number: number): void {
    if (this.length === this.#numbers.length) {
      const larger = new Float64Array(2 * this.length)
      larger.set(this.#numbers)
      this.#numbers = larger
    }
    this.#numbers[this.length++] = number
  }

  at(index: number): number {
    return this.#numbers[index] ?? Number.NaN
  }
}
