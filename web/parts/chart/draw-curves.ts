import type { CurveLine } from './curve-line.ts'
import type { Scale } from './scale.ts'
import { linearise, projector } from './scale.ts'

/** Parts of a canvas that the drawing needs; a test may give a recorder. */
export type Pen = Pick<
  CanvasRenderingContext2D,
  | 'beginPath'
  | 'moveTo'
  | 'lineTo'
  | 'stroke'
  | 'setLineDash'
  | 'globalAlpha'
  | 'lineWidth'
  | 'strokeStyle'
  | 'lineJoin'
>

export type CurveFrame = {
  x: Scale
  y: Scale
  /** Scale of lines on the right axis. */
  y2?: Scale | undefined
}

/** Return the value axis of a line. */
export function scaleOf(frame: CurveFrame, line: { axis?: 'right' | undefined }): Scale {
  return line.axis === 'right' && frame.y2 ? frame.y2 : frame.y
}

/** Return the function from values to pixels for a line; each axis is calculated once. */
export function projectorOf(frame: CurveFrame): (line: CurveLine) => (value: number) => number {
  const left = projector(frame.y)
  const right = frame.y2 ? projector(frame.y2) : left
  return (line) => (line.axis === 'right' ? right : left)
}

/** Turns a CSS colour into one a canvas knows: `var(--accent)` into its value. */
export type ReadColor = (color: string) => string

/** Thin lines are exactly 1 wide with bevelled joins: anything else costs six times as much without a GPU. */
const widths = { dim: 1, normal: 1, strong: 2.5 } as const
const joins = { dim: 'bevel', normal: 'bevel', strong: 'round' } as const
const alphas = { dim: 0.25, normal: 1, strong: 1 } as const
const order = ['dim', 'normal', 'strong'] as const

/**
 * Draw all lines, one path for each style: many short strokes cost more than a few long ones.
 * Dim lines come first, strong ones last. `starts` draws only from those points on.
 */
export function drawCurves(
  pen: Pen,
  lines: readonly CurveLine[],
  frame: CurveFrame,
  readColor: ReadColor,
  starts?: readonly number[],
): void {
  const straight = {
    x: linearise(frame.x),
    left: linearise(frame.y),
    right: linearise(frame.y2 ?? frame.y),
  }
  for (const weight of order) {
    for (const group of groupByStyle(lines, weight)) {
      const { color, dash = [] } = lines[group[0] as number] as CurveLine
      pen.globalAlpha = alphas[weight]
      pen.lineWidth = widths[weight]
      pen.lineJoin = joins[weight]
      pen.strokeStyle = readColor(color)
      pen.setLineDash([...dash])
      pen.beginPath()
      for (const at of group) {
        const line = lines[at] as CurveLine
        const y = line.axis === 'right' ? straight.right : straight.left
        traceLine(pen, line, { x: straight.x, y, log: frame.y.log }, starts?.[at] ?? 0)
      }
      pen.stroke()
    }
  }
  pen.globalAlpha = 1
  pen.setLineDash([])
}

/** List the indexes of the lines of one weight, those of the same colour and dash together. */
function groupByStyle(lines: readonly CurveLine[], weight: (typeof order)[number]): number[][] {
  const groups = new Map<string, number[]>()
  let last: CurveLine | undefined
  let group: number[] = []
  lines.forEach((line, at) => {
    if ((line.weight ?? 'normal') !== weight) return
    // Ask only the first line of each channel for its style: lines of one follow each other, by the hundred.
    if (line.color !== last?.color || line.dash !== last?.dash) {
      const style = `${line.color}|${line.dash?.join(',') ?? ''}`
      group = groups.get(style) ?? []
      groups.set(style, group)
    }
    group.push(at)
    last = line
  })
  return [...groups.values()]
}

/** Factors and shifts of both axes. */
type Straight = { x: Linear; y: Linear; log: boolean }
type Linear = ReturnType<typeof linearise>

/** Add a line to the path. A value without a place (missing, or not above 0 on a log axis) is a gap. */
function traceLine(
  pen: Pen,
  { values, x }: CurveLine,
  { x: { factor: xFactor, shift: xShift }, y: { factor: yFactor, shift: yShift }, log }: Straight,
  start: number,
): void {
  let down = false
  for (let index = start; index < values.length; index++) {
    const value = values[index] as number
    const y = yShift + yFactor * (log ? Math.log10(value) : value)
    if (!(y > -1e6 && y < 1e6)) {
      down = false
      continue
    }
    const px = xShift + xFactor * (x ? (x[index] as number) : index + 1)
    if (down) pen.lineTo(px, y)
    else pen.moveTo(px, y)
    down = true
  }
}
