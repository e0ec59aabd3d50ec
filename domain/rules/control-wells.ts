import type { Sample } from '../entities/analysis.ts'
import type { ControlResult, WellResult } from '../results.ts'

/** Types of the samples whose wells show if a rule of controls holds. */
const controlTypes: Readonly<Record<ControlResult['rule'], readonly Sample['sample_type'][]>> = {
  ntc_clean: ['ntc', 'negative'],
  positive_detected: ['positive'],
  positive_cq: ['positive'],
  internal_control: ['unknown', 'negative'],
}

interface Wells<Well> {
  samples: readonly Pick<Sample, 'uuid' | 'sample_type'>[]
  wells: readonly Well[]
}

type TypedWell = Pick<WellResult, 'target' | 'sample_uuid' | 'trace'>

/** Return the wells that show if a rule of controls holds for a target. */
export function findControlWells<Well extends TypedWell>(
  run: Wells<Well>,
  rule: ControlResult['rule'],
  target: string,
): Well[] {
  return findWellsOf(run, target, controlTypes[rule])
}

/** Return the wells of a target in samples of these types, in the order of the wells. Excluded wells do not count. */
export function findWellsOf<Well extends TypedWell>(
  { samples, wells }: Wells<Well>,
  target: string,
  types: readonly Sample['sample_type'][],
): Well[] {
  const uuids = new Set(
    samples.filter((sample) => types.includes(sample.sample_type)).map(({ uuid }) => uuid),
  )
  return wells.filter(
    (well) =>
      well.target === target &&
      well.sample_uuid !== null &&
      uuids.has(well.sample_uuid) &&
      !well.trace.some(({ rule, decided }) => rule === 'excluded' && decided),
  )
}
