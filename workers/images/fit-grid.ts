import { findMedian } from '../numbers/median.ts'
import type { Blob } from './find-blobs.ts'

interface Point {
  x: number
  y: number
}

/** Grid of wells: the place of row 0, column 0, and the steps from column to column and from row to row. */
export interface Grid {
  origin: Point
  column: Point
  row: Point
}

/** A node of the grid with the patch that was seen there, if there was one. */
export interface Node extends Point {
  row: number
  column: number
  blob: Blob | null
}

export interface GridFit {
  grid: Grid
  nodes: Node[]
  /** Mean distance of the patches from their nodes, in parts of the pitch. */
  misfit: number
}

/** More patches than a plate has wells, and few enough to compare each with each. */
const mostBlobs = 600

/** Choose the patches that are round enough and about as large as the others. */
export function chooseRound(blobs: readonly Blob[]): Blob[] {
  const round = blobs.filter(({ area, box: [width, height] }) => {
    const fill = area / (width * height)
    return area >= 12 && width < 2 * height && height < 2 * width && fill > 0.55
  })
  // Take the largest patches for the wells: dust and noise are many and small.
  const areas = round.map(({ area }) => area).toSorted((a, b) => b - a)
  const typical = medianOf(areas.slice(0, Math.max(4, Math.ceil(areas.length / 2))))
  return round
    .filter(({ area }) => area > typical * 0.3 && area < typical * 3)
    .toSorted((a, b) => b.area - a.area)
    .slice(0, mostBlobs)
}

/**
 * Lay a grid of `rows` and `columns` over the patches: steps between neighbours give its directions, a walk from
 * patch to patch its indices, least squares its exact place, twice more with the patches that then are on nodes.
 * Null when there is none. The picture may be turned by up to some 20 degrees.
 */
export function fitGrid(blobs: readonly Blob[], rows: number, columns: number): GridFit | null {
  const steps = findSteps(blobs)
  if (!steps) return null
  const placed = walk(blobs, steps)
  let members = bestWindow(placed, rows, columns)
  let fit: GridFit | null = null
  for (let round = 0; round < 3; round += 1) {
    const grid = solve(members)
    if (!grid) return fit
    fit = settle(grid, blobs, rows, columns)
    members = fit.nodes.flatMap(({ row, column, blob }) => (blob ? [{ row, column, blob }] : []))
  }
  return fit
}

interface Placed {
  row: number
  column: number
  blob: Blob
}

/** Find the steps to the next patch at the right and to the next one below, as medians over all patches. */
function findSteps(blobs: readonly Blob[]): { right: Point; down: Point } | null {
  const right: Point[] = []
  const down: Point[] = []
  for (const from of blobs) {
    const beside = nearest(blobs, from, (dx, dy) => dx > 0 && Math.abs(dy) < dx * 0.45)
    const below = nearest(blobs, from, (dx, dy) => dy > 0 && Math.abs(dx) < dy * 0.45)
    if (beside) right.push({ x: beside.x - from.x, y: beside.y - from.y })
    if (below) down.push({ x: below.x - from.x, y: below.y - from.y })
  }
  if (right.length === 0 || down.length === 0) return null
  return { right: medianStep(right), down: medianStep(down) }
}

function nearest(
  blobs: readonly Blob[],
  from: Blob,
  fits: (dx: number, dy: number) => boolean,
): Blob | null {
  let [best, found]: [number, Blob | null] = [Number.POSITIVE_INFINITY, null]
  for (const blob of blobs) {
    const [dx, dy] = [blob.x - from.x, blob.y - from.y]
    const distance = dx * dx + dy * dy
    if (blob !== from && distance < best && fits(dx, dy)) [best, found] = [distance, blob]
  }
  return found
}

function medianStep(steps: readonly Point[]): Point {
  return { x: medianOf(steps.map(({ x }) => x)), y: medianOf(steps.map(({ y }) => y)) }
}

function medianOf(values: readonly number[]): number {
  return values.length === 0 ? 0 : findMedian(values)
}

/** Index patches by steps from the first one reached; of several groups the largest counts. */
function walk(blobs: readonly Blob[], { right, down }: { right: Point; down: Point }): Placed[] {
  const reach = 0.35 * Math.sqrt(Math.min(lengthOf(right), lengthOf(down)))
  const left = new Set(blobs)
  let largest: Placed[] = []
  while (left.size > largest.length) {
    const [first] = left
    if (!first) break
    left.delete(first)
    const group: Placed[] = [{ row: 0, column: 0, blob: first }]
    for (const { row, column, blob } of group) {
      for (const [r, c] of [
        [0, 1],
        [0, -1],
        [1, 0],
        [-1, 0],
      ] as const) {
        const place = {
          x: blob.x + c * right.x + r * down.x,
          y: blob.y + c * right.y + r * down.y,
        }
        const next = closest(left, place, reach)
        if (!next) continue
        left.delete(next)
        group.push({ row: row + r, column: column + c, blob: next })
      }
    }
    if (group.length > largest.length) largest = group
  }
  return largest
}

function lengthOf({ x, y }: Point): number {
  return x * x + y * y
}

function closest(blobs: Iterable<Blob>, place: Point, reach: number): Blob | null {
  let [best, found]: [number, Blob | null] = [reach * reach, null]
  for (const blob of blobs) {
    const distance = lengthOf({ x: blob.x - place.x, y: blob.y - place.y })
    if (distance < best) [best, found] = [distance, blob]
  }
  return found
}

/** Choose the place of the plate on the indices with most patches on it; indices count from 0 there. */
function bestWindow(placed: readonly Placed[], rows: number, columns: number): Placed[] {
  let best: Placed[] = []
  const firstRows = new Set(placed.map(({ row }) => row))
  const firstColumns = new Set(placed.map(({ column }) => column))
  for (const top of firstRows) {
    for (const side of firstColumns) {
      const inside = placed.filter(
        ({ row, column }) =>
          row >= top && row < top + rows && column >= side && column < side + columns,
      )
      if (inside.length > best.length) {
        best = inside.map(({ row, column, blob }) => ({
          row: row - top,
          column: column - side,
          blob,
        }))
      }
    }
  }
  return best
}

/** Solve the least squares for x and y on 1, column and row; null when the patches are on one line. */
function solve(members: readonly Placed[]): Grid | null {
  const count = members.length
  if (count < 3) return null
  const mean = (value: (one: Placed) => number) =>
    members.reduce((sum, one) => sum + value(one), 0) / count
  const [c, r] = [mean(({ column }) => column), mean(({ row }) => row)]
  const [x, y] = [mean(({ blob }) => blob.x), mean(({ blob }) => blob.y)]
  const sum = (value: (one: Placed, dc: number, dr: number) => number) =>
    members.reduce((total, one) => total + value(one, one.column - c, one.row - r), 0)
  const [cc, rr, cr] = [
    sum((_, dc) => dc * dc),
    sum((_, _dc, dr) => dr * dr),
    sum((_, dc, dr) => dc * dr),
  ]
  const scale = cc * rr - cr * cr
  if (scale < 1e-9) return null
  const slopes = (value: (one: Placed) => number): [number, number] => {
    const [vc, vr] = [sum((one, dc) => value(one) * dc), sum((one, _, dr) => value(one) * dr)]
    return [(vc * rr - vr * cr) / scale, (vr * cc - vc * cr) / scale]
  }
  const [xc, xr] = slopes(({ blob }) => blob.x)
  const [yc, yr] = slopes(({ blob }) => blob.y)
  return {
    origin: { x: x - c * xc - r * xr, y: y - c * yc - r * yr },
    column: { x: xc, y: yc },
    row: { x: xr, y: yr },
  }
}

/** Return the nodes of a grid, each with the nearest patch within a third of the pitch. */
function settle(grid: Grid, blobs: readonly Blob[], rows: number, columns: number): GridFit {
  const pitch = Math.sqrt(Math.min(lengthOf(grid.column), lengthOf(grid.row)))
  const nodes = Array.from({ length: rows * columns }, (_, index): Node => {
    const column = index % columns
    const row = (index - column) / columns
    const place = {
      x: grid.origin.x + column * grid.column.x + row * grid.row.x,
      y: grid.origin.y + column * grid.column.y + row * grid.row.y,
    }
    return { row, column, ...place, blob: closest(blobs, place, pitch * 0.33) }
  })
  const off = nodes.flatMap(({ x, y, blob }) =>
    blob ? [Math.sqrt(lengthOf({ x: blob.x - x, y: blob.y - y }))] : [],
  )
  const misfit = off.length === 0 ? 1 : off.reduce((sum, one) => sum + one, 0) / off.length / pitch
  return { grid, nodes, misfit }
}
