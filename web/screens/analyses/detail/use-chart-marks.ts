import { useMemo } from 'react'
import { cartridges } from '../../../../domain/catalog/cartridges.ts'
import type { Analysis } from '../../../../domain/entities/analysis.ts'
import type { Results } from '../../../../domain/results.ts'
import { wellName } from '../../../../domain/rules/well.ts'
import type { CurveLayers } from '../../../../workers/run/views.ts'
import type { Threshold } from '../../../parts/chart/draw-overlay.ts'
import { holdsThresholds, type Shown } from '../../../curves/value-axis.ts'
import { sayThreshold } from '../../../entities/result/trace-text.ts'
import type { ViewControl } from './use-view.ts'
import { dyeColour } from '../../../entities/sample/dye-colour.ts'

interface Marked {
  record: Analysis
  layers: CurveLayers | null
  results: Results | null
  control: ViewControl
  selected: ReadonlySet<number>
}

/** Return the threshold of each visible target, if the axis has its unit. */
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
      const axis = target.channel === second ? ('right' as const) : undefined
      return {
        id: target.name,
        value,
        label: sayThreshold(target.name, value, axis),
        color: dyeColour(target.channel),
        draggable,
        handle: target.name === handle,
        axis,
      }
    })
  }, [targets, found, results, fits, shown, second, draggable, handle])
}

/** Return the baseline window: of the only selected well, or, while settings are tried, of their target. */
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
