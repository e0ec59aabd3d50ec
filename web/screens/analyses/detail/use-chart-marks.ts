import { useMemo } from 'react'
import { cartridges } from '../../../../domain/catalog/cartridges.ts'
import { wavelengths } from '../../../../domain/catalog/wavelengths.ts'
import type { Analysis } from '../../../../domain/entities/analysis.ts'
import type { Results } from '../../../../domain/results.ts'
import { wellName } from '../../../../domain/rules/well.ts'
import type { CurveLayers } from '../../../../workers/run/views.ts'
import { t } from '../../../i18n/intl.ts'
import type { CurveLine } from '../../../parts/chart/curve-line.ts'
import type { Threshold } from '../../../parts/chart/draw-overlay.ts'
import { formatSignal } from './trace-text.ts'
import type { ViewControl } from './use-view.ts'

interface Marked {
  record: Analysis
  layers: CurveLayers | null
  results: Results | null
  control: ViewControl
  selected: ReadonlySet<number>
}

/** Threshold of each target that is on show, where the axis has its unit. */
export function useThresholds(
  { record, layers, results, control }: Marked,
  chart: string,
  shown: ReadonlySet<string>,
): Threshold[] {
  const { layer } = control.view
  return useMemo(() => {
    const fits = chart === 'log' || (chart === 'amplification' && layer === 'corrected')
    if (!fits) return []
    return record.method.evaluation.targets.flatMap((target, at) => {
      const value =
        results?.wells.find((one) => one.target === target.name && one.threshold !== null)
          ?.threshold ?? layers?.thresholds[at]
      if (value == null || !Number.isFinite(value) || !shown.has(target.channel)) return []
      return {
        id: target.name,
        value,
        label: `${target.name} ${formatSignal(value)}`,
        color: wavelengths[target.channel].color,
      }
    })
  }, [record.method.evaluation.targets, layers?.thresholds, results, chart, layer, shown])
}

/** Baseline window of a well that is selected alone. */
export function useBand(
  { record, results, selected, control }: Marked,
  chart: string,
  shown: ReadonlySet<string>,
): readonly [number, number] | undefined {
  const shape = cartridges[record.cartridge_type]
  const { target } = control.view
  return useMemo(() => {
    const [only] = selected
    if (chart === 'melt' || selected.size !== 1 || only === undefined) return undefined
    const name = wellName(shape, only)
    const own = (results?.wells ?? []).filter(
      (one) => one.well === name && shown.has(one.channel) && one.baseline,
    )
    const baseline = (own.find((one) => one.target === target) ?? own[0])?.baseline
    return baseline ? ([baseline.start, baseline.end] as const) : undefined
  }, [results, selected, chart, shown, shape, target])
}

export function yLabel(chart: string, layer: string, passive: boolean): string {
  if (chart === 'melt') return t('chart.y.melt')
  if (chart === 'derivative') return t('chart.y.derivative')
  if (chart === 'amplification' && layer === 'raw') return t('chart.y.raw')
  if (!passive)
    return t(
      layer === 'normalised' && chart === 'amplification' ? 'chart.y.raw' : 'chart.y.corrected',
    )
  return t(layer === 'normalised' && chart === 'amplification' ? 'chart.y.rn' : 'chart.y.drn')
}

/** The part of a logarithmic axis that says something: from a decade or two under the lowest threshold up. */
export function logDomain(
  lines: readonly CurveLine[],
  thresholds: readonly Threshold[],
): readonly [number, number] | undefined {
  const lowest = Math.min(...thresholds.map(({ value }) => value))
  if (!(lowest > 0 && Number.isFinite(lowest))) return undefined
  let most = Math.max(...thresholds.map(({ value }) => value))
  for (const { values } of lines) {
    for (let at = 0; at < values.length; at += 1) most = Math.max(most, values[at] || 0)
  }
  return [
    10 ** (Math.floor(Math.log10(lowest)) - 1),
    10 ** (Math.floor(Math.log10(most) * 2 + 1) / 2),
  ]
}
