import type { GreyImage } from './grey-image.ts'
import { eachRow, type Sliced, slicePixels } from '../slices.ts'

/** Patch of bright pixels: its place, size and how far it fills its box. */
export interface Blob {
  x: number
  y: number
  area: number
  /** Width and height of the box around it. */
  box: readonly [number, number]
}

type Plane = Pick<GreyImage, 'width' | 'height' | 'pixels'>

/** Part of Otsu's threshold that is used: where wells differ much, that threshold is between bright and dim ones. */
const share = 0.6

/**
 * Find patches that are brighter than their surroundings. Compare a pixel and its neighbours with the mean of a window
 * about as wide as the wells are apart, so that noise and light from one side do not matter; Otsu's method (IEEE Trans.
 * SMC 9:62, 1979) chooses the threshold of the difference.
 */
export function* findBlobs(image: Plane, window: number): Sliced<Blob[]> {
  const rises = yield* standOut(image, Math.max(2, Math.round(window / 2)))
  const { width, height } = image
  const counts = new Float64Array(256)
  yield* eachRow(width, height, (y) => {
    for (let at = y * width; at < (y + 1) * width; at += 1) {
      const value = rises[at] ?? 0
      counts[value] = (counts[value] ?? 0) + 1
    }
  })
  const threshold = Math.max(4, share * chooseThreshold(counts))
  const marked = new Uint8Array(rises.length)
  yield* eachRow(width, height, (y) => {
    for (let at = y * width; at < (y + 1) * width; at += 1) {
      marked[at] = Number((rises[at] ?? 0) > threshold)
    }
  })
  return yield* collect(marked, width, height)
}

/** Return the height of each pixel and its neighbours above the mean of the square around them; 0 for those below. */
function* standOut({ width, height, pixels }: Plane, reach: number): Sliced<Uint8Array> {
  const sums = yield* sumAreas(pixels, width, height)
  const rises = new Uint8Array(pixels.length)
  const meanAround = (x: number, y: number, far: number): number => {
    const [left, right] = [Math.max(0, x - far), Math.min(width, x + far + 1)]
    const [top, bottom] = [Math.max(0, y - far), Math.min(height, y + far + 1)]
    const sum =
      at(sums, width, right, bottom) -
      at(sums, width, left, bottom) -
      at(sums, width, right, top) +
      at(sums, width, left, top)
    return sum / ((right - left) * (bottom - top))
  }
  yield* eachRow(width, height, (y) => {
    for (let x = 0; x < width; x += 1) {
      rises[y * width + x] = Math.max(0, meanAround(x, y, 1) - meanAround(x, y, reach))
    }
  })
  return rises
}

/** Sum of all pixels above and to the left; one row and column wider than the picture. */
function* sumAreas(pixels: Uint8Array, width: number, height: number): Sliced<Float64Array> {
  const sums = new Float64Array((width + 1) * (height + 1))
  yield* eachRow(width, height, (y) => {
    let row = 0
    for (let x = 0; x < width; x += 1) {
      row += pixels[y * width + x] ?? 0
      sums[(y + 1) * (width + 1) + x + 1] = row + at(sums, width, x + 1, y)
    }
  })
  return sums
}

function at(sums: Float64Array, width: number, x: number, y: number): number {
  return sums[y * (width + 1) + x] ?? 0
}

/**
 * Choose the threshold that splits values into the two groups that differ most (Otsu). `counts` is the number of values
 * by value.
 */
function chooseThreshold(counts: Float64Array): number {
  const total = counts.reduce((sum, count) => sum + count, 0)
  const whole = counts.reduce((sum, count, value) => sum + count * value, 0)
  let [below, sumBelow, best, threshold] = [0, 0, -1, 0]
  for (let value = 0; value < 255; value += 1) {
    below += counts[value] ?? 0
    sumBelow += (counts[value] ?? 0) * value
    const above = total - below
    if (below === 0 || above === 0) continue
    const gap = sumBelow / below - (whole - sumBelow) / above
    const spread = below * above * gap * gap
    if (spread > best) [best, threshold] = [spread, value]
  }
  return threshold
}

/** Collect marked pixels that touch by their sides into patches, clearing their marks. */
function* collect(marked: Uint8Array, width: number, height: number): Sliced<Blob[]> {
  const blobs: Blob[] = []
  const waiting = new Int32Array(marked.length)
  for (let start = 0; start < marked.length; start += 1) {
    if (start % slicePixels === 0) yield
    if (marked[start] !== 1) continue
    marked[start] = 0
    waiting[0] = start
    let count = 1
    let [sumX, sumY] = [0, 0]
    let [left, right, top, bottom] = [width, 0, height, 0]
    const visit = (place: number): void => {
      if (marked[place] !== 1) return
      marked[place] = 0
      waiting[count] = place
      count += 1
    }
    for (let next = 0; next < count; next += 1) {
      const place = waiting[next] ?? 0
      const x = place % width
      const y = (place - x) / width
      sumX += x
      sumY += y
      if (x < left) left = x
      if (x > right) right = x
      if (y < top) top = y
      if (y > bottom) bottom = y
      if (x > 0) visit(place - 1)
      if (x < width - 1) visit(place + 1)
      if (y > 0) visit(place - width)
      if (y < height - 1) visit(place + width)
    }
    const box = [right - left + 1, bottom - top + 1] as const
    blobs.push({ x: sumX / count, y: sumY / count, area: count, box })
  }
  return blobs
}
