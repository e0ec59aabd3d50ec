import type { CurveLine } from './curve-line.ts'
import type { CurveFrame } from './draw-curves.ts'
import type { CurvePoint } from './hit-curves.ts'
import { findNeighbour, placePoint } from './hit-curves.ts'

/**
 * Read a key for reading the chart without a pointer: left and right go along a curve, up and down to the next curve
 * there. Null for other keys.
 */
export function readCurveKey(
  key: string,
  lines: readonly CurveLine[],
  frame: CurveFrame,
  at: CurvePoint | null,
): CurvePoint | null {
  const line = lines.find((one) => one.id === at?.id)
  if (!at || !line) {
    const first = lines.find((one) => one.values.length > 0)
    return key.startsWith('Arrow') && first ? placePoint(first, frame, 0) : null
  }
  switch (key) {
    case 'ArrowLeft':
      return placePoint(line, frame, Math.max(0, at.index - 1))
    case 'ArrowRight':
      return placePoint(line, frame, Math.min(line.values.length - 1, at.index + 1))
    case 'ArrowUp':
      return findNeighbour(lines, frame, at, 'up') ?? at
    case 'ArrowDown':
      return findNeighbour(lines, frame, at, 'down') ?? at
    default:
      return null
  }
}
