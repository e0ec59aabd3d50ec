import { cartridges, type DeviceCartridgeName } from '../domain/catalog/cartridges.ts'
import type { WavelengthName } from '../domain/catalog/wavelengths.ts'
import { uniform } from './random.ts'

/** Faults of a plate, by the index of the well. */
export interface PlateFaults {
  missing?: readonly number[]
  /** Share of the usual light. */
  dim?: Readonly<Record<number, number>>
  saturated?: readonly number[]
  /** Displacement in parts of the pitch, to the right and down. */
  moved?: Readonly<Record<number, readonly [number, number]>>
  /** Radius in parts of the usual one. */
  size?: Readonly<Record<number, number>>
}

/** A plate as a camera sees it. Lengths in pixels, angles in radians, greys from 0 to 255. */
export interface PlateView {
  rows: number
  columns: number
  pitch: number
  radius: number
  /** Displacement of the whole plate from the middle of the picture. */
  shift: readonly [number, number]
  turn: number
  /** Share by which the lower row is wider than the upper one: the camera looks at the plate from one side. */
  tilt: number
  dark: number
  light: number
  /** Share of the light that is lost in the corners. */
  vignetting: number
  /** Deviation of the noise, in greys. */
  noise: number
  /** Specks that darken what they cover; places in parts of the picture. */
  dust: readonly { x: number; y: number; radius: number }[]
  faults: PlateFaults
  seed: string
}

export interface TakenPicture {
  width: number
  height: number
  pixels: Uint8Array
  /** True centres, in well order. */
  centres: [number, number][]
}

/** Return the size of the picture of a plate: a margin of eight tenths of the pitch around the outer wells. */
export function sizeOf({ rows, columns, pitch }: PlateView): { width: number; height: number } {
  return {
    width: Math.round((columns - 1 + 1.6) * pitch),
    height: Math.round((rows - 1 + 1.6) * pitch),
  }
}

/** Take a picture: round wells with a soft edge of one pixel, dust, vignetting over all of it, and the noise of the camera. */
export function takePicture(view: PlateView): TakenPicture {
  const { width, height } = sizeOf(view)
  const centres = placeWells(view, width, height)
  const greys = new Float64Array(width * height).fill(view.dark)
  centres.forEach((centre, well) => drawWell(view, greys, width, height, centre, well))
  for (const { x, y, radius } of view.dust) {
    eachNear(width, height, [x * width, y * height], radius, (at, distance) => {
      if (distance < radius) greys[at] = (greys[at] ?? 0) * 0.45
    })
  }
  return { width, height, pixels: expose(greys, view, width, height), centres }
}

const saturation = 400

/** Return the greys as the camera gives them: whole, dimmed towards the corners, with its noise. */
function expose(
  greys: Float64Array,
  { seed, noise, vignetting }: PlateView,
  width: number,
  height: number,
): Uint8Array {
  const next = noiseFrom(seed)
  const corner = (width * width + height * height) / 4
  const pixels = new Uint8Array(width * height)
  for (let y = 0, at = 0; y < height; y += 1) {
    const dy = y - height / 2
    for (let x = 0; x < width; x += 1, at += 1) {
      const grey = greys[at] ?? 0
      // Keep a saturated pixel: the light was beyond the scale before it was dimmed.
      if (grey >= saturation) pixels[at] = 255
      else {
        const dx = x - width / 2
        const light = grey * (1 - (vignetting * (dx * dx + dy * dy)) / corner) + noise * next()
        pixels[at] = Math.min(254, Math.max(0, Math.round(light)))
      }
    }
  }
  return pixels
}

/** Return the light of each place against the mean of all, as the vignetting leaves it. */
export function shadingOf(view: PlateView): number[] {
  const { width, height } = sizeOf(view)
  const corner = (width * width + height * height) / 4
  const light = placeWells(view, width, height).map(([x, y]) => {
    const [dx, dy] = [x - width / 2, y - height / 2]
    return 1 - (view.vignetting * (dx * dx + dy * dy)) / corner
  })
  const mean = light.reduce((sum, one) => sum + one, 0) / light.length
  return light.map((one) => one / mean)
}

export function placeWells(view: PlateView, width: number, height: number): [number, number][] {
  const { rows, columns, pitch, turn, tilt, shift, faults } = view
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)]
  return Array.from({ length: rows * columns }, (_, well): [number, number] => {
    const [mx, my] = faults.moved?.[well] ?? [0, 0]
    const row = Math.floor(well / columns) - (rows - 1) / 2
    const column = (well % columns) - (columns - 1) / 2
    const wide = 1 + (tilt * row) / Math.max(1, rows - 1)
    const [x, y] = [(column * wide + mx) * pitch, (row + my) * pitch]
    return [
      (width - 1) / 2 + shift[0] + x * cos - y * sin,
      (height - 1) / 2 + shift[1] + x * sin + y * cos,
    ]
  })
}

function drawWell(
  { radius, dark, light, faults }: PlateView,
  greys: Float64Array,
  width: number,
  height: number,
  centre: [number, number],
  well: number,
): void {
  if (faults.missing?.includes(well)) return
  const own = radius * (faults.size?.[well] ?? 1)
  const full = faults.saturated?.includes(well)
    ? 2 * saturation
    : dark + (light - dark) * (faults.dim?.[well] ?? 1)
  eachNear(width, height, centre, own + 1, (at, distance) => {
    const share = Math.min(1, Math.max(0, own + 0.5 - distance))
    greys[at] = Math.max(greys[at] ?? 0, dark + (full - dark) * share)
  })
}

function eachNear(
  width: number,
  height: number,
  [cx, cy]: readonly [number, number],
  reach: number,
  act: (at: number, distance: number) => void,
): void {
  for (let y = Math.max(0, Math.floor(cy - reach)); y <= cy + reach && y < height; y += 1) {
    for (let x = Math.max(0, Math.floor(cx - reach)); x <= cx + reach && x < width; x += 1) {
      act(y * width + x, Math.sqrt((x - cx) * (x - cx) + (y - cy) * (y - cy)))
    }
  }
}

/** Return numbers of mean 0 and deviation 1: the sum of the four bytes of a random number (Mulberry32), quick enough for every pixel. */
function noiseFrom(seed: string): () => number {
  // Keep whole numbers of 32 bits as such: a plain variable of a closure is a new object at each step.
  const kept = new Int32Array([Math.floor(uniform(seed) * 2 ** 32) | 0])
  return () => {
    const state = ((kept[0] ?? 0) + 0x6d2b79f5) | 0
    kept[0] = state
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    mixed ^= mixed >>> 14
    const sum = (mixed & 255) + ((mixed >>> 8) & 255) + ((mixed >>> 16) & 255) + (mixed >>> 24)
    return ((sum - 510) / 256) * Math.sqrt(3)
  }
}

/** Pixels between the centres of neighbouring wells, by cartridge. */
const pitches: Readonly<Record<DeviceCartridgeName, number>> = {
  Wells9: 64,
  Wells16: 56,
  Wells36: 44,
  Wells96: 32,
}

/**
 * Return the plate as the camera of a device sees it in a channel. Place, turn and dust are the device's own, light and noise the
 * channel's: the same for the same moment.
 */
export function viewOf(
  { serial, cartridge }: { serial: string; cartridge: DeviceCartridgeName },
  channel: WavelengthName,
  moment: string,
  faults: PlateFaults,
): PlateView {
  const { rows, columns } = cartridges[cartridge]
  const pitch = pitches[cartridge]
  const own = (name: string) => uniform(`${serial}|camera|${name}`)
  const between = (name: string, from: number, to: number) => from + (to - from) * own(name)
  return {
    rows,
    columns,
    pitch,
    radius: 0.33 * pitch,
    shift: [between('x', -0.1, 0.1) * pitch, between('y', -0.1, 0.1) * pitch],
    turn: between('turn', -0.02, 0.02),
    tilt: between('tilt', -0.004, 0.004),
    dark: between('dark', 18, 30),
    light: between(`${channel}|light`, 130, 190),
    vignetting: between('vignetting', 0.08, 0.22),
    noise: 2,
    // Put dust between the wells, where that of a used plate collects.
    dust: [0, 1].map((speck) => ({
      x: (0.8 + 0.5 + Math.floor(own(`dust ${speck}`) * (columns - 1))) / (columns + 0.6),
      y: (0.8 + 0.5) / (rows + 0.6),
      radius: 0.08 * pitch,
    })),
    faults,
    seed: `${serial}|${channel}|${moment}`,
  }
}
