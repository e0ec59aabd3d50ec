import { displayName } from '../../../../../domain/catalog/wavelengths.ts'
import type {
  Compensation,
  Evaluation,
  TargetRule,
  ThresholdRule,
} from '../../../../../domain/entities/evaluation-recipe.ts'
import { isIsothermal } from '../../../../../domain/rules/assay-kind.ts'
import type { Say } from '../say.ts'

/** A topic of an evaluation with what its settings do, as sentences. */
export type Said = readonly [topic: string, text: string]

type Unit = 'cycles' | 'minutes'

/** Return the unit in which an evaluation counts: cycles, or minutes of an isothermal assay. */
export function unitOf(evaluation: Evaluation): Unit {
  return isIsothermal(evaluation) ? 'minutes' : 'cycles'
}

/** Say what the settings of one target do, topic by topic. */
export function sayTarget(say: Say, target: TargetRule, unit: Unit): Said[] {
  const { threshold, well_thresholds: others = [] } = target
  return [
    [say.word('method.topic.identity'), sayIdentity(say, target)],
    [say.word('method.topic.limits'), sayLimits(say, target, unit)],
    [
      say.word('method.topic.threshold'),
      join(
        sayThreshold(say, 'threshold', threshold, {}),
        ...others.map((one) =>
          sayThreshold(say, 'thresholdOf', one.threshold, { mix: one.well_type }),
        ),
      ),
    ],
    [say.word('method.topic.cq'), join(sayBaseline(say, target), sayCq(say, target, unit))],
    [say.word('method.topic.melt'), sayMelt(say, target)],
  ]
}

function join(...sentences: readonly string[]): string {
  return sentences.filter((one) => one !== '').join(' ')
}

/** Say what is looked for, and where. */
export function sayIdentity(
  say: Say,
  { name, channel, role, well_types: mixes }: TargetRule,
): string {
  const kind = role === 'target' ? 'target' : 'control'
  const values = { name, channel: displayName(channel), mixes: say.list(mixes ?? []) }
  return say.word(`method.say.identity.${kind}.${mixes ? 'some' : 'every'}`, values)
}

function sayLimits(say: Say, target: TargetRule, unit: Unit): string {
  const { cq_min: min, cq_review: review, cq_max } = target
  const max = say.exact(cq_max)
  return join(
    say.word(`method.say.cqMax.${unit}`, { max }),
    review === undefined
      ? ''
      : say.word(`method.say.cqReview.${unit}`, { review: say.exact(review), max }),
    min === undefined ? '' : say.word(`method.say.cqMin.${unit}`, { min: say.exact(min) }),
  )
}

function sayThreshold(
  say: Say,
  key: 'threshold' | 'thresholdOf',
  rule: ThresholdRule,
  more: { mix?: string },
): string {
  const value = say.exact(rule.method === 'fixed' ? rule.value : rule.factor)
  return say.word(`method.say.${key}.${rule.method}`, { value, ...more })
}

function sayBaseline(say: Say, { baseline }: TargetRule): string {
  if (baseline.method !== 'window') return say.word(`method.say.baseline.${baseline.method}`)
  return say.word('method.say.baseline.window', { start: baseline.start, end: baseline.end })
}

function sayCq(say: Say, { cq_method: method = 'threshold' }: TargetRule, unit: Unit): string {
  return say.word(unit === 'minutes' ? 'method.say.cq.minutes' : `method.say.cq.${method}`)
}

function sayMelt(say: Say, { tm, tm_at: at = 'middle', melt = 'falls' }: TargetRule): string {
  if (!tm) return say.word('method.say.noMelt')
  return join(
    say.word('method.say.melt', { min: say.exact(tm.min), max: say.exact(tm.max) }),
    melt === 'rises' ? say.word('method.say.meltRises') : '',
    at === 'upper' ? say.word('method.say.tmUpper') : '',
  )
}

/** Say what the settings of the whole run do, topic by topic. */
export function sayRun(say: Say, evaluation: Evaluation): Said[] {
  const { assay, passive_reference: reference, genotypes = [], variables } = evaluation
  const minutes = assay?.kind === 'isothermal' ? say.exact(assay.minutes_per_reading) : ''
  return [
    [
      say.word('method.topic.assay'),
      say.word(`method.say.assay.${unitOf(evaluation)}`, { minutes }),
    ],
    [
      say.word('method.topic.reference'),
      reference
        ? say.word('method.say.reference', { channel: displayName(reference) })
        : say.word('method.say.noReference'),
    ],
    [say.word('method.topic.compensation'), sayCompensation(say, evaluation)],
    [
      say.word('method.topic.thresholds'),
      say.word(`method.say.thresholdsFrom.${evaluation.thresholds_from ?? 'recipe'}`),
    ],
    ...sayControls(say, evaluation),
    [say.word('method.topic.quantification'), sayQuantities(say, evaluation)],
    [
      say.word('method.topic.genotypes'),
      genotypes.length === 0
        ? say.word('method.say.noGenotypes')
        : join(
            ...genotypes.map(({ name, alleles: [one, other] }) =>
              say.word('method.say.genotype', { name, one, other }),
            ),
          ),
    ],
    [
      say.word('method.topic.variables'),
      variables.length === 0
        ? say.word('method.say.noVariables')
        : say.word('method.say.variables', {
            values: say.list(
              variables.map(({ name, value }) => `${name} = ${sayValue(say, value)}`),
            ),
          }),
    ],
  ]
}

function sayValue(say: Say, value: string | number | boolean): string {
  if (typeof value === 'boolean') return say.word(value ? 'yes' : 'no')
  return typeof value === 'number' ? say.exact(value) : value
}

/** Name the compensated channels with their shares, so that two matrices of the same channels read differently. */
function sayCompensation(say: Say, { compensation }: Evaluation): string {
  if (!compensation) return say.word('method.say.noCompensation')
  const { channels, matrix, from } = compensation
  const names = channels.map(displayName)
  const rows = matrix.map((row, at) => `${names[at]}: ${row.map(say.exact).join(' / ')}`)
  return join(
    say.word('method.say.compensation', { channels: say.list(names) }),
    `${rows.join('; ')}.`,
    ...(from
      ? [say.word('method.say.calibration', { calibration: sayCalibration(say, from) })]
      : []),
  )
}

/** Name a colour calibration by when, where and in which run it was measured. */
export function sayCalibration(say: Say, from: NonNullable<Compensation['from']>): string {
  const { measured_at: at, device_name: device, run_name: run } = from
  return [say.moment(at), device, run].filter(Boolean).join(' · ')
}

function sayControls(say: Say, evaluation: Evaluation): Said[] {
  const { controls } = evaluation
  const unit = unitOf(evaluation)
  const { ntc_clean: isClean, ntc_distance: distance, replicate_sd: sd } = controls
  const { positive_detected: isWanted, positive_cq: range } = controls
  const ntc = !isClean
    ? say.word('method.say.ntc.none')
    : distance === undefined
      ? say.word('method.say.ntc.clean')
      : say.word(`method.say.ntc.late.${unit}`, { distance: say.exact(distance) })
  const positive =
    range === undefined
      ? say.word(`method.say.positive.${isWanted ? 'detected' : 'none'}`)
      : say.word(`method.say.positive.range.${unit}`, {
          min: say.exact(range.min),
          max: say.exact(range.max),
        })
  return [
    [say.word('method.topic.ntc'), ntc],
    [say.word('method.topic.positive'), positive],
    [
      say.word('method.topic.internal'),
      say.word(`method.say.internal.${controls.internal_control}`),
    ],
    [
      say.word('method.topic.replicates'),
      sd === undefined
        ? say.word('method.say.noReplicates')
        : say.word(`method.say.replicates.${unit}`, { sd: say.exact(sd) }),
    ],
  ]
}

function sayQuantities(say: Say, { quantification }: Evaluation): string {
  if (quantification?.method !== 'relative') {
    return say.word(`method.say.quantity.${quantification?.method ?? 'none'}`)
  }
  const { calibrator, reference_targets: references, efficiency } = quantification
  const values = { calibrator, references: say.list(references) }
  return say.word(`method.say.relative.${efficiency}`, values)
}
