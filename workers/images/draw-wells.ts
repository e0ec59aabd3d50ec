import type { WellRegion } from './find-wells.ts'
import type { GreyImage } from './grey-image.ts'
import { eachRow, finishAtOnce, type Sliced } from '../slices.ts'
import { writePngSliced } from './write-png.ts'

/** Longest side of the picture that is drawn. */
const drawnSide = 1000

const seenColour = [0, 200, 120] as const
const guessedColour = [255, 140, 0] as const

/** Draw the picture with a ring around each well, as a PNG: green where it was seen, orange where the grid puts it. */
export function drawWells(image: GreyImage, regions: readonly WellRegion[]): Uint8Array {
  return finishAtOnce(drawWellsSliced(image, regions))
}

/** Draw the wells in slices. */
export function* drawWellsSliced(
  image: GreyImage,
  regions: readonly WellRegion[],
): Sliced<Uint8Array> {
  const step = Math.max(1, Math.ceil(Math.max(image.width, image.height) / drawnSide))
  const width = Math.floor(image.width / step)
  const height = Math.floor(image.height / step)
  const rgb = new Uint8Array(width * height * 3)
  yield* eachRow(width, height, (y) => {
    for (let x = 0; x < width; x += 1) {
      rgb.fill(
        image.pixels[y * step * image.width + x * step] ?? 0,
        (y * width + x) * 3,
        (y * width + x) * 3 + 3,
      )
    }
  })
  const scale = image.original.width / image.width
  for (const region of regions) {
    const [x, y] = [region.x / scale / step, region.y / scale / step]
    const radius = Math.max(2, region.radius / scale / step)
    drawRing({ rgb, width, height }, x, y, radius, region.seen ? seenColour : guessedColour)
  }
  yield
  return yield* writePngSliced(width, height, rgb)
}

function drawRing(
  { rgb, width, height }: { rgb: Uint8Array; width: number; height: number },
  x: number,
  y: number,
  radius: number,
  colour: readonly [number, number, number],
): void {
  const reach = Math.ceil(radius + 1)
  for (let row = Math.max(0, Math.floor(y) - reach); row <= y + reach && row < height; row += 1) {
    for (let at = Math.max(0, Math.floor(x) - reach); at <= x + reach && at < width; at += 1) {
      const distance = Math.sqrt((at - x) * (at - x) + (row - y) * (row - y))
      if (Math.abs(distance - radius) <= 0.9) rgb.set(colour, (row * width + at) * 3)
    }
  }
}
