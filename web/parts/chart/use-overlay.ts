import { useMemo } from 'react'
import type { CurveLine } from './curve-line.ts'
import type { Overlay } from './draw-overlay.ts'
import type { CurvePoint } from './hit-curves.ts'

/** Keeps one object while nothing in it changed, so that the layer is not drawn again. */
export function useOverlay(
  marks: Omit<Overlay, 'hover' | 'lines'> & {
    veil: boolean
    lines: readonly CurveLine[]
    hover: CurvePoint | null
    hoverId: string | null | undefined
  },
): Overlay {
  const { thresholds, band, cursor, veil, box, lasso, lines, hover, hoverId, crosshair } = marks
  const from = band?.[0]
  const to = band?.[1]
  const id = hover?.id ?? hoverId
  return useMemo(() => {
    const line = id ? lines.find((one) => one.id === id) : undefined
    const point = hover ?? { id: id ?? '', index: -1, x: -100, y: -100 }
    const window = from === undefined || to === undefined ? undefined : ([from, to] as const)
    return {
      thresholds,
      band: window,
      cursor,
      ...(veil && { lines }),
      box,
      lasso,
      crosshair,
      hover: line && { line, point },
    }
  }, [thresholds, from, to, cursor, veil, box, lasso, lines, hover, id, crosshair])
}
