import { cutOff, hasBegunAnew, isCutOff, type Place } from './level-log.ts'

const places = ['records', 'copy'] as const

/** After which of ten kills a write is cut off that the kill itself has spared: apart, and one right after the other. */
const wanted: readonly (Place | null)[] = [
  null,
  null,
  'records',
  null,
  null,
  'copy',
  'records',
  null,
  null,
  null,
]

/** Writes that were cut off in one profile, by kills and by the battery. */
export class CutWrites {
  readonly #profile: string
  /** Tables with an incomplete write: their content is unknown until the browser has emptied them. */
  readonly #damaged = new Set<Place>()
  /** By the kills themselves. */
  byKill = 0

  constructor(profile: string) {
    this.#profile = profile
  }

  afterKill(kill: number): void {
    for (const place of places) {
      if (hasBegunAnew(this.#profile, place)) this.#damaged.delete(place)
    }
    const whole = places.filter((place) => !this.#damaged.has(place))
    const cut = whole.filter((place) => isCutOff(this.#profile, place))
    this.byKill += cut.length
    for (const place of cut) this.#damaged.add(place)
    // Meet one write with one kill: of two at once both copies would go.
    const next = wanted[kill % wanted.length]
    if (cut.length > 0 || !next || !whole.includes(next)) return
    if (cutOff(this.#profile, next)) this.#damaged.add(next)
  }
}
