import type { CurveLine } from './curve-line.ts'
import type { ReadColor } from './draw-curves.ts'
import { drawCurves, scaleOf } from './draw-curves.ts'
import { drawCursor, indexAt } from './draw-cursor.ts'
import type { ChartGeometry } from './geometry.ts'
import type { Box, CurvePoint } from './hit-curves.ts'
import { placePoint } from './hit-curves.ts'
import { drawRule } from './draw-rule.ts'
import { labelHeight, placeLabels } from './place-labels.ts'
import { project } from './scale.ts'

export type Threshold = {
  id: string
  value: number
  /** Written beside the line: `FAM 0.25`. */
  label: string
  color: string
  draggable?: boolean
  /** It can also be reached by Tab and moved by the arrow keys. */
  handle?: boolean
  /** Value axis of the line; absent: the left one. */
  axis?: 'right' | undefined
}

/** Elements over the curves, which change more often than the curves. */
export type Overlay = {
  thresholds: readonly Threshold[]
  /** The baseline's first and last x. */
  band?: readonly [number, number] | undefined
  /** An upright line: the cycle on show. */
  cursor?: number | undefined
  /** Curves, if the cursor is a moment of the run: the part after it fades. */
  lines?: readonly CurveLine[] | undefined
  hover?: { line: CurveLine; point: CurvePoint } | undefined
  /** An x that is pointed at in a chart beside this one. */
  crosshair?: number | undefined
  box?: Box | undefined
  /** A free form that is being drawn around curves. */
  lasso?: readonly { x: number; y: number }[] | undefined
}

export function drawOverlay(
  pen: CanvasRenderingContext2D,
  geometry: ChartGeometry,
  overlay: Overlay,
  readColor: ReadColor,
): void {
  const [bottom, top] = geometry.y.range
  pen.textBaseline = 'alphabetic'
  if (overlay.band) {
    const left = project(geometry.x, overlay.band[0])
    pen.globalAlpha = 0.12
    pen.fillStyle = readColor('var(--accent)')
    pen.fillRect(left, top, project(geometry.x, overlay.band[1]) - left, bottom - top)
    pen.globalAlpha = 1
  }
  if (overlay.cursor !== undefined) {
    drawCursor(pen, geometry, { cursor: overlay.cursor, lines: overlay.lines }, readColor)
  }
  drawThresholds(pen, geometry, overlay.thresholds, readColor)
  if (overlay.crosshair !== undefined) {
    const x = project(geometry.x, overlay.crosshair)
    const color = readColor('var(--chart-ink)')
    drawRule(pen, { from: [x, top], to: [x, bottom], color, dash: [], width: 1 })
  }
  if (overlay.hover) drawHover(pen, geometry, overlay.hover, readColor, overlay.crosshair)
  if (overlay.box) drawBox(pen, overlay.box, readColor)
  if (overlay.lasso) drawLasso(pen, overlay.lasso, readColor)
}

/** A pile of more would hide the curves behind it: then only the one that is moved is named. */
const mostLabels = 5

/** Draw all lines first, then all labels: a line never runs through a label. */
function drawThresholds(
  pen: CanvasRenderingContext2D,
  geometry: ChartGeometry,
  thresholds: readonly Threshold[],
  readColor: ReadColor,
): void {
  const place = (one: Threshold) => project(scaleOf(geometry, one), one.value)
  const [bottom, top] = geometry.y.range
  const shown = thresholds.filter((one) => place(one) >= top - 1 && place(one) <= bottom + 1)
  const heights = shown.map(place)
  shown.forEach((threshold, at) => {
    drawThresholdLine(pen, geometry, threshold, heights[at] as number, readColor)
  })
  const named = shown.length > mostLabels ? shown.filter(({ handle }) => handle) : shown
  const places = placeLabels(named.map(place), top, bottom)
  named.forEach((threshold, at) => {
    drawThresholdLabel(pen, geometry, threshold, places[at] as number, readColor)
  })
}

function drawThresholdLine(
  pen: CanvasRenderingContext2D,
  geometry: ChartGeometry,
  threshold: Threshold,
  y: number,
  readColor: ReadColor,
): void {
  const [left, right] = geometry.x.range
  drawRule(pen, {
    from: [left, y],
    to: [right, y],
    color: readColor(threshold.color),
    dash: [8, 3],
  })
}

/** Draw the label at the left, where amplification curves are still flat, with a mark in the line's colour. */
function drawThresholdLabel(
  pen: CanvasRenderingContext2D,
  geometry: ChartGeometry,
  threshold: Threshold,
  y: number,
  readColor: ReadColor,
): void {
  const [left] = geometry.x.range
  const width = pen.measureText(threshold.label).width
  pen.globalAlpha = 0.85
  pen.fillStyle = readColor('var(--surface)')
  pen.fillRect(left + 4, y - labelHeight, width + 22, labelHeight - 1)
  pen.globalAlpha = 1
  pen.fillStyle = readColor(threshold.color)
  pen.fillRect(left + 7, y - 9, 10, 3)
  pen.fillStyle = readColor('var(--text)')
  pen.textAlign = 'left'
  pen.fillText(threshold.label, left + 21, y - 4)
}

function drawHover(
  pen: CanvasRenderingContext2D,
  geometry: ChartGeometry,
  hover: { line: CurveLine; point: CurvePoint },
  readColor: ReadColor,
  crosshair: number | undefined,
): void {
  drawCurves(pen, [{ ...hover.line, weight: 'strong' }], geometry, readColor)
  const isElsewhere = hover.point.index < 0 && crosshair !== undefined
  const point = isElsewhere
    ? placePoint(hover.line, geometry, indexAt(hover.line, crosshair))
    : hover.point
  if (!Number.isFinite(point.y)) return
  pen.beginPath()
  pen.arc(point.x, point.y, 4.5, 0, 2 * Math.PI)
  pen.fillStyle = readColor('var(--surface)')
  pen.fill()
  pen.lineWidth = 2
  pen.strokeStyle = readColor(hover.line.color)
  pen.stroke()
}

function drawBox(pen: CanvasRenderingContext2D, box: Box, readColor: ReadColor): void {
  pen.strokeStyle = readColor('var(--accent)')
  pen.fillStyle = pen.strokeStyle
  pen.lineWidth = 1
  pen.globalAlpha = 0.12
  pen.fillRect(box.left, box.top, box.right - box.left, box.bottom - box.top)
  pen.globalAlpha = 1
  pen.strokeRect(box.left + 0.5, box.top + 0.5, box.right - box.left, box.bottom - box.top)
}

function drawLasso(
  pen: CanvasRenderingContext2D,
  way: readonly { x: number; y: number }[],
  readColor: ReadColor,
): void {
  pen.beginPath()
  for (const [at, { x, y }] of way.entries()) {
    if (at === 0) pen.moveTo(x, y)
    else pen.lineTo(x, y)
  }
  pen.closePath()
  pen.strokeStyle = readColor('var(--accent)')
  pen.fillStyle = pen.strokeStyle
  pen.lineWidth = 1
  pen.globalAlpha = 0.12
  pen.fill()
  pen.globalAlpha = 1
  pen.stroke()
}
