import type { WellResult } from '../../../../domain/results.ts'
import { formatNumber } from '../../../i18n/format.ts'
import { t } from '../../../i18n/intl.ts'
import type { CurveLine } from '../../../parts/chart/curve-line.ts'
import { findExtent } from '../../../parts/chart/curve-line.ts'
import { formatSignal } from '../../../entities/result/trace-text.ts'

/**
 * Describe a chart in words: its axes, the number of curves, their values, and how many results were detected and where.
 */
export function describeCurves(
  lines: readonly CurveLine[],
  channels: readonly string[],
  results: readonly WellResult[],
  axes?: { x: string; y: string },
): string {
  const points = lines.reduce((most, { values }) => Math.max(most, values.length), 0)
  const cqs = results.flatMap(({ cq, call }) => (call === 'detected' && cq !== null ? cq : []))
  const said = [t('chart.summary', { curves: lines.length, channels: channels.join(', '), points })]
  const { yLeast, yMost } = findExtent(lines, false)
  if (axes && yLeast <= yMost) {
    said.unshift(t('chart.summary.axes', axes))
    said.push(t('chart.summary.range', { least: formatSignal(yLeast), most: formatSignal(yMost) }))
  }
  if (cqs.length > 0) {
    const first = formatNumber(Math.min(...cqs), 2)
    const last = formatNumber(Math.max(...cqs), 2)
    said.push(t('chart.summary.detected', { count: cqs.length, first, last }))
  }
  return said.join(' ')
}
