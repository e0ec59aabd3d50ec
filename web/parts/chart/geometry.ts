import type { CurveLine } from './curve-line.ts'
import { findExtent } from './curve-line.ts'
import type { Scale } from './scale.ts'
import { roundDomain } from './scale.ts'

export type ChartAxis = {
  /** With its unit: `Fluorescence (a.u.)`. */
  label: string
  /** Fixed ends, such as those of a zoom; without them `start` and the lines decide. */
  domain?: readonly [number, number] | undefined
  /** Ends to begin with: the axis grows beyond them with the data and never ends before them. */
  start?: readonly [number, number] | undefined
  /** Its values are whole numbers, such as cycles: nothing is written between them. */
  isWhole?: boolean
  /** The ends in `domain` are what this chart has by itself, and nobody's wish. */
  isOwn?: boolean
}

export type AxisName = 'x' | 'y' | 'y2'

/** Positions of a chart's parts, in CSS pixels from its upper left corner. */
export type ChartGeometry = {
  width: number
  height: number
  x: Scale
  y: Scale
  /** The right axis, where there is one. */
  y2?: Scale | undefined
}

export const margins = { top: 26, right: 14, bottom: 38, left: 58 } as const

type Domain = readonly [number, number]
export type Domains = { x: Domain; y: Domain; y2?: Domain | undefined }

/** Return the ends of the axes: the given ones, else those that the lines and thresholds need. */
export function fitDomains(options: {
  lines: readonly CurveLine[]
  x: ChartAxis
  y: ChartAxis
  y2?: ChartAxis | undefined
  logY: boolean
  /** Values of y that must be in view, such as thresholds. */
  alsoY: readonly number[]
}): Domains {
  const { lines, logY, y2 } = options
  const left = findExtent(lines, logY)
  const right = y2 && findExtent(lines, logY, 'right')
  const least = Math.min(left.xLeast, right?.xLeast ?? Infinity)
  const most = Math.max(left.xMost, right?.xMost ?? -Infinity)
  return {
    x: options.x.domain ?? grow(options.x.start, spread(least, most), least <= most),
    y: fitValues(options.y, left, logY, options.alsoY),
    y2: right && fitValues(y2, right, logY, []),
  }
}

function fitValues(
  axis: ChartAxis,
  extent: { yLeast: number; yMost: number },
  log: boolean,
  alsoY: readonly number[],
): Domain {
  // Refuse ends of a linear axis, as in an address that was changed by hand: a logarithm has none at 0 or below.
  if (axis.domain && (!log || axis.domain[0] > 0)) return axis.domain
  const also = alsoY.filter((value) => Number.isFinite(value) && (!log || value > 0))
  const least = Math.min(extent.yLeast, ...also)
  const most = Math.max(extent.yMost, ...also)
  return grow(axis.start, roundDomain(least, most, log), least <= most)
}

function grow(start: Domain | undefined, found: Domain, isFound: boolean): Domain {
  if (!start) return found
  return isFound ? [Math.min(start[0], found[0]), Math.max(start[1], found[1])] : start
}

/** Put the scales into a field of this size. */
export function placeChart(
  width: number,
  height: number,
  domains: Domains,
  logY: boolean,
  isWholeX = false,
): ChartGeometry {
  const right = Math.max(margins.left + 1, width - (domains.y2 ? margins.left : margins.right))
  const bottom = Math.max(margins.top + 1, height - margins.bottom)
  const range = [bottom, margins.top] as const
  return {
    width,
    height,
    x: { log: false, domain: domains.x, range: [margins.left, right], isWhole: isWholeX },
    y: { log: logY, domain: domains.y, range },
    ...(domains.y2 && { y2: { log: logY, domain: domains.y2, range } }),
  }
}

function spread(least: number, most: number): [number, number] {
  if (!(least <= most)) return [0, 1]
  return least === most ? [least - 0.5, most + 0.5] : [least, most]
}
