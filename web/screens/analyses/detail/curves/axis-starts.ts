import { type ChartMode, chartDefaults } from '../../../../../domain/catalog/charts.ts'
import type { LayerName, ShowName } from '../use-view.ts'

/** Content of a chart, as far as its value axis depends on it. */
export interface Shown {
  mode: ChartMode
  show: ShowName
  layer: LayerName
  /** Signals are divided by a passive reference, where the layer says so. */
  passive: boolean
  /** Of another instrument, whose arbitrary unit is not that of ours. */
  foreign: boolean
}

/**
 * The value axis that a chart begins with (spec §9, decisions D81: it grows with the data). The specification's
 * numbers are in a.u. of the company's devices: for what a passive reference has divided, and for curves of other
 * instruments, the curves alone decide.
 */
export function startOfY(chart: Shown): readonly [number, number] | null {
  const { mode, show, layer, passive, foreign } = chart
  const isRatio = passive && mode !== 'VAL' && !isInArbitraryUnits(show, layer)
  if (isRatio || foreign || show === 'log') return null
  const { yMax, derivativeMax } = chartDefaults[mode]
  return [0, show === 'derivative' ? derivativeMax : yMax]
}

function isInArbitraryUnits(show: ShowName, layer: LayerName): boolean {
  return show === 'curve' && (layer === 'raw' || layer === 'compensated')
}
