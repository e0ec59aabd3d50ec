import { acceptance, type RoiLimit } from '../../../domain/catalog/calibration.ts'
import { type PlateView, takePicture } from '../../../devices/camera.ts'
import { readRoiSliced, type RoiReading } from '../../../workers/images/read-roi.ts'
import { finishAtOnce } from '../../../workers/slices.ts'
import { createRandom, type Random } from '../../support/seeded-random.ts'

const shapes = [
  [3, 3],
  [4, 4],
  [6, 6],
  [8, 12],
] as const

/** Draw a plate as cameras see sound ones: turned, tilted, vignetted, with dust between the wells and uneven light. */
export function drawView(random: Random, seed: string): PlateView {
  const [rows, columns] = random.pick(shapes)
  const between = (from: number, to: number) => from + (to - from) * random.next()
  const pitch = between(24, rows > 6 ? 34 : 60)
  const wells = Array.from({ length: rows * columns }, (_, well) => well)
  return {
    rows,
    columns,
    pitch,
    radius: between(0.28, 0.38) * pitch,
    shift: [between(-0.12, 0.12) * pitch, between(-0.12, 0.12) * pitch],
    turn: between(-0.06, 0.06),
    tilt: between(-0.008, 0.008),
    dark: between(12, 40),
    light: between(110, 200),
    vignetting: between(0, 0.25),
    noise: between(0.5, 3),
    dust: wells.slice(0, random.below(4)).map(() => ({
      x: (0.8 + 0.5 + random.below(columns - 1)) / (columns + 0.6),
      y: (0.8 + 0.5 + random.below(rows - 1)) / (rows + 0.6),
      radius: between(0.03, 0.09) * pitch,
    })),
    faults: { dim: Object.fromEntries(wells.map((well) => [well, between(0.85, 1.15)])) },
    seed,
  }
}

/** Faults that are planted: each a fifth beyond its limit or more, because a limit itself is neither. */
const faults: Readonly<
  Record<string, { limit: RoiLimit; plant: (view: PlateView, random: Random) => PlateView }>
> = {
  'missing well': {
    limit: 'unseen',
    plant: (view, random) => withFault(view, { missing: [wellOf(view, random)] }),
  },
  'saturated well': {
    limit: 'saturated',
    plant: (view, random) => withFault(view, { saturated: [wellOf(view, random)] }),
  },
  'dim well': {
    limit: 'grey',
    plant: (view, random) =>
      withFault(view, {
        dim: { ...view.faults.dim, [wellOf(view, random)]: 0.2 + 0.12 * random.next() },
      }),
  },
  'displaced well': {
    limit: 'centre',
    plant: (view, random) => {
      const angle = 2 * Math.PI * random.next()
      const far = 0.13 + 0.07 * random.next()
      const by = [far * Math.cos(angle), far * Math.sin(angle)] as const
      return withFault(view, { moved: { [wellOf(view, random)]: by } })
    },
  },
  'swollen or shrunken well': {
    limit: 'radius',
    plant: (view, random) =>
      withFault(view, { size: { [wellOf(view, random)]: random.below(2) ? 1.22 : 0.78 } }),
  },
}
export const faultNames = [...Object.keys(faults), 'bumped camera']

function wellOf({ rows, columns }: PlateView, random: Random): number {
  return random.below(rows * columns)
}

function withFault(view: PlateView, more: PlateView['faults']): PlateView {
  return { ...view, faults: { ...view.faults, ...more } }
}

/** Take the picture of a plate and read it, as two channels of which the second is as given. */
function read(views: readonly PlateView[], last: RoiReading | null) {
  const [first] = views
  if (!first) throw new Error('No view')
  const taken = views.map(takePicture)
  const pictures = taken.map(({ width, height, pixels }, at) => ({
    channel: `C${at}`,
    image: { width, height, pixels, original: { width, height } },
  }))
  const look = { rows: first.rows, columns: first.columns, wells: 'bright' as const }
  const reading = finishAtOnce(readRoiSliced(pictures, look, { placed: null, last }))
  const errors = reading.regions.map(({ x, y }, at) => {
    const [cx, cy] = taken[0]?.centres[at] ?? [0, 0]
    return Math.hypot(x - cx, y - cy)
  })
  return { reading, errors }
}

/** Read a sound plate in two channels. */
export function readSound(seed: number) {
  const random = createRandom(seed)
  const view = drawView(random, `${seed}`)
  return read([view, { ...view, seed: `${seed} second`, light: 0.7 * view.light }], null)
}

/** Read a plate with a fault in the second of two channels, or moved since the last calibration; true when it is found. */
export function findsFault(name: string, seed: number): boolean {
  const random = createRandom(seed)
  const view = drawView(random, `${seed}`)
  const second = { ...view, seed: `${seed} second` }
  if (name === 'bumped camera') {
    const before = read([view], null).reading
    const far = (acceptance.roi.shift.value * 1.3 + 0.1 * random.next()) * view.pitch
    const after = { ...view, shift: [view.shift[0] + far, view.shift[1]] as const }
    return read([after], before).reading.findings.some(({ limit }) => limit === 'shift')
  }
  const fault = faults[name]
  if (!fault) throw new Error(`No fault ${name}`)
  // Displace a well in every channel; show other faults in one.
  const spoilt = fault.plant(second, random)
  const { moved } = spoilt.faults
  const whole = moved ? withFault(view, { moved }) : view
  const { findings } = read([whole, spoilt], null).reading
  return findings.some(({ limit }) => limit === fault.limit)
}
