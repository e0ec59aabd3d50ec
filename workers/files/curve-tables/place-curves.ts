import { nameOfPosition, type WellPosition } from '../plate.ts'
import { refuseFile } from '../refuse-file.ts'
import type { RunDraft } from '../tables/run-draft.ts'
import type { CurveLabel } from './curve-labels.ts'

/** Way in which the curves of a file are placed: by names of wells, by numbers of tubes, or along the rows in their order. */
export type Placing = 'wells' | 'tubes' | 'order'

/**
 * Choose by the names of all curves of a file: what most of them begin with, where most of one table are different. One that
 * is there twice is a mistake of the table; names that come again and again are those of samples, unless the header of
 * their column says that they are wells.
 */
export function choosePlacing(tables: readonly (readonly CurveLabel[])[]): Placing {
  const named = tables.map((labels) => labels.filter(({ text }) => text !== ''))
  const tells = (read: (label: CurveLabel) => string | null) => {
    const known = named.map((labels) => labels.filter((label) => read(label) !== null))
    const areDistinct = known.every((own) => {
      const areWells = own.every(({ isWell }) => isWell)
      return areWells || new Set(own.map(read)).size > own.length / 2
    })
    const all = named.flat()
    // Take what is no well below a header of wells for a line of another kind, however many there are.
    const isTold = known.flat().length > 0 && all.every(({ isWell }) => isWell)
    return areDistinct && (isTold || known.flat().length > all.length / 2)
  }
  if (tells(({ position, dye }) => position && `${nameOfPosition(position)} ${dye}`)) return 'wells'
  return tells(({ number, dye }) => (number === null ? null : `${number} ${dye}`))
    ? 'tubes'
    : 'order'
}

/** Highest numbers of a position that may be one of a rotor: of 72 places at most, or of a ring of 100. */
const rotors = [
  { from: 1, to: 72 },
  { from: 97, to: 100 },
]

/** Finds the wells of curves by their names. */
export class CurvePlaces {
  readonly placing: Placing
  /** Columns of the plate along whose rows curves are put. */
  readonly #columns: number
  readonly #order = new Map<CurveLabel, number>()
  readonly #names: readonly string[]
  /** The numbers are those of the wells of a plate, as no rotor has so many places. */
  readonly isPlate: boolean

  /** @throws Fault `plate_too_large` for more curves than `most` wells, before any of their numbers is read. */
  constructor(placing: Placing, tables: readonly (readonly CurveLabel[])[], most: number) {
    this.placing = placing
    // Take curves of one name and dye for replicates in one table, and for the same well in several.
    const known = new Map<string, number>()
    for (const labels of tables) {
      const seen = new Map<string, number>()
      for (const label of labels) {
        const own = `${label.dye}\n${label.name}`
        const nth = (seen.get(own) ?? 0) + 1
        seen.set(own, nth)
        const key = `${nth} ${label.name}`
        if (!known.has(key)) known.set(key, known.size)
        if (placing === 'order' && known.size > most) {
          throw refuseFile('plate_too_large', {}, { limit: most })
        }
        this.#order.set(label, known.get(key) ?? 0)
      }
    }
    this.#names = [...known.keys()].map((key) => key.replace(/^\d+ /, ''))
    const numbers = tables.flat().map(({ number }) => number ?? 0)
    const last = numbers.reduce((most, number) => Math.max(most, number), 0)
    this.isPlate =
      placing === 'tubes' && rotors.every((places) => last > places.to || last < places.from)
    const size = this.isPlate ? last : known.size
    this.#columns = size <= 96 ? 12 : size <= 384 ? 24 : 48
  }

  /** Return the position of a curve; null for a name that does not tell it. */
  positionOf(label: CurveLabel): WellPosition | null {
    const { position, number } = label
    if (this.placing === 'wells') return position
    if (this.placing === 'tubes' && number !== null) {
      return this.isPlate ? this.#along(number - 1) : { row: number - 1, column: 0 }
    }
    if (this.placing === 'tubes') return null
    return this.#along(this.#order.get(label) ?? 0)
  }

  /** Add a notice if the curves are in wells that the file does not name, or only counts. */
  notice({ notices }: RunDraft): void {
    const names = this.#names
    if (this.isPlate) notices.add('wells_counted', {}, { columns: this.#columns })
    if (this.placing !== 'order' || names.length === 0) return
    const last = names.length - 1
    notices.add(
      'wells_in_order',
      {},
      {
        first: names[0] ?? '',
        last: names[last] ?? '',
        from: nameOfPosition(this.#along(0)),
        to: nameOfPosition(this.#along(last)),
      },
    )
  }

  #along(index: number): WellPosition {
    return { row: Math.floor(index / this.#columns), column: index % this.#columns }
  }
}
