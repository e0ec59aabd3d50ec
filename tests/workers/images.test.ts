import { deflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { Fault } from '../../domain/fault.ts'
import { computeCrc32 } from '../../workers/files/crc32.ts'
import { drawWells, drawWellsSliced } from '../../workers/images/draw-wells.ts'
import { findWells, findWellsSliced } from '../../workers/images/find-wells.ts'
import { readImage, readImageSliced } from '../../workers/images/read-image.ts'
import { type Sliced, slicePixels } from '../../workers/slices.ts'
import { writePng } from '../../workers/images/write-png.ts'
import { type DrawnPicture, drawPlate, toBmp, toPgm } from '../support/plate-picture.ts'
import { createRandom } from '../support/seeded-random.ts'

interface PngParts {
  width: number
  height: number
  bits?: number
  colour?: number
  interlace?: number
  /** Rows with their filter bytes. */
  rows: Uint8Array
}

function makePng({
  width,
  height,
  bits = 8,
  colour = 0,
  interlace = 0,
  rows,
}: PngParts): Uint8Array {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([bits, colour, 0, 0, interlace], 8)
  const chunk = (type: string, content: Uint8Array) => {
    const named = Buffer.concat([Buffer.from(type), content])
    const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    size.writeUInt32BE(content.length)
    sum.writeUInt32BE(computeCrc32(named))
    return Buffer.concat([size, named, sum])
  }
  const start = Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10])
  const data = chunk('IDAT', deflateSync(rows))
  return new Uint8Array(
    Buffer.concat([start, chunk('IHDR', header), data, chunk('IEND', Buffer.alloc(0))]),
  )
}

/** Filter rows by the PNG standard's own definitions, each row by the next of the five filters. */
function filterRows(raw: Uint8Array, stride: number, step: number): Uint8Array {
  const height = raw.length / stride
  const rows = new Uint8Array((stride + 1) * height)
  for (let y = 0; y < height; y += 1) {
    const filter = y % 5
    rows[y * (stride + 1)] = filter
    for (let x = 0; x < stride; x += 1) {
      const at = (dx: number, dy: number) =>
        x - dx < 0 || y - dy < 0 ? 0 : (raw[(y - dy) * stride + x - dx] ?? 0)
      const [left, up, corner] = [at(step, 0), at(0, 1), at(step, 1)]
      const estimate = left + up - corner
      const nearest = [left, up, corner].toSorted(
        (a, b) => Math.abs(estimate - a) - Math.abs(estimate - b),
      )[0] as number
      const predicted = [0, left, up, Math.floor((left + up) / 2), nearest][filter] ?? 0
      rows[y * (stride + 1) + 1 + x] = at(0, 0) - predicted
    }
  }
  return rows
}

function reasonOf(bytes: Uint8Array): string | undefined {
  try {
    readImage(bytes)
  } catch (error) {
    if (error instanceof Fault) return error.first.reason
    throw error
  }
  return undefined
}

const noise = (size: number) => {
  const random = createRandom(7)
  return Uint8Array.from({ length: size }, () => random.below(256))
}

describe('a picture', () => {
  it.each([
    [0, 1, 'grey'],
    [2, 3, 'colour'],
    [4, 2, 'grey with alpha'],
    [6, 4, 'colour with alpha'],
  ])('is read from a PNG of colour type %i with every filter', (colour, channels) => {
    const [width, height] = [13, 10]
    const raw = noise(width * height * channels)
    const rows = filterRows(raw, width * channels, channels)
    const { pixels } = readImage(makePng({ width, height, colour, rows }))
    const grey = (at: number) => {
      const [r = 0, g = 0, b = 0] = raw.subarray(at * channels)
      return channels < 3 ? r : Math.round((299 * r + 587 * g + 114 * b) / 1000)
    }
    expect([...pixels]).toEqual(Array.from({ length: width * height }, (_, at) => grey(at)))
  })

  it('is read from a PNG of 16 bits by its upper ones', () => {
    const raw = Uint8Array.from([1, 200, 2, 0, 250, 255, 7, 9])
    const rows = Uint8Array.from([0, ...raw.subarray(0, 4), 0, ...raw.subarray(4)])
    const { pixels } = readImage(makePng({ width: 2, height: 2, bits: 16, rows }))
    expect([...pixels]).toEqual([1, 2, 250, 7])
  })

  it('is the same from PGM, BMP and our own PNG', () => {
    const drawn = drawPlate({ width: 61, height: 47, rows: 2, columns: 2, pitch: 20, noise: 20 })
    const rgb = Uint8Array.from({ length: drawn.pixels.length * 3 }, (_, at) =>
      Number(drawn.pixels[Math.floor(at / 3)]),
    )
    for (const bytes of [toPgm(drawn), toBmp(drawn), writePng(61, 47, rgb)]) {
      const read = readImage(bytes)
      expect([read.width, read.height]).toEqual([61, 47])
      expect(read.pixels).toEqual(drawn.pixels)
    }
  })

  it('is averaged down while it is read when it is large', () => {
    const width = 4000
    const height = 3200
    const rows = new Uint8Array((width + 1) * height).fill(0)
    for (let y = 0; y < height; y += 1) {
      rows.fill(y < height / 2 ? 40 : 80, y * (width + 1) + 1, (y + 1) * (width + 1))
    }
    const read = readImage(makePng({ width, height, rows }))
    expect([read.width, read.height]).toEqual([1333, 1066])
    expect(read.original).toEqual({ width, height })
    expect([read.pixels[0], read.pixels.at(-1)]).toEqual([40, 80])
  })

  it.each([
    ['too many pixels', { width: 8000, height: 5001 }, 'image_too_large'],
    ['one side out of all measure', { width: 30_000, height: 2 }, 'image_too_large'],
    ['no pixels', { width: 0, height: 5 }, 'image_damaged'],
    ['a palette', { width: 2, height: 2, colour: 3 }, 'image_kind'],
    ['interlacing', { width: 2, height: 2, interlace: 1 }, 'image_kind'],
    ['one bit a pixel', { width: 2, height: 2, bits: 1 }, 'image_kind'],
  ])('with %s is refused by its header', (_, facts, reason) => {
    expect(reasonOf(makePng({ ...facts, rows: new Uint8Array(4) }))).toBe(reason)
  })

  it('that is cut off, has a wrong filter or is nothing of the kind is refused', () => {
    const whole = makePng({ width: 3, height: 2, rows: new Uint8Array(8) })
    // Cut it up to the packed rows, of which a part may be enough for all of the pixels.
    for (let length = 2; length < 43; length += 1) {
      expect(reasonOf(whole.subarray(0, length)), String(length)).toBe('image_damaged')
    }
    const rows = Uint8Array.from([9, 0, 0, 0, 0, 0, 0, 0])
    expect(reasonOf(makePng({ width: 3, height: 2, rows }))).toBe('image_damaged')
    expect(reasonOf(new TextEncoder().encode('P5 2 2'))).toBe('image_damaged')
    expect(reasonOf(new TextEncoder().encode('P5 999999999999 2 255 '))).toBe('image_damaged')
    expect(reasonOf(new TextEncoder().encode('P5 9000 9000 255 '))).toBe('image_too_large')
    expect(reasonOf(toBmp(drawPlate({ width: 9, height: 9 })).subarray(0, 200))).toBe(
      'image_damaged',
    )
    expect(reasonOf(new TextEncoder().encode('GIF89a'))).toBe('image_kind')
  })

  it('that holds far more rows than it says costs no more than what it says', () => {
    const rows = new Uint8Array(40_000_000)
    const read = readImage(makePng({ width: 3, height: 2, rows }))
    expect(read.pixels.length).toBe(6)
  })
})

describe('the wells of a plate', () => {
  function check(drawn: DrawnPicture, rows: number, columns: number, within: number) {
    const found = findWells(readImage(toPgm(drawn)), { rows, columns, wells: 'bright' })
    expect(found.regions.map(({ well }) => well).slice(0, 2)).toEqual(['A1', 'A2'])
    found.regions.forEach(({ x, y, well }, index) => {
      const [cx, cy] = drawn.centres[index] as [number, number]
      expect(Math.sqrt((x - cx) ** 2 + (y - cy) ** 2), well).toBeLessThan(within)
    })
    return found
  }

  it.each([
    [3, 3, 120, 40],
    [4, 4, 100, 34],
    [6, 6, 70, 24],
    [8, 12, 52, 18],
  ])(
    'of %i x %i are found in a clean picture to a fifth of a pixel',
    (rows, columns, pitch, radius) => {
      const size = { width: columns * pitch + 60, height: rows * pitch + 50 }
      const first = [30 + pitch / 2, 25 + pitch / 2] as const
      const drawn = drawPlate({ rows, columns, pitch, radius, first, ...size })
      const found = check(drawn, rows, columns, 0.2)
      expect(found.seen).toBe(rows * columns)
      for (const region of found.regions) {
        expect(region.mean).toBeCloseTo(170, 0)
        expect(Math.abs(region.radius - radius)).toBeLessThan(1)
      }
    },
  )

  it.each([-0.12, -0.05, 0.05, 0.12])('are found when the plate is turned (sine %f)', (turn) => {
    const first = turn > 0 ? ([120, 60] as const) : ([60, 130] as const)
    const drawn = drawPlate({ turn, first, width: 780, height: 640 })
    expect(check(drawn, 8, 12, 0.6).seen).toBe(96)
  })

  it('are found in noise, with light from one side and wells of every brightness', () => {
    const drawn = drawPlate({
      light: (well) => 90 + ((well * 37) % 110),
      slope: 50,
      noise: 40,
      seed: 3,
    })
    expect(check(drawn, 8, 12, 1.5).seen).toBeGreaterThan(90)
  })

  it('that stay dark get their place from the others and are marked', () => {
    const empty = [0, 11, 40, 41, 95]
    const drawn = drawPlate({ light: (well) => (empty.includes(well) ? 30 : 170) })
    const found = check(drawn, 8, 12, 0.6)
    expect(found.regions.flatMap(({ seen }, index) => (seen ? [] : [index]))).toEqual(empty)
  })

  it('are found where the plate fills only a part of the picture', () => {
    const drawn = drawPlate({
      rows: 4,
      columns: 4,
      pitch: 40,
      radius: 14,
      first: [500, 120],
      width: 1000,
      height: 700,
      noise: 10,
    })
    expect(check(drawn, 4, 4, 0.5).seen).toBe(16)
  })

  it('are given in the pixels of a large picture', () => {
    const small = drawPlate({
      rows: 3,
      columns: 3,
      pitch: 300,
      radius: 100,
      first: [200, 200],
      width: 1000,
      height: 1000,
    })
    const width = 3000
    const pixels = new Uint8Array(width * width)
    for (let at = 0; at < pixels.length; at += 1) {
      const [x, y] = [Math.floor((at % width) / 3), Math.floor(at / width / 3)]
      pixels[at] = Number(small.pixels[y * 1000 + x])
    }
    const bytes = toPgm({ width, height: width, pixels })
    const found = findWells(readImage(bytes), { rows: 3, columns: 3, wells: 'bright' })
    found.regions.forEach(({ x, y }, index) => {
      const [cx, cy] = small.centres[index] as [number, number]
      expect(Math.abs(x - (cx * 3 + 1)) + Math.abs(y - (cy * 3 + 1))).toBeLessThan(2)
    })
  })

  it('may be darker than what is around them', () => {
    const drawn = drawPlate({ light: () => 40, dark: 200 })
    const image = readImage(toPgm(drawn))
    expect(findWells(image, { rows: 8, columns: 12, wells: 'dark' }).seen).toBe(96)
  })

  it.each([
    ['an even picture', { light: () => 60, dark: 60, noise: 6 }],
    ['noise', { light: () => 60, dark: 60, noise: 200 }],
    ['half a plate', { light: (well: number) => (well % 12 < 6 ? 170 : 30) }],
  ])('are not made up from %s', (_, changes) => {
    const image = readImage(toPgm(drawPlate(changes)))
    expect(() => findWells(image, { rows: 8, columns: 12, wells: 'bright' })).toThrow(
      'The wells cannot be found',
    )
  })

  it('are drawn into a PNG that can be read again', () => {
    const image = readImage(toPgm(drawPlate()))
    const { regions } = findWells(image, { rows: 8, columns: 12, wells: 'bright' })
    const drawn = readImage(drawWells(image, regions))
    expect([drawn.width, drawn.height]).toEqual([720, 500])
    expect(drawn.pixels).not.toEqual(image.pixels)
    expect(drawn.pixels[0]).toBe(image.pixels[0])
  })
})

describe('attack I2: a large picture is worked on in slices', () => {
  /** Count its pauses. */
  function stopsOf<Value>(work: Sliced<Value>): { stops: number; value: Value } {
    let stops = 0
    for (;;) {
      const step = work.next()
      if (step.done) return { stops, value: step.value }
      stops += 1
    }
  }

  const side = 6300
  const packed = makePng({ width: side, height: side, rows: new Uint8Array(side * (side + 1)) })
  const slices = (pixels: number) => Math.floor(pixels / slicePixels / 2)

  it('while it is read, however well it is packed', () => {
    expect(packed.length).toBeLessThan(200_000)
    const { stops, value } = stopsOf(readImageSliced(packed))
    expect(value.original).toEqual({ width: side, height: side })
    // Expect each second slice at the least: a piece of the packed file may hold two.
    expect(stops).toBeGreaterThan(slices(side * side) / 2)
  })

  it('while its wells are looked for, and drawn', () => {
    const plate = drawPlate({
      width: 1600,
      height: 1100,
      pitch: 120,
      first: [140, 130],
      radius: 40,
    })
    const image = readImage(toPgm(plate))
    const look = { rows: 8, columns: 12, wells: 'bright' } as const
    const found = stopsOf(findWellsSliced(image, look))
    expect(found.value).toEqual(findWells(image, look))
    // Count five times over all pixels: sums, differences, counts, marks and patches.
    const once = Math.floor(image.pixels.length / slicePixels)
    expect(found.stops).toBeGreaterThanOrEqual(5 * once)
    const drawn = stopsOf(drawWellsSliced(image, found.value.regions))
    expect(readImage(drawn.value).pixels).toEqual(
      readImage(drawWells(image, found.value.regions)).pixels,
    )
    expect(drawn.stops).toBeGreaterThan(slices(3 * image.pixels.length) / 4)
  })
})
