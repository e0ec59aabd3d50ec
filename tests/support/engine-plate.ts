import type { CartridgeName } from '../../domain/catalog/cartridges.ts'
import type { Evaluation } from '../../domain/entities/evaluation-recipe.ts'
import { createReadings, type Readings } from '../../workers/curves/readings.ts'

/** A plate that every engine calculates. */
export interface EnginePlate {
  name: string
  amplification: Readings
  melt: Readings | null
  evaluation: Evaluation
  /** Null for a set of curves that is no plate: it has no calls. */
  cartridge: CartridgeName | null
}

type Numbers = (number | null)[]

interface PlainReadings extends Omit<Readings, 'values' | 'temperatures'> {
  values: Numbers
  temperatures: Numbers
}

interface PlainPlate extends Omit<EnginePlate, 'amplification' | 'melt'> {
  amplification: PlainReadings
  melt: PlainReadings | null
}

/** Write plates as text, which every engine reads to the same bits: JSON keeps every digit of a double. */
export function writePlates(plates: readonly EnginePlate[]): string {
  return JSON.stringify(
    plates.map((plate) => ({
      ...plate,
      amplification: flatten(plate.amplification),
      melt: plate.melt && flatten(plate.melt),
    })),
  )
}

/** Read plates from a text made by `writePlates`. */
export function readPlates(text: string): EnginePlate[] {
  return (JSON.parse(text) as PlainPlate[]).map((plate) => ({
    ...plate,
    amplification: restore(plate.amplification),
    melt: plate.melt && restore(plate.melt),
  }))
}

function flatten(readings: Readings): PlainReadings {
  return {
    ...readings,
    values: Array.from(readings.values),
    temperatures: Array.from(readings.temperatures),
  }
}

function restore(plain: PlainReadings): Readings {
  const empty = createReadings(plain.channels, plain.wells, plain.points)
  const fill = (numbers: Numbers) => Float64Array.from(numbers, (value) => value ?? Number.NaN)
  return { ...empty, values: fill(plain.values), temperatures: fill(plain.temperatures) }
}
