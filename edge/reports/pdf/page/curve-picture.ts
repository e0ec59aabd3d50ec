import type { PdfPage } from '../file/pdf-page.ts'
import type { ShapeText } from '../type/shape-text.ts'
import { callLines, type Shown } from './call-shape.ts'
import type { Picture } from './pictures.ts'
import { ink, type } from './sheet.ts'
import { ticksOf } from './ticks.ts'

export interface Curve {
  well: string
  call: Shown
  x: ArrayLike<number>
  y: ArrayLike<number>
}

export interface CurveOrder {
  title: string
  alt: string
  curves: readonly Curve[]
  thresholds: readonly { value: number; text: string }[]
  /** Stretch of the horizontal axis that is to be looked at, such as where a melting peak belongs. */
  band: readonly [number, number] | null
  xTitle: string
  yTitle: string
  /** Names of the wells at the ends of their curves. */
  isNamed: boolean
  shape: ShapeText
  number: (value: number, decimals: number) => string
}

interface Frame {
  left: number
  top: number
  width: number
  height: number
  x: readonly [number, number]
  y: readonly [number, number]
}

const axisRoom = { left: 43, bottom: 25, top: 3, right: 6, names: 22 }
/** Points nearer than this say nothing new on paper. */
const leastStep = 0.7

/** Draw the curves of one target over cycles or temperature, with its threshold. */
export function curvePicture(order: CurveOrder): Picture {
  return {
    title: order.title,
    alt: order.alt,
    heightFor,
    draw: (page, x, y, width) => {
      const right = order.isNamed ? axisRoom.names : axisRoom.right
      const frame: Frame = {
        left: x + axisRoom.left,
        top: y + axisRoom.top,
        width: width - axisRoom.left - right,
        height: heightFor(width) - axisRoom.top - axisRoom.bottom,
        ...rangesOf(order),
      }
      drawAxes(order, page, frame)
      const { left, top, height } = frame
      page.clip(left - 0.5, top - 0.5, frame.width + 1, height + 1, () => {
        for (const curve of order.curves) page.path(trace(curve, frame), callLines[curve.call])
      })
      drawThresholds(order, page, frame)
      if (order.isNamed) nameCurves(order, page, frame)
    },
  }
}

function heightFor(width: number): number {
  return Math.min(230, Math.max(105, width * 0.6))
}

function rangesOf({ curves, thresholds }: CurveOrder): Pick<Frame, 'x' | 'y'> {
  const x: [number, number] = [Infinity, -Infinity]
  const y: [number, number] = [Infinity, -Infinity]
  const widen = (range: [number, number], value: number) => {
    if (!Number.isFinite(value)) return
    range[0] = Math.min(range[0], value)
    range[1] = Math.max(range[1], value)
  }
  for (const curve of curves) {
    for (let at = 0; at < curve.x.length; at += 1) {
      if (!Number.isFinite(curve.y[at])) continue
      widen(x, curve.x[at] ?? Number.NaN)
      widen(y, curve.y[at] ?? Number.NaN)
    }
  }
  for (const { value } of thresholds) widen(y, value * 1.25)
  if (x[0] > x[1]) return { x: [0, 1], y: [0, 1] }
  // Limit a dip below the baseline, which would press what rises into the upper half.
  const low = Math.max(y[0], -0.2 * Math.max(0, y[1]))
  const high = y[1] > low ? y[1] + (y[1] - low) * 0.04 : low + 1
  return { x, y: [Math.min(low, 0), high] }
}

function drawAxes(order: CurveOrder, page: PdfPage, frame: Frame): void {
  const { left, top, width, height } = frame
  const { shape, number } = order
  if (order.band) {
    const [from, to] = order.band.map((value) => across(frame, value)) as [number, number]
    const start = Math.max(left, from)
    const end = Math.min(left + width, to)
    if (end > start) page.box(start, top, end - start, height, ink.soft)
  }
  const size = type.tiny
  for (const [ticks, isUpright] of [
    [ticksOf(...frame.y, 4), true],
    [ticksOf(...frame.x, 6), false],
  ] as const) {
    const decimals = decimalsOf(ticks)
    for (const tick of ticks) {
      const shaped = shape(number(tick, decimals))
      const own = (shaped.width * size) / 1000
      if (isUpright) {
        const y = up(frame, tick)
        page.line(left, y, left + width, y, { colour: ink.line, width: 0.3 })
        page.text(shaped, left - own - 3, y + 2, size, ink.quiet)
      } else {
        const x = across(frame, tick)
        page.line(x, top + height, x, top + height + 2, { colour: ink.quiet, width: 0.4 })
        page.text(shaped, x - own / 2, top + height + 8.5, size, ink.quiet)
      }
    }
  }
  page.line(left, top + height, left + width, top + height, { colour: ink.quiet })
  page.line(left, top, left, top + height, { colour: ink.quiet })
  const title = shape(order.xTitle)
  const middle = left + (width - (title.width * size) / 1000) / 2
  page.text(title, middle, top + height + 17, size, ink.quiet)
  page.turned(shape(order.yTitle), left - axisRoom.left + 5, top + height / 2, size, 90, ink.quiet)
}

function drawThresholds({ thresholds, shape }: CurveOrder, page: PdfPage, frame: Frame): void {
  for (const { value, text } of thresholds) {
    const y = up(frame, value)
    const { left, width } = frame
    page.line(left, y, left + width, y, { colour: ink.warn, width: 0.7, dash: [5, 2, 1, 2] })
    page.text(shape(text), left + 3, y - 2, type.tiny, ink.warn)
  }
}

/** Write the names below each other where the curves end, moved apart where they would touch. */
function nameCurves({ curves, shape }: CurveOrder, page: PdfPage, frame: Frame): void {
  const size = type.tiny - 0.3
  const ends = curves
    .flatMap(({ well, call, y }) => {
      let last = y.length - 1
      while (last >= 0 && !Number.isFinite(y[last])) last -= 1
      return last < 0 ? [] : [{ well, call, y: up(frame, y[last] ?? 0) }]
    })
    .toSorted((a, b) => a.y - b.y)
  let lowest = frame.top + 2
  for (const end of ends) {
    const y = Math.max(lowest, Math.min(end.y, frame.top + frame.height))
    lowest = y + size + 0.4
    const colour = callLines[end.call].colour ?? ink.text
    page.text(shape(end.well), frame.left + frame.width + 3, y + 2, size, colour)
  }
}

function trace({ x, y }: Curve, frame: Frame): [number, number][] {
  const points: [number, number][] = []
  for (let at = 0; at < x.length; at += 1) {
    const [place, value] = [x[at] ?? Number.NaN, y[at] ?? Number.NaN]
    if (!Number.isFinite(place) || !Number.isFinite(value)) continue
    const point: [number, number] = [across(frame, place), up(frame, value)]
    const before = points.at(-1)
    const isNear =
      before &&
      Math.abs(before[0] - point[0]) < leastStep &&
      Math.abs(before[1] - point[1]) < leastStep
    if (!isNear) points.push(point)
  }
  return points
}

function across({ left, width, x: [least, most] }: Frame, value: number): number {
  return left + ((value - least) / (most - least || 1)) * width
}

function up({ top, height, y: [least, most] }: Frame, value: number): number {
  return top + height - ((value - least) / (most - least || 1)) * height
}

function decimalsOf(ticks: readonly number[]): number {
  const most = Math.max(...ticks.map((tick) => (String(tick).split('.')[1] ?? '').length))
  return Math.min(most, 4)
}
