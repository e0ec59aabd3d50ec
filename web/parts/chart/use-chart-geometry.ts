import { useMemo } from 'react'
import type { CurveLine } from './curve-line.ts'
import type { Threshold } from './draw-overlay.ts'
import type { ChartAxis, ChartGeometry } from './geometry.ts'
import { fitDomains, placeChart } from './geometry.ts'

/**
 * Where everything stands: the same object until the size or an end of an axis changes (most new points change
 * neither), and the whole of x, of which a zoom shows a part.
 */
export function useChartGeometry(
  size: { width: number; height: number },
  shown: {
    lines: readonly CurveLine[]
    x: ChartAxis
    y: ChartAxis
    y2: ChartAxis | undefined
    logY: boolean
    thresholds: readonly Threshold[]
  },
): { geometry: ChartGeometry; wholeX: readonly [number, number] } {
  const { width, height } = size
  const { lines, x, y, y2, logY, thresholds } = shown
  const domains = useMemo(() => {
    const alsoY = thresholds.filter(({ axis }) => axis === undefined).map(({ value }) => value)
    const fitted = fitDomains({ lines, x: { ...x, domain: undefined }, y, y2, logY, alsoY })
    return { ...fitted, wholeX: fitted.x, x: x.domain ?? fitted.x }
  }, [lines, x, y, y2, logY, thresholds])
  const [left, right] = domains.x
  const [low, high] = domains.y
  const low2 = domains.y2?.[0]
  const high2 = domains.y2?.[1]
  const geometry = useMemo(() => {
    const second = low2 === undefined || high2 === undefined ? undefined : ([low2, high2] as const)
    return placeChart(width, height, { x: [left, right], y: [low, high], y2: second }, logY)
  }, [width, height, left, right, low, high, low2, high2, logY])
  return { geometry, wholeX: domains.wholeX }
}
