import { useMemo } from 'react'
import { cartridges } from '../../../../domain/catalog/cartridges.ts'
import type { Analysis } from '../../../../domain/entities/analysis.ts'
import type { Results } from '../../../../domain/results.ts'
import { wellName } from '../../../../domain/rules/well.ts'
import type { CurveLayers } from '../../../../workers/run/views.ts'
import { t } from '../../../i18n/intl.ts'
import type { CurveLine } from '../../../parts/chart/curve-line.ts'
import type { Threshold } from '../../../parts/chart/draw-overlay.ts'
import type { Shown } from './curves/axis-starts.ts'
import { formatSignal } from './trace-text.ts'
import type { ViewControl } from './use-view.ts'
import { dyeColour } from '../../../entities/sample/dye-colour.ts'

interface Marked {
  record: Analysis
  layers: CurveLayers | null
  results: Results | null
  control: ViewControl
  selected: ReadonlySet<number>
}

/** Return true when a chart's axis has the unit of thresholds. */
export function holdsThresholds({
  mode,
  show,
  layer,
}: Omit<Shown, 'passive' | 'foreign'>): boolean {
  return mode !== 'VAL' && (show === 'log' || (show === 'curve' && layer === 'corrected'))
}

/** Threshold of each target that is on show, where the axis has its unit. */
export function useThresholds(
  { record, layers, results }: Marked,
  chart: Shown & { second: string | null; draggable: boolean; handle: string | null },
  shown: ReadonlySet<string>,
): Threshold[] {
  const fits = holdsThresholds(chart)
  const { second, draggable, handle } = chart
  const { targets } = record.method.evaluation
  const found = layers?.thresholds
  return useMemo(() => {
    if (!fits) return []
    return targets.flatMap((target, at) => {
      const value =
        results?.wells.find((one) => one.target === target.name && one.threshold !== null)
          ?.threshold ?? found?.[at]
      if (value == null || !Number.isFinite(value) || !shown.has(target.channel)) return []
      return {
        id: target.name,
        value,
        label: `${target.name} ${formatSignal(value)}`,
        color: dyeColour(target.channel),
        draggable,
        handle: target.name === handle,
        axis: target.channel === second ? ('right' as const) : undefined,
      }
    })
  }, [targets, found, results, fits, shown, second, draggable, handle])
}

/**
 * The baseline window: of a well that is selected alone, or, while settings are tried out, of the target that they
 * are tried on.
 */
export function useBand(
  { record, results, selected, control }: Marked,
  chart: Shown,
  shown: ReadonlySet<string>,
  tried: readonly [number, number] | null,
): readonly [number, number] | undefined {
  const shape = cartridges[record.cartridge_type]
  const { target } = control.view
  const { mode } = chart
  const own = useMemo(() => {
    const [only] = selected
    if (mode === 'VAL' || selected.size !== 1 || only === undefined) return undefined
    const name = wellName(shape, only)
    const found = (results?.wells ?? []).filter(
      (one) => one.well === name && shown.has(one.channel) && one.baseline,
    )
    const baseline = (found.find((one) => one.target === target) ?? found[0])?.baseline
    return baseline ? ([baseline.start, baseline.end] as const) : undefined
  }, [results, selected, mode, shown, shape, target])
  return (mode === 'VAL' ? null : tried) ?? own
}

/** Return the label of the value axis with its unit; the specification calls fluorescence's arbitrary units a.u. */
export function yLabel({ mode, show, layer, passive }: Shown): string {
  if (mode === 'VAL') return t(show === 'curve' ? 'chart.y.raw' : 'chart.y.melt')
  if (show === 'derivative') return t('chart.y.derivative')
  if (show === 'curve' && layer === 'raw') return t('chart.y.raw')
  if (show === 'curve' && layer === 'compensated') return t('chart.y.compensated')
  const normalised = show === 'curve' && layer === 'normalised'
  if (!passive) return t(normalised ? 'chart.y.raw' : 'chart.y.corrected')
  return t(normalised ? 'chart.y.rn' : 'chart.y.drn')
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
