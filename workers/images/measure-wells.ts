import type { GreyImage } from './grey-image.ts'

/** A circle in a picture, in its pixels as it was sent. */
export interface Circle {
  x: number
  y: number
  radius: number
}

/** A well as one picture shows it. Places and radius in pixels, greys from 0 to 255. */
export interface MeasuredWell {
  seen: boolean
  /** Centre and radius of the patch itself, at half of its height; of the circle where none is seen. */
  x: number
  y: number
  radius: number
  /** Mean inside the circle above the surroundings. */
  grey: number
  /** Pixels of the circle at the end of the scale. */
  saturated: number
}

/** Least height of a patch above its surroundings, in greys: five deviations of a camera's usual noise of two. */
const leastContrast = 10
/** Reach of the window around a circle, in parts of the pitch: half-way to the neighbours. */
const reach = 0.5

/**
 * Measure one well: the surroundings are the tenth percentile of a window half-way to the neighbours, the top is the 95th. What is
 * brighter than half of that height is the well, so that light from one side and vignetting move neither centre nor radius.
 * @param pitch distance between neighbouring wells, in pixels of the picture as it was sent.
 */
export function measureWell(
  image: GreyImage,
  circle: Circle,
  { pitch, wells }: { pitch: number; wells: 'bright' | 'dark' },
): MeasuredWell {
  const scale = image.original.width / image.width
  const at = { x: (circle.x + 0.5) / scale - 0.5, y: (circle.y + 0.5) / scale - 0.5 }
  const turn = (value: number) => (wells === 'bright' ? value : 255 - value)
  const window = collect(image, at, (reach * pitch) / scale)
  const inside = collect(image, at, circle.radius / scale)
  const levels = window.map(({ value }) => turn(value)).toSorted((a, b) => a - b)
  const floor = percentile(levels, 0.1)
  const height = percentile(levels, 0.95) - floor
  const mean = inside.reduce((sum, { value }) => sum + turn(value), 0) / Math.max(1, inside.length)
  const grey = round(mean - floor)
  const saturated = inside.filter(({ value }) => value >= 255).length
  const patch = window.filter(({ value }) => turn(value) > floor + height / 2)
  const { x: cx, y: cy, radius: wide } = circle
  const unseen = { seen: false, x: cx, y: cy, radius: wide, grey, saturated }
  if (height < leastContrast || patch.length < 4) return unseen
  const x = patch.reduce((sum, one) => sum + one.x, 0) / patch.length
  const y = patch.reduce((sum, one) => sum + one.y, 0) / patch.length
  // A patch fills its own circle; edges of neighbours and scattered noise do not.
  const radius = Math.sqrt(patch.length / Math.PI)
  const filled = patch.filter(
    (one) => (one.x - x) * (one.x - x) + (one.y - y) * (one.y - y) <= radius * radius,
  ).length
  if (filled < 0.8 * patch.length) return unseen
  return {
    seen: true,
    x: round((x + 0.5) * scale - 0.5),
    y: round((y + 0.5) * scale - 0.5),
    radius: round(radius * scale),
    grey,
    saturated,
  }
}

interface Pixel {
  x: number
  y: number
  value: number
}

function collect({ width, height, pixels }: GreyImage, at: Pick<Pixel, 'x' | 'y'>, far: number) {
  const found: Pixel[] = []
  for (let y = Math.max(0, Math.ceil(at.y - far)); y <= at.y + far && y < height; y += 1) {
    for (let x = Math.max(0, Math.ceil(at.x - far)); x <= at.x + far && x < width; x += 1) {
      if ((x - at.x) * (x - at.x) + (y - at.y) * (y - at.y) > far * far) continue
      found.push({ x, y, value: pixels[y * width + x] ?? 0 })
    }
  }
  return found
}

/** @param sorted values, the smallest first. */
function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
