import {
  acceptance,
  isBeyond,
  type RoiLimit,
  worstFirst,
} from '../../domain/catalog/calibration.ts'
import { findMedian } from '../numbers/median.ts'
import { finishAtOnce, type Sliced } from '../slices.ts'
import { findWellsSliced, type FoundWells, type PlateLook } from './find-wells.ts'
import type { GreyImage } from './grey-image.ts'
import { type Circle, type MeasuredWell, measureWell } from './measure-wells.ts'
import { readImageSliced } from './read-image.ts'
import { refuseImage } from './refuse-image.ts'

/** A picture of the plate in one channel. */
export interface ChannelPicture {
  channel: string
  image: GreyImage
}

export interface PlacedCircle extends Circle {
  well: string
}

/** A region of interest: one circle for all channels, with what each of them shows in it, in the order of the pictures. */
export interface RoiRegion extends PlacedCircle {
  /** Distance from the grid of the other regions, and from the last accepted region; in parts of the pitch. */
  off: number
  shift: number | null
  channels: MeasuredWell[]
}

/** A limit that is not kept. `value` is in the unit of the limit (domain/catalog/calibration.ts). */
export interface RoiFinding {
  limit: RoiLimit
  channel: string | null
  well: string
  value: number
}

export interface RoiReading {
  width: number
  height: number
  pitch: number
  regions: RoiRegion[]
  /** The worst first. */
  findings: RoiFinding[]
}

/** Circles by which the regions are placed, and with which they are compared. */
export interface RoiBasis {
  /** Circles as a person has placed them; null: as they are found. */
  placed: readonly PlacedCircle[] | null
  /** Regions of the last accepted calibration of the same plate; null without one. */
  last: { width: number; height: number; regions: readonly PlacedCircle[] } | null
}

/** Read and judge the pictures of all channels, from their files. @throws Fault with field `file` */
export function readRoi(
  pictures: readonly { channel: string; bytes: Uint8Array }[],
  look: PlateLook,
  basis: RoiBasis,
): RoiReading {
  return finishAtOnce(
    (function* () {
      const read: ChannelPicture[] = []
      for (const { channel, bytes } of pictures) {
        read.push({ channel, image: yield* readImageSliced(bytes) })
      }
      return yield* readRoiSliced(read, look, basis)
    })(),
  )
}

/**
 * Place a circle for each well, measure it in every channel, and list the limits that are not kept. Without circles of a person they
 * are the mean of the centres that the channels show; the grid places a well that no channel shows.
 * @throws Fault `invalid` with field `file`: `wells_not_found` in every picture, or `pictures_differ` in size.
 */
export function* readRoiSliced(
  pictures: readonly ChannelPicture[],
  look: PlateLook,
  { placed, last }: RoiBasis,
): Sliced<RoiReading> {
  const first = pictures[0]?.image.original
  if (!first || pictures.some(({ image: { original: size } }) => !isSameSize(size, first))) {
    throw refuseImage('pictures_differ', 'The pictures of all channels must have one size')
  }
  const circles: readonly PlacedCircle[] = placed ?? (yield* findCircles(pictures, look))
  const pitch = pitchOf(circles, look)
  const measured: MeasuredWell[][] = []
  for (const circle of circles) {
    measured.push(
      pictures.map(({ image }) => measureWell(image, circle, { pitch, wells: look.wells })),
    )
    yield
  }
  const settled = placed ? circles : settle(circles, measured, look)
  const off = distancesFromGrid(settled, look, acceptance.roi.centre.value * pitch)
  const before = last && isSameSize(last, first) ? last.regions : []
  const regions = settled.map((circle, at): RoiRegion => {
    const known = before.find(({ well }) => well === circle.well)
    return {
      ...circle,
      off: round((off[at] ?? 0) / pitch),
      shift: known ? round(distance(known, circle) / pitch) : null,
      channels: pictures.map(({ image }) =>
        measureWell(image, circle, { pitch, wells: look.wells }),
      ),
    }
  })
  const names = pictures.map(({ channel }) => channel)
  const findings = judge(regions, names, pitch)
  return { width: first.width, height: first.height, pitch: round(pitch), regions, findings }
}

type Size = Pick<GreyImage, 'width' | 'height'>

function isSameSize(one: Size, other: Size): boolean {
  return one.width === other.width && one.height === other.height
}

/** Find the wells in the picture that shows most of them. */
function* findCircles(
  pictures: readonly ChannelPicture[],
  look: PlateLook,
): Sliced<FoundWells['regions']> {
  let best: FoundWells | null = null
  let failure: unknown
  for (const { image } of pictures) {
    try {
      const found: FoundWells = yield* findWellsSliced(image, look)
      if (!best || found.seen > best.seen) best = found
    } catch (error) {
      failure = error
    }
    if (best?.seen === look.rows * look.columns) break
  }
  if (!best) throw failure
  return best.regions
}

/** Move each circle to the mean of the centres that the channels show, with the median radius of all. */
function settle(
  circles: readonly PlacedCircle[],
  measured: readonly MeasuredWell[][],
  look: PlateLook,
): PlacedCircle[] {
  const seen = measured.map((row) => row.filter((one) => one.seen))
  const radii = seen.flat().map((one) => one.radius)
  const radius = radii.length === 0 ? (circles[0]?.radius ?? 1) : round(findMedian(radii))
  const moved = circles.map(({ well, x, y }, at) => {
    const patches = seen[at] ?? []
    const mean = (value: (one: MeasuredWell) => number) =>
      round(patches.reduce((sum, one) => sum + value(one), 0) / patches.length)
    const place = patches.length === 0 ? { x, y } : { x: mean((p) => p.x), y: mean((p) => p.y) }
    return { well, ...place, radius }
  })
  const grid = gridThrough(moved, look, (at) => (seen[at]?.length ?? 0) > 0)
  return moved.map((circle, at) => {
    if ((seen[at]?.length ?? 0) > 0 || !grid) return circle
    const { x, y } = grid(at)
    return { ...circle, x: round(x), y: round(y) }
  })
}

function pitchOf(circles: readonly PlacedCircle[], { rows, columns }: PlateLook): number {
  const [first, beside, below] = [circles[0], circles[columns - 1], circles[(rows - 1) * columns]]
  if (!first || !beside || !below) return 1
  const across = distance(beside, first) / (columns - 1)
  const down = distance(below, first) / (rows - 1)
  return Math.max(1, Math.min(across, down))
}

/**
 * Return the distance of each circle from the grid that the others make: its residual of the least squares divided by one minus its
 * leverage. Without that a displaced corner of nine wells would draw the grid half-way after itself. Circles beyond the limit leave the
 * grid one by one, the farthest first, so that sound neighbours are not found in their place.
 */
function distancesFromGrid(
  circles: readonly PlacedCircle[],
  look: PlateLook,
  limit: number,
): number[] {
  const left = new Set<number>()
  for (;;) {
    const grid = gridThrough(circles, look, (at) => !left.has(at))
    if (!grid) return circles.map(() => 0)
    const far = circles.map((circle, at) => {
      const node = grid(at)
      const residual = distance(node, circle)
      return left.has(at) ? residual : residual / (1 - node.leverage)
    })
    const within = far.map((one, at) => (left.has(at) ? 0 : one))
    const worst = within.reduce((most, one) => Math.max(most, one), 0)
    if (worst <= limit || left.size >= circles.length / 4) return far
    left.add(within.indexOf(worst))
  }
}

/** Fit x and y on row and column by least squares over the circles that count; null when they are on one line. */
function gridThrough(
  circles: readonly PlacedCircle[],
  { columns }: PlateLook,
  counts: (at: number) => boolean,
): ((at: number) => { x: number; y: number; leverage: number }) | null {
  const nodes = circles.flatMap(({ x, y }, at) =>
    counts(at) ? [{ x, y, row: Math.floor(at / columns), column: at % columns }] : [],
  )
  const mean = (value: (one: (typeof nodes)[number]) => number) =>
    nodes.reduce((sum, one) => sum + value(one), 0) / nodes.length
  const [r, c] = [mean(({ row }) => row), mean(({ column }) => column)]
  const [mx, my] = [mean(({ x }) => x), mean(({ y }) => y)]
  const sum = (value: (one: (typeof nodes)[number], dr: number, dc: number) => number) =>
    nodes.reduce((total, one) => total + value(one, one.row - r, one.column - c), 0)
  const [rr, cc] = [sum((_, dr) => dr * dr), sum((_, _dr, dc) => dc * dc)]
  const rc = sum((_, dr, dc) => dr * dc)
  const scale = rr * cc - rc * rc
  if (!(scale > 1e-9)) return null
  const slopes = (value: (one: (typeof nodes)[number]) => number): readonly [number, number] => {
    const [vr, vc] = [sum((one, dr) => value(one) * dr), sum((one, _, dc) => value(one) * dc)]
    return [(vr * cc - vc * rc) / scale, (vc * rr - vr * rc) / scale]
  }
  const [xr, xc] = slopes(({ x }) => x)
  const [yr, yc] = slopes(({ y }) => y)
  return (at) => {
    const [dr, dc] = [Math.floor(at / columns) - r, (at % columns) - c]
    const spread = (dr * dr * cc - 2 * dr * dc * rc + dc * dc * rr) / scale
    return {
      x: mx + dr * xr + dc * xc,
      y: my + dr * yr + dc * yc,
      leverage: Math.min(0.9, 1 / nodes.length + spread),
    }
  }
}

/** List what is beyond the limits; firm limits first, then by how far it is beyond. */
function judge(
  regions: readonly RoiRegion[],
  channels: readonly string[],
  pitch: number,
): RoiFinding[] {
  const findings: RoiFinding[] = []
  const check = (limit: RoiLimit, channel: string | null, well: string, value: number) => {
    if (isBeyond(limit, value)) findings.push({ limit, channel, well, value })
  }
  // Say it once for a well: of the grid where that is beyond the
  // limit, else of the channel in which it is farthest aside.
  const checkPlace = (region: RoiRegion) => {
    let [aside, channel]: [number, string | null] = [0, null]
    region.channels.forEach((one, at) => {
      const far = one.seen ? round(distance(one, region) / pitch) : 0
      if (far > aside) [aside, channel] = [far, channels[at] ?? null]
    })
    const isOfGrid = region.off > acceptance.roi.centre.value
    check('centre', isOfGrid ? null : channel, region.well, isOfGrid ? region.off : aside)
  }
  const inChannel = channels.map((_, at) => regions.map((region) => region.channels[at]))
  const medianOf = (values: readonly number[]) => (values.length === 0 ? 0 : findMedian(values))
  const medians = inChannel.map((wells) => {
    const seen = wells.filter((one) => one?.seen)
    return {
      grey: medianOf(seen.map((one) => one?.grey ?? 0)),
      radius: medianOf(seen.map((one) => one?.radius ?? 0)),
    }
  })
  for (const region of regions) {
    const { well } = region
    checkPlace(region)
    if (region.shift !== null) check('shift', null, well, region.shift)
    region.channels.forEach((one, at) => {
      const channel = channels[at] ?? null
      const { grey = 0, radius = 0 } = medians[at] ?? {}
      check('saturated', channel, well, one.saturated)
      check('unseen', channel, well, one.seen ? 0 : 1)
      if (!one.seen) return
      check('grey', channel, well, round(grey > 0 ? one.grey / grey : 0))
      check('radius', channel, well, round(radius > 0 ? Math.abs(one.radius / radius - 1) : 0))
    })
  }
  return worstFirst(findings)
}

interface Place {
  x: number
  y: number
}

/** Return the distance of two places; `Math.hypot` differs between engines. */
function distance(one: Place, other: Place): number {
  const [dx, dy] = [one.x - other.x, one.y - other.y]
  return Math.sqrt(dx * dx + dy * dy)
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000
}
