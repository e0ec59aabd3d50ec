import type { SampleType } from '../../domain/entities/analysis.ts'
import type { Evaluation, TargetRule } from '../../domain/entities/evaluation-recipe.ts'
import { wellName } from '../../domain/rules/well.ts'
import type { AnalyseInput } from '../../workers/run/analyse.ts'
import { createReadings, curveOf } from '../../workers/curves/readings.ts'
import { makeCurve } from './curves.ts'
import { uuidOf } from '../support/uuid-of.ts'

/** A sample of a made run: Cq-like middle of growth per target and replicate, null for none. */
export interface MadeSample {
  type: SampleType
  /** Per well: middles of growth of target and internal control. */
  wells: readonly (readonly [target: number | null, control: number | null])[]
}

export const targetRule: TargetRule = {
  name: 'N1',
  channel: 'FAM',
  role: 'target',
  threshold: { method: 'fixed', value: 0.5 },
  baseline: { method: 'automatic' },
  cq_max: 38,
}

export const controlRule: TargetRule = {
  ...targetRule,
  name: 'IC',
  channel: 'VIC',
  role: 'internal control',
}

export const strictControls: Evaluation['controls'] = {
  ntc_clean: true,
  positive_detected: true,
  positive_cq: { min: 15, max: 35 },
  internal_control: true,
  replicate_sd: 0.5,
}

/** Make a 16-well run of two targets, filled row by row; a well's uuid ends in the sample's position. */
export function makeRun(
  samples: readonly MadeSample[],
  controls: Partial<Evaluation['controls']> = {},
): AnalyseInput {
  const amplification = createReadings(['FAM', 'VIC'], 16, 40)
  let well = 0
  const layout = samples.map((sample, index) => ({
    uuid: uuidOf(index),
    sample_type: sample.type,
    coordinates: sample.wells.map((middles) => {
      for (const [channel, middle] of middles.entries()) {
        const growth = middle === null ? { top: 0 } : { top: 4, middle }
        const seed = well * 2 + channel + 1
        curveOf(amplification, channel, well).set(makeCurve(40, { ...growth, noise: 0.005, seed }))
      }
      return wellName({ rows: 4, columns: 4 }, well++)
    }),
  }))
  return {
    amplification,
    melt: null,
    evaluation: {
      targets: [targetRule, controlRule],
      passive_reference: null,
      controls: { ...strictControls, ...controls },
      variables: [],
    },
    cartridge_type: 'Wells16',
    planned_cycles: 40,
    samples: layout,
    exclusions: [],
    input_hash: '',
  }
}
