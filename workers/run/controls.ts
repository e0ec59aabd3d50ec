import type { Sample } from '../../domain/entities/analysis.ts'
import type { Evaluation } from '../../domain/entities/evaluation-recipe.ts'
import type { ControlResult, SampleResult, TraceEntry, WellResult } from '../../domain/results.ts'
import { findControlWells, findWellsOf } from '../../domain/rules/control-wells.ts'

export type LayoutSample = Pick<Sample, 'uuid' | 'sample_type' | 'coordinates'> &
  Partial<Pick<Sample, 'name' | 'well_type' | 'quantity'>>

interface Run {
  evaluation: Evaluation
  samples: readonly LayoutSample[]
  wells: readonly WellResult[]
  results: SampleResult[]
}

/**
 * Apply the control rules of a run. A failed control makes the results of its target `invalid` in every unknown and
 * standard, with the failed control in their trace; a missing internal control only those of its own sample. A control
 * in doubt or not measured proves nothing, so it has failed; an excluded well is no control. A rule without a well that
 * could show it gives no entry. A result that is invalid in a sample is invalid in each of its wells, so that nobody
 * reads it off the plate. Change the call and the trace of `run.results` and `run.wells`; the old traces stay
 * unchanged.
 */
export function applyControls(run: Run): ControlResult[] {
  const rules = run.evaluation.controls
  const outcomes: ControlResult[] = []
  // Check it first, on the samples' own calls: afterwards a failed control has made them all invalid.
  const internal = rules.internal_control ? checkInternalControls(run) : []
  for (const target of run.evaluation.targets) {
    if (target.role !== 'target') continue
    const negatives = findControlWells(run, 'ntc_clean', target.name)
    const positives = findControlWells(run, 'positive_detected', target.name)
    if (rules.ntc_clean) {
      const risen = negatives.filter((well) => well.call !== 'not_detected')
      const limit = findNtcLimit(run, target.name, positives)
      const broken = risen.filter(({ cq }) => !(cq !== null && limit !== null && cq >= limit))
      settle(run, outcomes, 'ntc_clean', target.name, negatives, broken, (well) =>
        failure('ntc_detected', well.cq, limit),
      )
      if (broken.length === 0) rejectNear(run, target.name, risen)
    }
    if (rules.positive_detected) {
      const broken = positives.filter((well) => well.call !== 'detected')
      settle(run, outcomes, 'positive_detected', target.name, positives, broken, (well) =>
        failure('positive_not_detected', well.cq, target.cq_max),
      )
    }
    const range = rules.positive_cq
    if (range) {
      // Fail a control without a Cq, which is not inside the range, unless it has failed by `positive_detected` already.
      const broken = positives.filter(({ cq }) =>
        cq === null ? !rules.positive_detected : cq < range.min || cq > range.max,
      )
      settle(run, outcomes, 'positive_cq', target.name, positives, broken, ({ cq }) =>
        failure('positive_cq_outside', cq, cq !== null && cq < range.min ? range.min : range.max),
      )
    }
  }
  passOnToWells(run)
  return [...outcomes, ...internal]
}

/**
 * Find the Cq from which on a no-template control may rise: the recipe's distance after the latest standard, or after the
 * latest positive control when no standard was detected. Null when the recipe has no distance or neither was detected.
 */
function findNtcLimit(run: Run, target: string, positives: readonly WellResult[]): number | null {
  const { ntc_distance: distance } = run.evaluation.controls
  if (distance === undefined) return null
  const latest = (wells: readonly WellResult[]) =>
    findLatest(wells.filter(({ call }) => call === 'detected'))
  const standards = latest(findWellsOf(run, target, ['standard']))
  const weakest = standards === Number.NEGATIVE_INFINITY ? latest(positives) : standards
  return weakest === Number.NEGATIVE_INFINITY ? null : weakest + distance
}

/** Return the latest Cq of wells, minus infinity where none has one. */
function findLatest(wells: readonly WellResult[]): number {
  return wells.reduce((most, { cq }) => Math.max(most, cq ?? most), Number.NEGATIVE_INFINITY)
}

/** Make results invalid that rise so close to a late no-template control that they may be the same contamination. */
function rejectNear(run: Run, target: string, risen: readonly WellResult[]): void {
  const { ntc_distance: distance } = run.evaluation.controls
  const earliest = risen.reduce(
    (least, { cq }) => Math.min(least, cq ?? least),
    Number.POSITIVE_INFINITY,
  )
  if (distance === undefined || earliest === Number.POSITIVE_INFINITY) return
  const judged = new Set(run.samples.filter(isJudgedByControls).map(({ uuid }) => uuid))
  const rising = run.wells.filter(
    (well) => well.target === target && (well.call === 'detected' || well.call === 'review'),
  )
  const bySample = Map.groupBy(rising, ({ sample_uuid }) => sample_uuid)
  for (const result of run.results) {
    if (result.target !== target || !judged.has(result.sample_uuid)) continue
    if (result.call !== 'detected' && result.call !== 'review') continue
    const needed = findLatest(bySample.get(result.sample_uuid) ?? []) + distance
    if (earliest >= needed) continue
    result.call = 'invalid'
    result.trace = [...result.trace, failure('ntc_detected', earliest, needed)]
  }
}

const controlFailures: readonly TraceEntry['rule'][] = [
  'ntc_detected',
  'positive_not_detected',
  'positive_cq_outside',
  'internal_control_missing',
]

/** Pass the calls on to the wells, last of all: controls must be read before any well is called invalid. */
function passOnToWells(run: Run): void {
  const judged = new Set(run.samples.filter(isJudgedByControls).map(({ uuid }) => uuid))
  const bySample = Map.groupBy(run.wells, ({ sample_uuid }) => sample_uuid)
  for (const { sample_uuid, target, call, trace } of run.results) {
    if (call !== 'invalid' || !judged.has(sample_uuid)) continue
    const failures = trace.filter(({ rule }) => controlFailures.includes(rule))
    if (failures.length === 0) continue
    for (const well of bySample.get(sample_uuid) ?? []) {
      if (well.target !== target) continue
      well.call = 'invalid'
      well.trace = [...well.trace, ...failures]
    }
  }
}

function failure(rule: TraceEntry['rule'], value: number | null, limit: number | null): TraceEntry {
  return { rule, value, limit, decided: true }
}

function settle(
  run: Run,
  outcomes: ControlResult[],
  rule: ControlResult['rule'],
  target: string,
  asked: readonly WellResult[],
  broken: readonly WellResult[],
  explain: (well: WellResult) => TraceEntry,
): void {
  if (asked.length === 0) return
  outcomes.push({ rule, ok: broken.length === 0, target, wells: broken.map(({ well }) => well) })
  const first = broken[0]
  if (!first) return
  const reached = new Set(run.samples.filter(isJudgedByControls).map(({ uuid }) => uuid))
  for (const result of run.results) {
    if (result.target !== target || !reached.has(result.sample_uuid)) continue
    result.call = 'invalid'
    result.trace = [...result.trace, explain(first)]
  }
}

function isJudgedByControls(sample: LayoutSample): boolean {
  return sample.sample_type === 'unknown' || sample.sample_type === 'standard'
}

/**
 * Check the internal controls: a sample negative in every target must show every one, else nothing was amplified and it
 * is invalid; a doubtful internal control makes the sample doubtful.
 */
function checkInternalControls(run: Run): ControlResult[] {
  const controls = run.evaluation.targets.filter(({ role }) => role === 'internal control')
  const outcomes = controls.map(({ name }): ControlResult => ({
    rule: 'internal_control',
    ok: true,
    target: name,
    wells: [],
  }))
  const bySample = Map.groupBy(run.results, ({ sample_uuid }) => sample_uuid)
  for (const sample of run.samples) {
    if (sample.sample_type !== 'unknown' && sample.sample_type !== 'negative') continue
    const own = bySample.get(sample.uuid) ?? []
    const targets = own.filter(({ target }) => !controls.some(({ name }) => name === target))
    if (targets.some(({ call }) => call === 'detected' || call === 'review')) continue
    for (const [index, control] of controls.entries()) {
      const shown = own.find(({ target }) => target === control.name)
      if (!shown || shown.call === 'detected' || isLeftOut(shown)) continue
      const outcome = outcomes[index]!
      if (shown.call !== 'review') {
        outcome.ok = false
        outcome.wells.push(...shown.wells)
      }
      for (const result of targets) {
        if (result.call !== 'invalid') result.call = shown.call === 'review' ? 'review' : 'invalid'
        const missing = failure('internal_control_missing', shown.cq_mean, control.cq_max)
        result.trace = [...result.trace, missing]
      }
    }
  }
  return outcomes
}

/** Return true if a person excluded every well of the sample: it is out of the run and breaks no rule of it. */
function isLeftOut({ call, trace }: SampleResult): boolean {
  const deciders = trace.filter(({ decided }) => decided)
  return (
    call === 'invalid' && deciders.length > 0 && deciders.every(({ rule }) => rule === 'excluded')
  )
}
