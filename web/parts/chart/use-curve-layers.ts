import type { RefObject } from 'react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { fitCanvas, makeColorReader, withPen } from './canvas.ts'
import type { CurveLine } from './curve-line.ts'
import { findAppended } from './curve-line.ts'
import type { AxisLabels } from './draw-axes.ts'
import { drawCurves } from './draw-curves.ts'
import type { Overlay } from './draw-overlay.ts'
import { drawOverlay } from './draw-overlay.ts'
import type { ChartGeometry } from './geometry.ts'
import { useThemeVersion } from './use-chart-room.ts'

type Drawn = {
  lines: readonly CurveLine[]
  geometry: ChartGeometry
  theme: number
  ratio: number
}

/**
 * Draw the three layers of a chart: curves and overlay on canvases, axes as SVG. Draw each again only when its content
 * changed, and only the new pieces of curves that grew.
 */
export function useCurveLayers(
  layers: {
    curves: RefObject<HTMLCanvasElement | null>
    overlay: RefObject<HTMLCanvasElement | null>
    axes: RefObject<HTMLDivElement | null>
  },
  lines: readonly CurveLine[],
  geometry: ChartGeometry,
  overlay: Overlay,
): void {
  const theme = useThemeVersion()
  const drawn = useRef<Drawn | null>(null)

  useLayoutEffect(() => {
    const canvas = layers.curves.current
    if (!canvas || geometry.width === 0) return
    const now = { lines, geometry, theme, ratio: window.devicePixelRatio }
    const before = drawn.current
    const still = before && before.geometry === geometry && before.theme === theme
    const starts = still && before.ratio === now.ratio ? findAppended(before.lines, lines) : null
    fitCanvas(canvas, geometry.width, geometry.height)
    const read = makeColorReader(canvas)
    withPen(canvas, { clear: !starts, clip: geometry }, (pen) =>
      drawCurves(pen, lines, geometry, read, starts ?? undefined),
    )
    drawn.current = now
  }, [lines, geometry, theme, layers.curves])

  useLayoutEffect(() => {
    const canvas = layers.overlay.current
    if (!canvas || geometry.width === 0) return
    fitCanvas(canvas, geometry.width, geometry.height)
    const read = makeColorReader(canvas)
    withPen(canvas, { clear: true, clip: geometry }, (pen) => {
      pen.font = `12px ${read('var(--font)')}`
      drawOverlay(pen, geometry, overlay, read)
    })
  }, [overlay, geometry, theme, layers.overlay])
}

/** Draw the axes by Plot, which is fetched at the first chart. Tells when that failed. */
export function useAxes(
  holder: RefObject<HTMLDivElement | null>,
  geometry: ChartGeometry,
  labels: AxisLabels,
): 'waiting' | 'drawn' | 'failed' {
  const [state, setState] = useState<'waiting' | 'drawn' | 'failed'>('waiting')
  const { x, y, y2 = null } = labels
  useEffect(() => {
    if (geometry.width === 0) return
    let stale = false
    import('./draw-axes.ts').then(
      ({ drawAxes }) => {
        if (stale || !holder.current) return
        holder.current.replaceChildren(drawAxes(geometry, { x, y, y2 }))
        setState('drawn')
      },
      () => stale || setState('failed'),
    )
    return () => {
      stale = true
    }
  }, [geometry, x, y, y2, holder])
  return state
}
