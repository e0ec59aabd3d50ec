import type { CurveLine } from './curve-line.ts'
import { findExtent } from './curve-line.ts'
import type { Scale } from './scale.ts'
import { roundDomain } from './scale.ts'

export type ChartAxis = {
  /** With its unit: `Fluorescence (a.u.)`. */
  label: string
  /** Fixed ends; without them the lines decide. */
  domain?: readonly [number, number] | undefined
}

/** Where everything of a chart stands, in CSS pixels from its upper left corner. */
export type ChartGeometry = {
  width: number
  height: number
  x: Scale
  y: Scale
  /** Changes exactly when the axes must be drawn anew. */
  key: string
}

export const margins = { top: 26, right: 14, bottom: 38, left: 58 } as const

export function layOutChart(options: {
  width: number
  height: number
  lines: readonly CurveLine[]
  x: ChartAxis
  y: ChartAxis
  logY: boolean
  /** Values of y that must be in view, such as thresholds. */
  alsoY: readonly number[]
}): ChartGeometry {
  const { width, height, lines, logY } = options
  const extent = findExtent(lines, logY)
  const also = options.alsoY.filter((value) => Number.isFinite(value) && (!logY || value > 0))
  const least = Math.min(extent.yLeast, ...also)
  const most = Math.max(extent.yMost, ...also)
  const yDomain = options.y.domain ?? roundDomain(least, most, logY)
  const xDomain = options.x.domain ?? spread(extent.xLeast, extent.xMost)
  const right = Math.max(margins.left + 1, width - margins.right)
  const bottom = Math.max(margins.top + 1, height - margins.bottom)
  return {
    width,
    height,
    x: { log: false, domain: xDomain, range: [margins.left, right] },
    y: { log: logY, domain: yDomain, range: [bottom, margins.top] },
    key: [width, height, logY, ...xDomain, ...yDomain, options.x.label, options.y.label].join('|'),
  }
}

function spread(least: number, most: number): [number, number] {
  if (!(least <= most)) return [0, 1]
  return least === most ? [least - 0.5, most + 0.5] : [least, most]
}
