import { createRandom } from './seeded-random.ts'

/** Drawing of a plate; lengths in pixels, `turn` as the sine of the angle. */
export interface Picture {
  width: number
  height: number
  rows: number
  columns: number
  pitch: number
  /** Centre of the first well. */
  first: readonly [number, number]
  turn: number
  radius: number
  /** Grey of the wells by index; of what is around them. */
  light: (well: number) => number
  dark: number
  /** Grey that is added from left to right. */
  slope: number
  noise: number
  seed: number
}

export interface DrawnPicture {
  width: number
  height: number
  pixels: Uint8Array
  /** True centres, in well order. */
  centres: [number, number][]
}

export const plainPicture: Picture = {
  width: 720,
  height: 500,
  rows: 8,
  columns: 12,
  pitch: 52,
  first: [70, 64],
  turn: 0,
  radius: 18,
  light: () => 170,
  dark: 30,
  slope: 0,
  noise: 0,
  seed: 1,
}

/** Draw a plate from above with known centres: round wells, light from one side, noise, turned a little. */
export function drawPlate(changes: Partial<Picture> = {}): DrawnPicture {
  const picture = { ...plainPicture, ...changes }
  const { width, height, rows, columns, pitch, first, turn, radius } = picture
  const along = Math.sqrt(1 - turn * turn)
  const centres = Array.from({ length: rows * columns }, (_, well): [number, number] => {
    const [column, row] = [(well % columns) * pitch, Math.floor(well / columns) * pitch]
    return [first[0] + column * along - row * turn, first[1] + column * turn + row * along]
  })
  const greys = new Float64Array(width * height).fill(picture.dark)
  centres.forEach(([cx, cy], well) => {
    for (let y = Math.max(0, Math.floor(cy - radius)); y <= cy + radius && y < height; y += 1) {
      for (let x = Math.max(0, Math.floor(cx - radius)); x <= cx + radius && x < width; x += 1) {
        if ((cx - x) ** 2 + (cy - y) ** 2 < radius ** 2) greys[y * width + x] = picture.light(well)
      }
    }
  })
  const random = createRandom(picture.seed)
  const pixels = Uint8Array.from(greys, (grey, at) => {
    const light = grey + (picture.slope * (at % width)) / width
    return Math.min(255, Math.max(0, light + (random.next() - 0.5) * picture.noise))
  })
  return { width, height, pixels, centres }
}

export function toPgm({ width, height, pixels }: Omit<DrawnPicture, 'centres'>): Uint8Array {
  const header = new TextEncoder().encode(`P5\n# a plate\n${width} ${height}\n255\n`)
  const bytes = new Uint8Array(header.length + pixels.length)
  bytes.set(header)
  bytes.set(pixels, header.length)
  return bytes
}

/** Write a BMP of 24 bits, bottom row first. */
export function toBmp({ width, height, pixels }: Omit<DrawnPicture, 'centres'>): Uint8Array {
  const stride = Math.ceil((width * 3) / 4) * 4
  const bytes = new Uint8Array(54 + stride * height)
  const view = new DataView(bytes.buffer)
  bytes.set([0x42, 0x4d])
  view.setUint32(2, bytes.length, true)
  view.setUint32(10, 54, true)
  view.setUint32(14, 40, true)
  view.setInt32(18, width, true)
  view.setInt32(22, height, true)
  view.setUint16(26, 1, true)
  view.setUint16(28, 24, true)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const grey = pixels[(height - 1 - y) * width + x] ?? 0
      bytes.fill(grey, 54 + y * stride + x * 3, 54 + y * stride + x * 3 + 3)
    }
  }
  return bytes
}
