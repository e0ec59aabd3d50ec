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
  const far = (reach * pitch) / scale
  const levels = countLevels(image, at, far, turn)
  const floor = percentile(levels, 0.1)
  const height = percentile(levels, 0.95) - floor
  const inside = { count: 0, sum: 0, saturated: 0 }
  eachPixel(image, at, circle.radius / scale, (value) => {
    inside.count += 1
    inside.sum += turn(value)
    if (value >= 255) inside.saturated += 1
  })
  const { saturated } = inside
  const grey = round(inside.sum / Math.max(1, inside.count) - floor)
  const patch = { count: 0, x: 0, y: 0 }
  const isLit = (value: number) => turn(value) > floor + height / 2
  eachPixel(image, at, far, (value, px, py) => {
    if (!isLit(value)) return
    patch.count += 1
    patch.x += px
    patch.y += py
  })
  const { x: cx, y: cy, radius: wide } = circle
  const unseen = { seen: false, x: cx, y: cy, radius: wide, grey, saturated }
  if (height < leastContrast || patch.count < 4) return unseen
  const [x, y] = [patch.x / patch.count, patch.y / patch.count]
  // Compare with the patch's own circle, which a well fills; edges of neighbours and scattered noise do not.
  const radius = Math.sqrt(patch.count / Math.PI)
  let filled = 0
  eachPixel(image, at, far, (value, px, py) => {
    const isOwn = (px - x) * (px - x) + (py - y) * (py - y) <= radius * radius
    if (isOwn && isLit(value)) filled += 1
  })
  if (filled < 0.8 * patch.count) return unseen
  return {
    seen: true,
    x: round((x + 0.5) * scale - 0.5),
    y: round((y + 0.5) * scale - 0.5),
    radius: round(radius * scale),
    grey,
    saturated,
  }
}

/** Visit the pixels of a circle, without a list of them: a plate has some hundred thousand. */
function eachPixel(
  { width, height, pixels }: GreyImage,
  { x: cx, y: cy }: Pick<Circle, 'x' | 'y'>,
  far: number,
  act: (value: number, x: number, y: number) => void,
): void {
  for (let y = Math.max(0, Math.ceil(cy - far)); y <= cy + far && y < height; y += 1) {
    for (let x = Math.max(0, Math.ceil(cx - far)); x <= cx + far && x < width; x += 1) {
      if ((x - cx) * (x - cx) + (y - cy) * (y - cy) > far * far) continue
      act(pixels[y * width + x] ?? 0, x, y)
    }
  }
}

interface Levels {
  /** Pixels of each grey. */
  counts: Uint32Array
  total: number
}

function countLevels(
  image: GreyImage,
  at: Pick<Circle, 'x' | 'y'>,
  far: number,
  turn: (value: number) => number,
): Levels {
  const levels = { counts: new Uint32Array(256), total: 0 }
  eachPixel(image, at, far, (value) => {
    const grey = turn(value)
    levels.counts[grey] = (levels.counts[grey] ?? 0) + 1
    levels.total += 1
  })
  return levels
}

/** Return the grey below which a share of the pixels is. */
function percentile({ counts, total }: Levels, share: number): number {
  const wanted = Math.min(total - 1, Math.floor(share * total))
  let below = 0
  for (const [grey, count] of counts.entries()) {
    below += count
    if (below > wanted) return grey
  }
  return 0
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
