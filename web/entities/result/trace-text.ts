import type { TraceEntry } from '../../../domain/results.ts'
import { formatNumber, formatRatio } from '../../i18n/format.ts'
import { t } from '../../i18n/intl.ts'

type Rule = TraceEntry['rule']

/** Units of the numbers of each rule, so that each is written as people write it. */
export const traceUnits: Readonly<
  Record<Rule, 'time' | 'signal' | 'count' | 'celsius' | 'ratio' | 'none'>
> = {
  not_measured: 'count',
  run_too_short: 'count',
  no_amplification: 'ratio',
  rise_over_noise: 'ratio',
  plate_share: 'ratio',
  rise_contrast: 'ratio',
  rise_part: 'ratio',
  growth_score: 'ratio',
  odd_shape: 'ratio',
  early_rise: 'time',
  jump: 'time',
  sudden_start: 'ratio',
  slow_rise: 'time',
  slow_plateau: 'time',
  hook: 'ratio',
  no_crossing: 'signal',
  crosstalk: 'ratio',
  baseline_in_growth: 'time',
  gap_at_crossing: 'count',
  faint_growth: 'ratio',
  lone_step: 'ratio',
  clear_rise: 'ratio',
  methods_part: 'time',
  strays_from_shape: 'ratio',
  cq_too_early: 'time',
  cq_above_maximum: 'time',
  cq_in_review_band: 'time',
  low_rise: 'ratio',
  tm_outside_window: 'celsius',
  tm_missing: 'count',
  cq_in_range: 'time',
  replicate_spread: 'time',
  replicates_disagree: 'count',
  ntc_detected: 'time',
  positive_not_detected: 'time',
  positive_cq_outside: 'time',
  internal_control_missing: 'time',
  excluded: 'none',
  drift_or_step: 'ratio',
  tt_too_early: 'time',
  tt_above_maximum: 'time',
  tt_in_review_band: 'time',
  tt_in_range: 'time',
  tt_spread: 'time',
  tt_ntc_detected: 'time',
  tt_positive_not_detected: 'time',
  tt_positive_outside: 'time',
  tt_internal_control_missing: 'time',
}

/** Describe one step of the decision that led to a call, with its value and its limit. */
export function traceText({ rule, value, limit, decided }: TraceEntry): string {
  const unit = traceUnits[rule]
  return t(`trace.${rule}`, {
    value: writeValue(value, unit),
    limit: writeValue(limit, unit),
    bound: limit === null ? 'no' : 'yes',
    // A curve without a Cq may have points above its threshold.
    reached: value !== null && limit !== null && value >= limit ? 'yes' : 'no',
    decided: decided ? 'yes' : 'no',
  })
}

/** Describe the rule that settled a call; empty when none is marked. */
export function decidingText(trace: readonly TraceEntry[]): string {
  const deciding = trace.filter(({ decided }) => decided)
  const last = deciding.at(-1)
  return last ? traceText(last) : ''
}

function writeValue(value: number | null, unit: (typeof traceUnits)[Rule]): string {
  if (value === null) return '–'
  switch (unit) {
    case 'time':
      return formatNumber(value, 2)
    case 'celsius':
      return formatNumber(value, 1)
    case 'ratio':
      return formatRatio(value, 1)
    case 'count':
      return formatNumber(value, 0)
    default:
      return formatSignal(value)
  }
}

/** Format a signal with decimals by its size: thousands none, below one three. */
export function formatSignal(value: number): string {
  const size = Math.abs(value)
  // Write no sign for a value that rounds to zero.
  if (size < 0.0005) return formatNumber(0, 3)
  return formatNumber(value, size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3)
}

/** Say whose threshold a line of a chart is, its value, and its axis where the chart has two. */
export function sayThreshold(name: string, threshold: number, axis?: 'right'): string {
  const value = formatSignal(threshold)
  return t(axis ? 'parts.chart.thresholdAtRight' : 'parts.chart.thresholdAt', { name, value })
}
