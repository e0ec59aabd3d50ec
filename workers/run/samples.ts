import type { Evaluation } from '../../domain/entities/evaluation-recipe.ts'
import type { CallName, SampleResult, TraceEntry, WellResult } from '../../domain/results.ts'
import { deviationOf, meanOf } from '../numbers/mean.ts'

/**
 * Combine the replicate wells of a sample into the result of a target. Wells that were excluded or not measured do not
 * count as long as others do. Replicates that disagree, a doubtful one, or a spread of Cq over the recipe's limit make
 * the sample `review`.
 */
export function combineWells(
  sampleUuid: string,
  target: string,
  wells: readonly WellResult[],
  controls: Evaluation['controls'],
): SampleResult {
  const counted = wells.filter((well) => well.call !== 'invalid')
  const cqs = counted.flatMap((well) =>
    well.call !== 'not_detected' && well.cq !== null ? well.cq : [],
  )
  const mean = cqs.length > 0 ? meanOf(cqs) : null
  const deviation = cqs.length > 1 ? deviationOf(cqs) : null
  const trace: TraceEntry[] = []
  const detected = counted.filter((well) => well.call === 'detected').length
  const absent = counted.filter((well) => well.call === 'not_detected').length
  let call: CallName = 'review'
  if (counted.length === 0) call = 'invalid'
  else if (detected === counted.length) call = 'detected'
  else if (absent === counted.length) call = 'not_detected'
  if (counted.length > 1) {
    const decided = detected > 0 && absent > 0
    trace.push({ rule: 'replicates_disagree', value: detected, limit: counted.length, decided })
    if (decided) call = 'review'
  }
  if (controls.replicate_sd !== undefined && deviation !== null) {
    const decided = deviation > controls.replicate_sd
    trace.push({
      rule: 'replicate_spread',
      value: deviation,
      limit: controls.replicate_sd,
      decided,
    })
    if (decided) call = 'review'
  }
  return {
    sample_uuid: sampleUuid,
    target,
    call,
    wells: wells.map((well) => well.well),
    cq_mean: mean,
    cq_sd: deviation,
    quantity: null,
    trace: [...findDeciders(call, counted.length > 0 ? counted : wells), ...trace],
  }
}

/** Return the rules that decided the wells with the sample's call, each once, so that a sample explains itself. */
function findDeciders(call: CallName, wells: readonly WellResult[]): TraceEntry[] {
  const deciders: TraceEntry[] = []
  for (const well of wells) {
    if (well.call !== call) continue
    for (const entry of well.trace) {
      if (entry.decided && !deciders.some((known) => known.rule === entry.rule))
        deciders.push(entry)
    }
  }
  return deciders
}
