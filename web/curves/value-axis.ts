import { type ChartMode, chartDefaults } from '../../domain/catalog/charts.ts'
import type { CurveUnit } from '../../domain/rules/curve-unit.ts'
import { t } from '../i18n/intl.ts'
import type { CurveLine } from '../parts/chart/curve-line.ts'
import type { Threshold } from '../parts/chart/draw-overlay.ts'
import { decades } from '../parts/chart/scale.ts'

export const showNames = ['curve', 'derivative', 'log'] as const
export type ShowName = (typeof showNames)[number]
export const layerNames = ['corrected', 'normalised', 'compensated', 'raw'] as const
export type LayerName = (typeof layerNames)[number]

/** Content of a chart, as far as its value axis depends on it. */
export interface Shown {
  mode: ChartMode
  show: ShowName
  layer: LayerName
  /** Unit of the curves; layers before the division keep that of the light. */
  unit: CurveUnit
  /** True for curves of another instrument, whose arbitrary unit is not that of ours. */
  foreign: boolean
}

/** Values that a chart holds, in the unit of its axis. */
export interface Held {
  /** Highest value of the curves; below 0 for none. */
  most: number
  /** Highest threshold; 0 for none. */
  threshold: number
  /** All is measured: the curves rise no further. */
  isOver: boolean
}

const nothing: Held = { most: 0, threshold: 0, isOver: false }

/** Times the threshold that an axis has room for, so that noise does not fill a chart. */
const roomOverThreshold = 4
/** Curves that would stay in this part of a measured run's axis set it themselves. */
const lowPart = 1 / 4

/**
 * Return the value axis with which a chart begins (spec §9, decisions D81: it grows with the data). The specification's
 * numbers are in a.u. of the company's devices: values divided by a passive reference, and curves of other instruments,
 * set the axis alone. So do curves of a device that would be a line at its bottom: where the threshold is far down, and
 * once a run is over.
 */
export function startOfY(chart: Shown, held: Held = nothing): readonly [number, number] | null {
  const { mode, show, layer, unit, foreign } = chart
  const isRatio = unit !== 'au' && mode !== 'VAL' && !isInArbitraryUnits(show, layer)
  if (isRatio || foreign || show === 'log') return null
  const { yMax, derivativeMax } = chartDefaults[mode]
  const usual = show === 'derivative' ? derivativeMax : yMax
  const least = roomOverThreshold * held.threshold
  if (least > 0 && least < usual / 10) return [0, least]
  const needed = Math.max(least, held.most)
  return held.isOver && needed > 0 && needed < usual * lowPart ? [0, needed] : [0, usual]
}

function isInArbitraryUnits(show: ShowName, layer: LayerName): boolean {
  return show === 'curve' && (layer === 'raw' || layer === 'compensated')
}

/** Return true when a chart's axis has the unit of thresholds. */
export function holdsThresholds({ mode, show, layer }: Omit<Shown, 'unit' | 'foreign'>): boolean {
  return mode !== 'VAL' && (show === 'log' || (show === 'curve' && layer === 'corrected'))
}

/** Texts of a curve before and after its baseline. */
const texts = {
  au: ['chart.y.raw', 'chart.y.corrected'],
  rn: ['chart.y.rn', 'chart.y.drn'],
} as const satisfies Record<CurveUnit, readonly [string, string]>

/** Return the label of the value axis with its unit; the specification calls fluorescence's arbitrary units a.u. */
export function yLabel({ mode, show, layer, unit }: Shown): string {
  if (mode === 'VAL') return t(show === 'curve' ? 'chart.y.raw' : 'chart.y.melt')
  if (show === 'derivative') return t('chart.y.derivative')
  if (show === 'curve' && layer === 'raw') return t('chart.y.raw')
  if (show === 'curve' && layer === 'compensated') return t('chart.y.compensated')
  const [before, after] = texts[unit]
  return t(show === 'curve' && layer === 'normalised' ? before : after)
}

/** Return the useful part of a logarithmic axis: from a decade or two under the lowest threshold up. */
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
  return decades(Math.floor(Math.log10(lowest)) - 1, Math.floor(Math.log10(most) * 2 + 1) / 2)
}
