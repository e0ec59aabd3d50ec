import type { CurveLine } from './curve-line.ts'
import { xAt } from './curve-line.ts'
import type { CurveFrame } from './draw-curves.ts'
import { projectorOf, scaleOf } from './draw-curves.ts'
import { project, projector } from './scale.ts'

export type CurvePoint = { id: string; index: number; x: number; y: number }

/**
 * Find the line nearest to a point on screen, in pixels to its segments, and its measured point nearest to the pointer;
 * null when none is within `reach`. Strong lines win a tie.
 */
export function findNearest(
  lines: readonly CurveLine[],
  frame: CurveFrame,
  at: { x: number; y: number },
  reach: number,
): CurvePoint | null {
  let best = reach
  let found: CurveLine | null = null
  const x = projector(frame.x)
  const yOf = projectorOf(frame)
  const firstNear = firstWithin(x, at.x - reach)
  for (const line of lines) {
    const from = Math.max(0, firstNear(line) - 1)
    const distance =
      measureLine(line, { x, y: yOf(line), from }, at, reach) - (line.weight === 'strong' ? 0.5 : 0)
    if (distance <= best) {
      best = distance
      found = line
    }
  }
  return found && nearestPoint(found, frame, at.x)
}

/**
 * Return a function that finds the first point of a line at or right of a pixel, or one before it. The result is shared
 * by lines with the same x; one that ends before the pixel returns its end.
 */
function firstWithin(x: Projector, left: number): (line: CurveLine) => number {
  const known = new Map<CurveLine['x'], number>()
  return (line) => {
    const found = known.get(line.x)
    if (found !== undefined) return found
    let first = 0
    while (first < line.values.length && !(x(xAt(line, first)) >= left)) first++
    known.set(line.x, first)
    return first
  }
}

type Projector = (value: number) => number

/** Return the pixels from a point to the nearest segment of a line; infinite when none is near in x. */
function measureLine(
  line: CurveLine,
  frame: { x: Projector; y: Projector; from: number },
  at: { x: number; y: number },
  reach: number,
): number {
  let best = Infinity
  let lastX = Number.NaN
  let lastY = Number.NaN
  for (let index = frame.from; index < line.values.length; index++) {
    const x = frame.x(xAt(line, index))
    const y = frame.y(line.values[index] as number)
    if (x >= at.x - reach || lastX >= at.x - reach) {
      best = Math.min(best, measureSegment(at, lastX, lastY, x, y))
    }
    if (lastX > at.x + reach) break
    lastX = x
    lastY = y
  }
  return best
}

function measureSegment(
  at: { x: number; y: number },
  x1: number,
  y1: number,
  x2: number,
  y2: number,
): number {
  if (Number.isNaN(y2)) return Infinity
  if (Number.isNaN(y1)) return Math.hypot(at.x - x2, at.y - y2)
  const dx = x2 - x1
  const dy = y2 - y1
  const length = dx * dx + dy * dy
  const share = length === 0 ? 0 : ((at.x - x1) * dx + (at.y - y1) * dy) / length
  const near = Math.min(1, Math.max(0, share))
  return Math.hypot(at.x - x1 - near * dx, at.y - y1 - near * dy)
}

function nearestPoint(line: CurveLine, frame: CurveFrame, x: number): CurvePoint | null {
  let found: CurvePoint | null = null
  let best = Infinity
  for (let index = 0; index < line.values.length; index++) {
    const point = placePoint(line, frame, index)
    const distance = Math.abs(point.x - x)
    if (Number.isFinite(point.y) && distance < best) {
      best = distance
      found = point
    }
  }
  return found
}

/** Return a measured point with its place on screen. */
export function placePoint(line: CurveLine, frame: CurveFrame, index: number): CurvePoint {
  return {
    id: line.id,
    index,
    x: project(frame.x, xAt(line, index)),
    y: project(scaleOf(frame, line), line.values[index] ?? Number.NaN),
  }
}

export type Box = { left: number; top: number; right: number; bottom: number }

/** Find the lines with a measured point inside a box on screen. */
export function findInBox(lines: readonly CurveLine[], frame: CurveFrame, box: Box): string[] {
  const inside = (line: CurveLine) => {
    for (let index = 0; index < line.values.length; index++) {
      const { x, y } = placePoint(line, frame, index)
      if (x >= box.left && x <= box.right && y >= box.top && y <= box.bottom) return true
    }
    return false
  }
  return lines.filter(inside).map((line) => line.id)
}

/** Find the lines with a measured point inside a free form on screen (even-odd rule). */
export function findInLasso(
  lines: readonly CurveLine[],
  frame: CurveFrame,
  way: readonly { x: number; y: number }[],
): string[] {
  const box = boundWay(way)
  const inside = (line: CurveLine) => {
    for (let index = 0; index < line.values.length; index++) {
      const { x, y } = placePoint(line, frame, index)
      if (x < box.left || x > box.right || y < box.top || y > box.bottom) continue
      if (isInside(way, x, y)) return true
    }
    return false
  }
  return lines.filter(inside).map((line) => line.id)
}

function boundWay(way: readonly { x: number; y: number }[]): Box {
  const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity }
  for (const { x, y } of way) {
    box.left = Math.min(box.left, x)
    box.right = Math.max(box.right, x)
    box.top = Math.min(box.top, y)
    box.bottom = Math.max(box.bottom, y)
  }
  return box
}

function isInside(way: readonly { x: number; y: number }[], x: number, y: number): boolean {
  let inside = false
  for (let at = 0, last = way.length - 1; at < way.length; last = at++) {
    const from = way[last] as { x: number; y: number }
    const to = way[at] as { x: number; y: number }
    const crosses = from.y > y !== to.y > y
    if (crosses && x < ((from.x - to.x) * (y - to.y)) / (from.y - to.y) + to.x) inside = !inside
  }
  return inside
}

/** Find the next line up or down at a point's x, for reading the chart by keyboard. */
export function findNeighbour(
  lines: readonly CurveLine[],
  frame: CurveFrame,
  from: CurvePoint,
  direction: 'up' | 'down',
): CurvePoint | null {
  const sign = direction === 'up' ? -1 : 1
  let found: CurvePoint | null = null
  for (const line of lines) {
    if (line.id === from.id) continue
    const point = nearestPoint(line, frame, from.x)
    if (!point || (point.y - from.y) * sign <= 0) continue
    if (!found || (point.y - found.y) * sign < 0) found = point
  }
  return found
}
