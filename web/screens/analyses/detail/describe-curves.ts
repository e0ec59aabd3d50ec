import type { WellResult } from '../../../../domain/results.ts'
import { formatNumber } from '../../../i18n/format.ts'
import { t } from '../../../i18n/intl.ts'
import type { CurveLine } from '../../../parts/chart/curve-line.ts'

/** What a chart shows, in words: how many curves, how far, and how many of the results were detected. */
export function describeCurves(
  lines: readonly CurveLine[],
  channels: readonly string[],
  results: readonly WellResult[],
): string {
  const points = lines.reduce((most, { values }) => Math.max(most, values.length), 0)
  const cqs = results.flatMap(({ cq, call }) => (call === 'detected' && cq !== null ? cq : []))
  const shown = t('chart.summary', { curves: lines.length, channels: channels.join(', '), points })
  if (cqs.length === 0) return shown
  return `${shown} ${t('chart.summary.detected', {
    count: cqs.length,
    first: formatNumber(Math.min(...cqs), 2),
    last: formatNumber(Math.max(...cqs), 2),
  })}`
}
