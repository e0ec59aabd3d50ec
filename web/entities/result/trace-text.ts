import type { TraceEntry } from '../../../domain/results.ts'
import { type TraceUnit, traceUnits } from '../../../domain/rules/trace-units.ts'
import { formatCq, formatNumber, formatRatio } from '../../i18n/format.ts'
import { t } from '../../i18n/intl.ts'

/** Describe one step of the decision that led to a call, with its value and its limit. */
export function traceText({ rule, value, limit, decided }: TraceEntry): string {
  const unit = traceUnits[rule]
  return t(`trace.${rule}`, {
    value: writeValue(value, unit),
    limit: writeValue(limit, unit),
    bound: limit === null ? 'no' : 'yes',
    // Compare with the threshold, since a curve without a Cq may have points above it.
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

function writeValue(value: number | null, unit: TraceUnit): string {
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

/**
 * Format a signal with decimals by its size: thousands none, below one three. With the other end of its scale both have the decimals of
 * the larger one.
 */
export function formatSignal(value: number, other = 0): string {
  const size = Math.max(Math.abs(value), Math.abs(other))
  return formatNumber(value, size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3)
}

/** Write a Cq, or a time to threshold with its unit. */
export function sayCrossing(cq: number | null, isTime = false): string {
  if (!isTime) return `Cq ${formatCq(cq)}`
  return cq === null ? `Tt ${formatCq(cq)}` : t('result.ttShort', { tt: formatCq(cq) })
}

/** Say whose threshold a line of a chart is, its value, and its axis where the chart has two. */
export function sayThreshold(name: string, threshold: number, axis?: 'right'): string {
  const value = formatSignal(threshold)
  return t(axis ? 'parts.chart.thresholdAtRight' : 'parts.chart.thresholdAt', { name, value })
}
