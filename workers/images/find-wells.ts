import { roiLimits } from '../../domain/catalog/calibration.ts'
import { refuseImage } from './refuse-image.ts'
import { type Blob, findBlobs } from './find-blobs.ts'
import { chooseRound, fitGrid, type GridFit } from './fit-grid.ts'
import type { GreyImage } from './grey-image.ts'
import { finishAtOnce, type Sliced } from '../slices.ts'

/** A well in the picture as it was sent, in its pixels. */
export interface WellRegion {
  well: string
  row: number
  column: number
  x: number
  y: number
  radius: number
  /** Mean grey inside, 0 to 255. */
  mean: number
  seen: boolean
}

export interface FoundWells {
  regions: WellRegion[]
  seen: number
  /** Mean distance from the grid in pixels. */
  misfit: number
}

export interface PlateLook {
  rows: number
  columns: number
  wells: 'bright' | 'dark'
}

/**
 * Find the wells of a plate in a picture: bright patches, and their grid. A well that is not seen gets its place from
 * the grid.
 * @throws Fault `invalid`, reason `wells_not_found`, when too few wells are seen or they are not on a grid.
 */
export function findWells(image: GreyImage, look: PlateLook): FoundWells {
  return finishAtOnce(findWellsSliced(image, look))
}

/** Find the wells in slices. */
export function* findWellsSliced(
  image: GreyImage,
  { rows, columns, wells }: PlateLook,
): Sliced<FoundWells> {
  const plane = wells === 'bright' ? image : { ...image, pixels: image.pixels.map((v) => 255 - v) }
  const found = yield* searchWindows(plane, rows, columns)
  const seen = found?.nodes.filter(({ blob }) => blob !== null).length ?? 0
  if (!found || seen < roiLimits.seen * rows * columns || found.misfit > roiLimits.misfit) {
    throw refuseImage('wells_not_found', 'The wells cannot be found in this picture', {
      seen,
      wanted: rows * columns,
    })
  }
  return describe(image, found, seen)
}

/**
 * Search with windows of several widths, because the plate may fill the picture or a part of it; take the one that
 * finds most wells.
 */
function* searchWindows(plane: GreyImage, rows: number, columns: number): Sliced<GridFit | null> {
  const fill = Math.min(plane.width / columns, plane.height / rows)
  let best: GridFit | null = null
  let most = -1
  for (const share of [1, 0.7, 0.5, 0.35]) {
    const window = fill * share
    if (window < 4) continue
    const blobs = yield* findBlobs(plane, window)
    yield
    const fit = fitGrid(chooseRound(blobs), rows, columns)
    yield
    const seen = fit?.nodes.filter(({ blob }) => blob !== null).length ?? 0
    if (fit && seen > most && fit.misfit <= roiLimits.misfit) [best, most] = [fit, seen]
    if (most === rows * columns) break
  }
  return best
}

function describe(image: GreyImage, { nodes, misfit, grid }: GridFit, seen: number): FoundWells {
  const scale = image.original.width / image.width
  const areas = nodes.flatMap(({ blob }) => (blob ? [blob.area] : [])).toSorted((a, b) => a - b)
  const radius = Math.sqrt((areas[Math.floor(areas.length / 2)] ?? 1) / Math.PI)
  const pitch = Math.sqrt(
    Math.min(
      grid.column.x * grid.column.x + grid.column.y * grid.column.y,
      grid.row.x * grid.row.x + grid.row.y * grid.row.y,
    ),
  )
  const regions = nodes.map((node): WellRegion => {
    const { x, y }: Pick<Blob, 'x' | 'y'> = node.blob ?? node
    return {
      well: `${String.fromCharCode(65 + node.row)}${node.column + 1}`,
      row: node.row,
      column: node.column,
      // Take the centres of pixels: half a pixel in from their corner, here and in the larger picture.
      x: round((x + 0.5) * scale - 0.5),
      y: round((y + 0.5) * scale - 0.5),
      radius: round(radius * scale),
      mean: round(meanInside(image, x, y, radius)),
      seen: node.blob !== null,
    }
  })
  return { regions, seen, misfit: round(misfit * pitch * scale) }
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}

function meanInside({ width, height, pixels }: GreyImage, x: number, y: number, radius: number) {
  let [sum, count] = [0, 0]
  for (let row = Math.max(0, Math.ceil(y - radius)); row <= y + radius && row < height; row += 1) {
    for (let at = Math.max(0, Math.ceil(x - radius)); at <= x + radius && at < width; at += 1) {
      if ((at - x) * (at - x) + (row - y) * (row - y) > radius * radius) continue
      sum += pixels[row * width + at] ?? 0
      count += 1
    }
  }
  return count === 0 ? 0 : sum / count
}
