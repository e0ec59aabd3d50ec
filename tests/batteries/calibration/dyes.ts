import type { DyePlate, MeasuredDyes } from '../../../domain/entities/dye-calibration.ts'
import { Fault } from '../../../domain/fault.ts'
import { measurePureDyes } from '../../../workers/compensation/pure-dyes.ts'
import { createReadings, curveOf } from '../../../workers/curves/readings.ts'
import type { Random } from '../../support/seeded-random.ts'

const channels = ['FAM', 'VIC'] as const
const names = ['A', 'B', 'C', 'D'].flatMap((row) => [1, 2, 3, 4].map((column) => row + column))
const plate: DyePlate = {
  run_uuid: '',
  dyes: [
    { channel: 'FAM', wells: names.slice(0, 4) },
    { channel: 'VIC', wells: names.slice(4, 8) },
  ],
  blanks: names.slice(8, 12),
  left_out: [],
}

type DyeLimit = MeasuredDyes['failures'][number]['limit'] | 'dye_elsewhere' | 'dye_not_seen'

/** Light of 16 wells in each channel over the background. */
type Light = [number, number][]

/** Faults of a plate of pure dyes. Dyes that are swapped or not seen are refused before any limit. */
export const dyeFaults: Readonly<
  Record<string, { limit: DyeLimit | null; plant: (light: Light, random: Random) => Light }>
> = {
  'dyes that look alike': {
    limit: 'condition',
    plant: (light) =>
      light.map(([fam, vic], at): [number, number] =>
        at < 4 ? [fam, 0.95 * fam] : at < 8 ? [0.95 * vic, vic] : [fam, vic],
      ),
  },
  'contaminated well': {
    limit: 'residual',
    plant: (light, random) => {
      const well = random.below(4)
      const share = 0.2 + 0.3 * random.next()
      return light.map(([fam, vic], at): [number, number] =>
        at === well ? [fam, vic + share * fam] : [fam, vic],
      )
    },
  },
  // Name no limit: little light is also spread much, and whichever limit refuses it counts.
  'hardly any dye': {
    limit: null,
    plant: (light) =>
      light.map(([fam, vic], at): [number, number] =>
        at >= 4 && at < 8 ? [0.003 * fam, 0.003 * vic] : [fam, vic],
      ),
  },
  'swapped dyes': {
    limit: 'dye_elsewhere',
    plant: (light) => [...light.slice(4, 8), ...light.slice(0, 4), ...light.slice(8)],
  },
}

/** Measure a synthetic plate of two pure dyes, with a fault or without; returns the limits that are not met. */
export function readDyes(
  random: Random,
  _seed: string,
  fault: string | null,
): { limit: DyeLimit }[] {
  const between = (from: number, to: number) => from + (to - from) * random.next()
  const [toVic, toFam] = [between(0.02, 0.25), between(0.01, 0.1)]
  const bright = between(800, 3000)
  const sound = names.map((_, at): [number, number] => {
    const own = bright * between(0.8, 1.2)
    const uneven = () => between(0.99, 1.01)
    if (at < 4) return [own, own * toVic * uneven()]
    if (at < 8) return [own * toFam * uneven(), own]
    return [0, 0]
  })
  const light = fault === null ? sound : (dyeFaults[fault]?.plant(sound, random) ?? sound)
  const readings = createReadings([...channels], 16, 5)
  light.forEach((one, well) => {
    for (const channel of [0, 1]) {
      const value = 100 + (one[channel] ?? 0)
      const curve = curveOf(readings, channel, well)
      for (let cycle = 0; cycle < curve.length; cycle += 1) {
        curve[cycle] = value + between(-6, 6)
      }
    }
  })
  try {
    return measurePureDyes(readings, plate, 'Wells16').failures
  } catch (error) {
    const reason = error instanceof Fault ? error.details[0]?.reason : null
    if (reason !== 'dye_elsewhere' && reason !== 'dye_not_seen') throw error
    return [{ limit: reason }]
  }
}
