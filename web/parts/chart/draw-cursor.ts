import type { CurveLine } from './curve-line.ts'
import { xAt } from './curve-line.ts'
import { projectorOf, type ReadColor } from './draw-curves.ts'
import type { ChartGeometry } from './geometry.ts'
import { drawRule } from './draw-rule.ts'
import { project } from './scale.ts'

/** Opacity of the cover over everything after the shown moment. */
const veil = 0.7

/**
 * Draw an upright line at a moment of the run. With the curves given, veil the part after it and mark each curve at its
 * value there: one rectangle and a few hundred marks, instead of drawing all curves again at each move.
 */
export function drawCursor(
  pen: CanvasRenderingContext2D,
  geometry: ChartGeometry,
  { cursor, lines }: { cursor: number; lines?: readonly CurveLine[] | undefined },
  readColor: ReadColor,
): void {
  const x = project(geometry.x, cursor)
  const [bottom, top] = geometry.y.range
  if (lines) {
    pen.globalAlpha = veil
    pen.fillStyle = readColor('var(--surface)')
    pen.fillRect(x, top, Math.max(0, geometry.x.range[1] - x), bottom - top)
    pen.globalAlpha = 1
    markCurves(pen, geometry, cursor, lines, readColor)
  }
  drawRule(pen, { from: [x, top], to: [x, bottom], color: readColor('var(--text)'), dash: [1, 3] })
}

function markCurves(
  pen: CanvasRenderingContext2D,
  geometry: ChartGeometry,
  cursor: number,
  lines: readonly CurveLine[],
  readColor: ReadColor,
): void {
  const x = project(geometry.x, cursor)
  const yOf = projectorOf(geometry)
  // Draw one path for each colour: to change the colour costs more than a mark.
  for (const [color, own] of Map.groupBy(lines, (line) => line.color)) {
    pen.beginPath()
    for (const line of own) {
      const value = line.values[indexAt(line, cursor)]
      if (value === undefined) continue
      const y = yOf(line)(value)
      if (!Number.isFinite(y)) continue
      const size = line.weight === 'dim' ? 1 : line.weight === 'strong' ? 3 : 2
      pen.rect(x - size, y - size, 2 * size, 2 * size)
    }
    pen.fillStyle = readColor(color)
    pen.fill()
  }
}

/** Return the measured point of a line nearest to an x. */
export function indexAt(line: CurveLine, x: number): number {
  if (!line.x) return Math.round(x) - 1
  let found = 0
  for (let index = 1; index < line.values.length; index++) {
    if (Math.abs(xAt(line, index) - x) < Math.abs(xAt(line, found) - x)) found = index
  }
  return found
}
