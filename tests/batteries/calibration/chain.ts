import type { CalibrationFinding } from '../../../domain/entities/calibration.ts'
import type { LimitName } from '../../../domain/catalog/calibration.ts'
import type { WavelengthName } from '../../../domain/catalog/wavelengths.ts'
import { wellName } from '../../../domain/rules/well.ts'
import { takePicture } from '../../../devices/camera.ts'
import { flattenField } from '../../../workers/calibration/flat-field.ts'
import { mapMelt } from '../../../workers/calibration/melt-map.ts'
import { measureLight } from '../../../workers/images/measure-light.ts'
import type { Random } from '../../support/seeded-random.ts'
import { drawView } from './plates.ts'

const between = (random: Random, from: number, to: number) => from + (to - from) * random.next()

/** Light of each place and of each well of the plate, as parts; `gradient` from one side to the other. */
interface Lighting {
  block: number[]
  plate: number[]
  gradient: number
  saturated: number | null
  /** Greys of a well above its surroundings. */
  height: number
}

/** Faults of a flat field, each a fifth beyond its limit or more. */
export const lightFaults: Readonly<
  Record<string, { limit: LimitName; plant: (light: Lighting, random: Random) => Lighting }>
> = {
  'dirty plate': {
    limit: 'plate',
    plant: (light, random) => ({
      ...light,
      plate: spoil(light.plate, offMiddle(light.plate.length, random), between(random, 0.5, 0.82)),
    }),
  },
  'dirty block': {
    limit: 'block',
    plant: (light, random) => ({
      ...light,
      block: spoil(light.block, random.below(light.block.length), between(random, 0.5, 0.72)),
    }),
  },
  'light from one side': {
    limit: 'offset',
    plant: (light, random) => ({ ...light, gradient: between(random, 0.75, 0.9) }),
  },
  'too little light': {
    limit: 'light',
    plant: (light) => ({ ...light, height: 14 }),
  },
  'overexposed well': {
    limit: 'saturated',
    plant: (light, random) => ({ ...light, saturated: random.below(light.block.length) }),
  },
  'uneven filling': {
    limit: 'corrected',
    plant: (light, random) => ({
      ...light,
      // Let one half of the plate hold less than the other: each well differs from the one that takes its place.
      plate: light.plate.map((value, at) =>
        2 * at < light.plate.length - 1 ? value * between(random, 0.88, 0.9) : value,
      ),
    }),
  },
  'changed lamp': {
    limit: 'change',
    plant: (light, random) => ({
      ...light,
      block: spoil(light.block, random.below(light.block.length), between(random, 0.6, 0.84)),
    }),
  },
}

function spoil(light: readonly number[], well: number, factor: number): number[] {
  return light.map((value, at) => (at === well ? value * factor : value))
}

/** Draw a well that moves when the plate is turned. */
function offMiddle(count: number, random: Random): number {
  const well = random.below(count)
  return 2 * well === count - 1 ? 0 : well
}

/** Read the flat field of a synthetic plate, with a fault or without; fields that were accepted before are of the same block. */
export function readLight(
  random: Random,
  seed: string,
  fault: string | null,
): CalibrationFinding[] {
  const drawn = drawView(random, seed)
  const shape = { rows: drawn.rows, columns: drawn.columns }
  const count = shape.rows * shape.columns
  const sound: Lighting = {
    block: Array.from({ length: count }, () => between(random, 0.96, 1.04)),
    plate: Array.from({ length: count }, () => between(random, 0.98, 1.02)),
    gradient: between(random, -0.1, 0.1),
    saturated: null,
    height: between(random, 90, 150),
  }
  const view = { ...drawn, vignetting: between(random, 0, 0.2), dust: [], faults: {} }
  const read = (light: Lighting) => {
    const take = (turned: boolean) => {
      const dim = Object.fromEntries(
        light.block.map((block, at) => {
          const side = ((at % shape.columns) / (shape.columns - 1) - 0.5) * light.gradient
          const plate = light.plate[turned ? count - 1 - at : at] ?? 1
          return [at, block * plate * (1 + side)]
        }),
      )
      const faults = { dim, ...(light.saturated !== null && { saturated: [light.saturated] }) }
      const taken = takePicture({
        ...view,
        dark: 20,
        light: 20 + light.height,
        faults,
        seed: `${seed} ${turned}`,
      })
      const { width, height, pixels, centres } = taken
      return { image: { width, height, pixels, original: { width, height } }, centres }
    }
    const [first, second] = [take(false), take(true)]
    const regions = first.centres.map(([x, y]) => ({ x, y, radius: view.radius }))
    const images = { asIs: first.image, turned: second.image }
    return measureLight(images, regions, { pitch: view.pitch, wells: 'bright' })
  }
  const names = Array.from({ length: count }, (_, at) => wellName(shape, at))
  const channel: WavelengthName = 'FAM'
  const before = read(sound)
  const fields = fieldsOf(flattenField([{ channel, wells: before }], shape, names, null))
  const plant = fault === null ? undefined : lightFaults[fault]?.plant
  // Take the same pictures again of a sound plate.
  const wells = plant ? read(plant(sound, random)) : before
  return flattenField([{ channel, wells }], shape, names, fields).findings
}

function fieldsOf({ wells }: ReturnType<typeof flattenField>): Map<string, number[]> {
  return new Map([['FAM', wells.map(({ channels }) => channels[0]?.field ?? 1)]])
}

type Tms = (number | null)[]

/** Faults of a block that a melt map must show, each a fifth beyond its limit or more. */
export const meltFaults: Readonly<
  Record<string, { limit: LimitName; plant: (tms: Tms, random: Random, shape: Shape) => Tms }>
> = {
  'well without a peak': {
    limit: 'tm_missing',
    plant: (tms, random) => {
      const well = random.below(tms.length)
      return tms.map((tm, at) => (at === well ? null : tm))
    },
  },
  'well that is too warm': {
    limit: 'tm_well',
    plant: (tms, random) => {
      const well = random.below(tms.length)
      const off = between(random, 0.65, 1.2) * (random.below(2) ? 1 : -1)
      return tms.map((tm, at) => (at === well && tm !== null ? tm + off : tm))
    },
  },
  'block that is warm on one side': {
    limit: 'tm_slope',
    plant: (tms, random, { columns }) => {
      const over = between(random, 0.9, 1.4)
      return tms.map((tm, at) => tm && tm + over * ((at % columns) / (columns - 1) - 0.5))
    },
  },
  'block with a cold edge': {
    limit: 'tm_edge',
    plant: (tms, random, { rows, columns }) => {
      const by = between(random, 0.6, 0.9)
      return tms.map((tm, at) => {
        const row = Math.floor(at / columns)
        const isOuter = row % (rows - 1) === 0 || (at % columns) % (columns - 1) === 0
        return tm && isOuter ? tm - by : tm
      })
    },
  },
  'block that is off as a whole': {
    limit: 'tm_bias',
    plant: (tms, random) => {
      // Stay beyond the limit also where the block was off by a quarter of a degree to the other side.
      const off = between(random, 0.95, 1.5) * (random.below(2) ? 1 : -1)
      return tms.map((tm) => tm && tm + off)
    },
  },
  'wide spread': {
    limit: 'tm_spread',
    plant: (tms, random) => {
      const [cold, warm] = [0, 1 + random.below(tms.length - 1)]
      return tms.map((tm, at) =>
        at === cold ? tm && tm - 0.65 : at === warm ? tm && tm + 0.65 : tm,
      )
    },
  },
}

interface Shape {
  rows: number
  columns: number
}

/** Judge the melting temperatures of a synthetic block, with a fault or without. */
export function readMelt(random: Random, fault: string | null): CalibrationFinding[] {
  const [rows, columns] = random.pick([
    [3, 3],
    [4, 4],
    [6, 6],
    [8, 12],
  ] as const)
  const known = between(random, 72, 90)
  const [slope, bias] = [between(random, -0.15, 0.15), between(random, -0.25, 0.25)]
  const tms: Tms = Array.from(
    { length: rows * columns },
    (_, at) =>
      known + bias + slope * ((at % columns) / (columns - 1) - 0.5) + between(random, -0.1, 0.1),
  )
  const shape = { rows, columns }
  const spoilt = fault === null ? tms : (meltFaults[fault]?.plant(tms, random, shape) ?? tms)
  const names = tms.map((_, at) => wellName(shape, at))
  return mapMelt(spoilt, shape, names, known).findings
}
