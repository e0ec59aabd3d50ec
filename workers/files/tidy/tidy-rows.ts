import { divideByReference } from '../../curves/passive-reference.ts'
import { curveOf, findChannel, temperaturesOf } from '../../curves/readings.ts'
import type { ExportRun, ImportedCurves, ImportedWell } from '../imported-run.ts'

/** Columns of the tidy table: one row for each measured value. */
export const tidyColumns = [
  'Run',
  'Well',
  'Sample',
  'Sample type',
  'Target',
  'Channel',
  'Dye',
  'Phase',
  /** From 1; empty in a melt. */
  'Cycle',
  /** In deg C; empty where it was not measured. */
  'Temperature',
  /** As kept, in a.u. or what `Curves` says. */
  'Fluorescence',
  /** Processing of the fluorescence before: raw, compensated, normalised, baseline-subtracted. */
  'Curves',
  /** Divided by the passive reference, after the colour compensation; empty without a reference. */
  'Normalised',
  /** After colour compensation, passive reference and baseline; empty without a baseline. */
  'Corrected',
  /** Part of its programme that the run has not measured; empty for a complete run. */
  'Run end',
] as const

/** Return the columns of a run: that of a corrected one, or of one that a correction replaces, says which version counts. */
export function columnsOf({ correction }: ExportRun): readonly string[] {
  return correction ? [...tidyColumns, 'Correction'] : tidyColumns
}

/** A text, or a number of any value; NaN is an empty cell. */
export type TidyCell = string | number

/** Return the measured values of one well, phase after phase and channel after channel. */
export function tidyRows(run: ExportRun, well: ImportedWell): TidyCell[][] {
  return (['amplification', 'melt'] as const).flatMap((phase) => {
    const curves = run[phase]
    return curves ? rowsOf(run, well, phase, curves) : []
  })
}

function rowsOf(
  run: ExportRun,
  well: ImportedWell,
  phase: 'amplification' | 'melt',
  { readings, state }: ImportedCurves,
): TidyCell[][] {
  const isAmplification = phase === 'amplification'
  const isRaw = state === 'raw' || state === 'compensated'
  const passive = run.passiveReference === null ? -1 : findChannel(readings, run.passiveReference)
  const unmixed = isAmplification ? (run.compensated?.amplification ?? readings) : readings
  const temperatures = temperaturesOf(readings, well.well)
  return readings.channels.flatMap((channel, index) => {
    const values = curveOf(readings, index, well.well)
    const light = curveOf(unmixed, index, well.well)
    // Name the curve of a channel with several targets by the first of them.
    const target = well.targets.find((one) => one.channel === channel)
    const divided = isAmplification && isRaw && passive >= 0 && passive !== index
    const normalised = divided
      ? divideByReference(
          light,
          curveOf(unmixed, passive, well.well),
          new Float64Array(light.length),
        )
      : null
    const background = isAmplification ? (target?.background ?? null) : null
    const base = normalised ?? light
    const head = [run.name, well.name, well.sample, well.sampleType, target?.target ?? '', channel]
    return [...values.keys()].flatMap((i): TidyCell[][] => {
      const value = values[i] ?? Number.NaN
      if (!Number.isFinite(value)) return []
      const corrected =
        isAmplification && state === 'baseline-subtracted'
          ? value
          : background
            ? (base[i] ?? Number.NaN) - background.intercept - background.slope * (i + 1)
            : Number.NaN
      return [
        [
          ...head,
          target?.dye ?? '',
          phase,
          isAmplification ? i + 1 : Number.NaN,
          temperatures[i] ?? Number.NaN,
          value,
          state,
          normalised?.[i] ?? Number.NaN,
          corrected,
          run.end ?? '',
          ...(run.correction ? [run.correction] : []),
        ],
      ]
    })
  })
}
