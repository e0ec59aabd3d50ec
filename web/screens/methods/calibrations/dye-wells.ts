import { channelOfDye } from '../../../../domain/catalog/dyes.ts'
import { type WavelengthName, wavelengthNames } from '../../../../domain/catalog/wavelengths.ts'
import type { Analysis } from '../../../../domain/entities/analysis.ts'
import type { DyePlate } from '../../../../domain/entities/dye-calibration.ts'

/** Content of a well: one dye, by the channel that it is read in, or no dye. */
export type Holding = WavelengthName | 'none'

/** Contents of wells, by well; a well that is not there does not take part. */
export type Holdings = ReadonlyMap<string, Holding>

type Run = Pick<Analysis, 'samples' | 'method'>

const darkNames = /^(blank|buffer|no dye|none|ntc|water)\b/iu

/** List the channels that a run was read in, in the order of the product. */
export function channelsOf({ method }: Run): WavelengthName[] {
  const read = new Set(method.process.channels.map(({ wavelength }) => wavelength))
  return wavelengthNames.filter((name) => read.has(name))
}

/** Guess what wells hold from the names of their samples: a dye, or a word for none. A person sees and corrects it. */
export function guessHoldings(run: Run): Holdings {
  const read = channelsOf(run)
  return new Map(
    run.samples.flatMap(({ name, sample_type, coordinates }) => {
      const dye = channelOfDye(name)
      const isDark = sample_type === 'ntc' || darkNames.test(name.trim())
      const holding: Holding | null = dye && read.includes(dye) ? dye : isDark ? 'none' : null
      return holding ? coordinates.map((well) => [well, holding] as const) : []
    }),
  )
}

/** Return the plate to measure; null until two dyes have wells. */
export function plateOf(
  run_uuid: string,
  holdings: Holdings,
  leftOut: ReadonlyMap<string, string>,
): DyePlate | null {
  const wellsOf = (holding: Holding) =>
    [...holdings].flatMap(([well, one]) => (one === holding ? [well] : []))
  const dyes = wavelengthNames
    .map((channel) => ({ channel, wells: wellsOf(channel) }))
    .filter(({ wells }) => wells.length > 0)
  if (dyes.length < 2) return null
  return {
    run_uuid,
    dyes,
    blanks: wellsOf('none'),
    left_out: [...leftOut]
      .filter(([well]) => holdings.has(well))
      .map(([well, reason]) => ({ well, reason })),
  }
}
