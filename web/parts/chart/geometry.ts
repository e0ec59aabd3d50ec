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
export type ChartGeometry = { width: number; height: number; x: Scale; y: Scale }

export const margins = { top: 26, right: 14, bottom: 38, left: 58 } as const

export type Domains = { x: readonly [number, number]; y: readonly [number, number] }

/** The ends of both axes: the ones asked for, else what the lines and thresholds need. */
export function fitDomains(options: {
  lines: readonly CurveLine[]
  x: ChartAxis
  y: ChartAxis
  logY: boolean
  /** Values of y that must be in view, such as thresholds. */
  alsoY: readonly number[]
}): Domains {
  const { lines, logY } = options
  const extent = findExtent(lines, logY)
  const also = options.alsoY.filter((value) => Number.isFinite(value) && (!logY || value > 0))
  const least = Math.min(extent.yLeast, ...also)
  const most = Math.max(extent.yMost, ...also)
  return {
    x: options.x.domain ?? spread(extent.xLeast, extent.xMost),
    y: options.y.domain ?? roundDomain(least, most, logY),
  }
}

/** Puts both scales into a field of this size. */
export function placeChart(
  width: number,
  height: number,
  domains: Domains,
  logY: boolean,
): ChartGeometry {
  const right = Math.max(margins.left + 1, width - margins.right)
  const bottom = Math.max(margins.top + 1, height - margins.bottom)
  return {
    width,
    height,
    x: { log: false, domain: domains.x, range: [margins.left, right] },
    y: { log: logY, domain: domains.y, range: [bottom, margins.top] },
  }
}

function spread(least: number, most: number): [number, number] {
  if (!(least <= most)) return [0, 1]
  return least === most ? [least - 0.5, most + 0.5] : [least, most]
}
