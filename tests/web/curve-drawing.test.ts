import { describe, expect, test } from 'vitest'
import { logDomain } from '../../web/curves/value-axis.ts'
import type { CurveLine } from '../../web/parts/chart/curve-line.ts'
import { findAppended, findExtent } from '../../web/parts/chart/curve-line.ts'
import type { Pen } from '../../web/parts/chart/draw-curves.ts'
import { drawCurves } from '../../web/parts/chart/draw-curves.ts'
import { fitDomains } from '../../web/parts/chart/geometry.ts'
import { findInBox, findNearest } from '../../web/parts/chart/hit-curves.ts'
import { readCurveKey } from '../../web/parts/chart/read-curve-key.ts'
import { labelHeight, placeLabels } from '../../web/parts/chart/place-labels.ts'
import { invert, project, roundDomain, tickWhole } from '../../web/parts/chart/scale.ts'
import { createRandom } from '../support/seeded-random.ts'

const linear = { log: false, domain: [0, 10], range: [0, 100] } as const
const frame = { x: linear, y: { log: false, domain: [0, 10], range: [100, 0] } } as const

function line(id: string, values: number[], more: Partial<CurveLine> = {}): CurveLine {
  return { id, values, color: '#000000', ...more }
}

/** Return the pixels from a point to a line of `frame`, searched along every piece of it. */
function distanceTo({ values, x }: CurveLine, at: { x: number; y: number }): number {
  const points = Array.from(values, (value, index) => ({
    x: 10 * (x ? x[index]! : index + 1),
    y: 100 - 10 * value,
  }))
  const pieces = points.map((to, index) => {
    if (Number.isNaN(to.y)) return Infinity
    const before = points[index - 1]
    const from = before && !Number.isNaN(before.y) ? before : to
    const [dx, dy] = [to.x - from.x, to.y - from.y]
    const along = ((at.x - from.x) * dx + (at.y - from.y) * dy) / (dx * dx + dy * dy || 1)
    const share = Math.min(1, Math.max(0, along))
    return Math.hypot(at.x - from.x - share * dx, at.y - from.y - share * dy)
  })
  return Math.min(...pieces)
}

/** Make a pen that records its calls, each stroke with its style. */
function makeRecorder() {
  const strokes: { color: string; alpha: number; width: number; path: string }[] = []
  let path = ''
  const pen: Pen = {
    globalAlpha: 1,
    lineWidth: 1,
    strokeStyle: '',
    lineJoin: 'miter',
    beginPath: () => (path = ''),
    moveTo: (x: number, y: number) => (path += `M${x},${y}`),
    lineTo: (x: number, y: number) => (path += `L${x},${y}`),
    setLineDash: () => {},
    stroke: () => {
      const color = pen.strokeStyle as string
      strokes.push({ color, alpha: pen.globalAlpha, width: pen.lineWidth, path })
    },
  }
  return { pen, strokes }
}

const draw = (lines: CurveLine[], logY = false, starts?: number[]) => {
  const { pen, strokes } = makeRecorder()
  const y = logY ? ({ log: true, domain: [1, 100], range: [100, 0] } as const) : frame.y
  drawCurves(pen, lines, { x: linear, y }, (color) => color, starts)
  return strokes
}

describe('scales', () => {
  test('go to the pixel and back', () => {
    const log = { log: true, domain: [1, 1000], range: [300, 0] } as const
    expect(project(linear, 2.5)).toBe(25)
    expect(project(log, 10)).toBeCloseTo(200)
    expect(invert(log, project(log, 37))).toBeCloseTo(37)
    expect(invert(linear, 60)).toBe(6)
  })

  test('a logarithm has no place for zero and below', () => {
    const log = { log: true, domain: [1, 1000], range: [300, 0] } as const
    expect(project(log, 0)).toBeNaN()
    expect(project(log, -3)).toBeNaN()
  })

  test('first-use W15: an axis of cycles has no tick between two cycles', () => {
    expect(tickWhole([1, 3], 8)).toEqual([1, 2, 3])
    expect(tickWhole([2.4, 6.1], 8)).toEqual([3, 4, 5, 6])
    // Round ones among many, and whatever there is between two.
    expect(tickWhole([1, 40], 8)).toBe(8)
    expect(tickWhole([2.2, 2.9], 8)).toBe(8)
  })

  test('domains end on round numbers and hold every value', () => {
    expect(roundDomain(312, 5890, false)).toEqual([0, 6000])
    expect(roundDomain(-0.013, 0.41, false)).toEqual([-0.02, 0.5].map((v) => expect.closeTo(v)))
    expect(roundDomain(-0.05, 8.4, false)).toEqual([-0.4, 10].map((v) => expect.closeTo(v)))
    expect(roundDomain(-900, -100, false)).toEqual([-900, -100])
    expect(roundDomain(5, 5, false)).toEqual([4.5, 5.5])
    expect(roundDomain(Infinity, -Infinity, false)).toEqual([0, 1])
    for (const [least, most] of [
      [2, 7000],
      [0.3, 0.31],
      [1, 1],
    ] as const) {
      const [from, to] = roundDomain(least, most, true)
      expect(from).toBeLessThanOrEqual(least)
      expect(to).toBeGreaterThan(most)
    }
  })

  test('A24-21: have ends that are numbers, above 0 on a logarithmic axis, whatever was measured', () => {
    const extremes = [-Number.MAX_VALUE, -1e-320, 5e-324, 1e-320, 1, 1e308, Number.MAX_VALUE]
    for (const least of extremes) {
      for (const most of extremes.filter((one) => one >= least)) {
        for (const log of least > 0 ? [false, true] : [false]) {
          const [from, to] = roundDomain(least, most, log)
          const said = `${least} to ${most}${log ? ' log' : ''}: ${from} to ${to}`
          expect(from < to && Number.isFinite(to - from) && (!log || from > 0), said).toBe(true)
        }
      }
    }
  })
})

describe('A24-21: a logarithmic axis', () => {
  const y = { label: '', domain: [0, 10] as const, start: undefined }
  const lines = [line('one', [1, 10, 100])]

  test('ignores ends at 0 or below, such as those of an address', () => {
    const given = { lines, x: { label: '' }, y, y2: y, logY: true, alsoY: [] }
    expect(fitDomains(given).y[0]).toBeGreaterThan(0)
    expect(fitDomains({ ...given, logY: false }).y).toEqual([0, 10])
  })

  test('begins above 0 under a threshold that is nearly 0', () => {
    const [from, to] = logDomain(lines, [{ id: 'x', value: 5e-324, label: '', color: '' }]) ?? []
    expect(from).toBeGreaterThan(0)
    expect(to).toBeGreaterThan(100)
  })
})

describe('labels of thresholds', () => {
  test('stay at their lines while there is room', () => {
    expect(placeLabels([300, 100, 200], 0, 400)).toEqual([300, 100, 200])
  })

  test('are pushed up where they would cover each other, the lowest staying', () => {
    expect(placeLabels([200, 198, 197], 0, 400)).toEqual([
      200,
      200 - labelHeight,
      200 - 2 * labelHeight,
    ])
  })

  test('stay inside the field: a pile at the top moves down', () => {
    const placed = placeLabels([6, 4, 60], 0, 400)
    expect(placed).toEqual([2 * labelHeight, labelHeight, 60])
    expect(placeLabels([430], 0, 400)).toEqual([400])
  })
})

describe('drawing', () => {
  test('one stroke for each style, dim ones first and strong ones last', () => {
    const strokes = draw([
      line('a', [1, 2], { weight: 'strong' }),
      line('b', [3, 4]),
      line('c', [5, 6], { weight: 'dim', color: '#111111' }),
      line('d', [7, 8]),
    ])
    expect(strokes.map((one) => [one.color, one.alpha, one.width])).toEqual([
      ['#111111', 0.25, 1],
      ['#000000', 1, 1],
      ['#000000', 1, 2.5],
    ])
    expect(strokes[1]?.path).toBe('M10,70L20,60M10,30L20,20')
  })

  test('a missing value is a gap, and on a log axis so is a value not above zero', () => {
    expect(draw([line('a', [1, Number.NaN, 3, 4])])[0]?.path).toBe('M10,90M30,70L40,60')
    expect(draw([line('a', [1, 0, 10, 100])], true)[0]?.path).toBe('M10,100M30,50L40,0')
  })

  test('appended points are drawn from the last old point on', () => {
    const before = [line('a', [1, 2]), line('b', [3, 4])]
    const after = [line('a', [1, 2, 3]), line('b', [3, 4, 5])]
    const starts = findAppended(before, after)
    expect(starts).toEqual([1, 1])
    expect(draw(after, false, starts ?? [])[0]?.path).toBe('M20,80L30,70M20,60L30,50')
  })

  test('anything but growth at the end asks for a full drawing', () => {
    const before = [line('a', [1, 2])]
    expect(findAppended(before, [line('a', [1, 2.5, 3])])).toBeNull()
    expect(findAppended(before, [line('a', [1, 2, 3], { color: '#ffffff' })])).toBeNull()
    expect(findAppended(before, [line('a', [1])])).toBeNull()
    expect(findAppended(before, [line('a', [1, 2]), line('b', [1])])).toBeNull()
    expect(
      findAppended([line('a', [1], { dash: [2] })], [line('a', [1, 2], { dash: [2] })]),
    ).toBeNull()
  })

  test('the extent skips gaps', () => {
    expect(findExtent([line('a', [-1, 5, Number.NaN])], false)).toMatchObject({
      yLeast: -1,
      yMost: 5,
      xMost: 2,
    })
    expect(findExtent([line('a', [-1, 5])], true)).toMatchObject({ yLeast: 5, xLeast: 2 })
  })

  test('the ends of an axis change only now and then while a curve grows', () => {
    const fit = (values: number[]) =>
      fitDomains({
        lines: [line('a', values)],
        x: { label: 'Cycle', domain: [1, 40] },
        y: { label: 'a.u.' },
        logY: false,
        alsoY: [],
      })
    expect(fit([0, 950])).toEqual(fit([0, 990]))
    expect(fit([0, 950])).not.toEqual(fit([0, 1500]))
  })

  test('a threshold is always in view, unless a log axis has no place for it', () => {
    const fit = (value: number, logY: boolean) =>
      fitDomains({
        lines: [line('a', [10, 100])],
        x: { label: 'Cycle' },
        y: { label: 'a.u.' },
        logY,
        alsoY: [value],
      }).y
    expect(fit(900, false)[1]).toBeGreaterThanOrEqual(900)
    expect(fit(-3, true)[0]).toBeGreaterThan(0)
  })
})

describe('pointing', () => {
  const lines = [
    line('low', [1, 1, 1, 1]),
    line('high', [8, 8, 8, 8]),
    line('gap', [5, Number.NaN, 5, 5]),
  ]

  test('finds the nearest curve by its segments, and its nearest point', () => {
    expect(findNearest(lines, frame, { x: 26, y: 86 }, 14)).toMatchObject({ id: 'low', index: 2 })
    expect(findNearest(lines, frame, { x: 14, y: 22 }, 14)).toMatchObject({ id: 'high', index: 0 })
    expect(findNearest(lines, frame, { x: 25, y: 70 }, 14)).toBeNull()
    expect(findNearest(lines, frame, { x: 20, y: 50 }, 6)).toBeNull()
  })

  test('of many curves, with gaps, of different lengths and on shared times, finds the one that is nearest of all', () => {
    const random = createRandom(7)
    const times = Float64Array.from({ length: 12 }, (_, at) => at + random.next() / 2)
    for (let round = 0; round < 200; round++) {
      const many = Array.from({ length: 12 }, (_, at) => {
        const values = Array.from({ length: 2 + random.below(10) }, () =>
          random.next() < 0.1 ? Number.NaN : random.next() * 10,
        )
        return line(String(at), values, { x: at % 3 === 0 ? undefined : times })
      })
      const at = { x: random.next() * 110 - 5, y: random.next() * 110 - 5 }
      const distances = many.map((one) => ({ id: one.id, distance: distanceTo(one, at) }))
      const [nearest] = distances.toSorted((a, b) => a.distance - b.distance)
      const found = findNearest(many, frame, at, 4)
      expect(found?.id ?? null).toBe(nearest!.distance <= 4 ? nearest!.id : null)
    }
  })

  test('a box takes the curves with a point inside', () => {
    expect(findInBox(lines, frame, { left: 15, right: 25, top: 0, bottom: 100 })).toEqual([
      'low',
      'high',
    ])
    expect(findInBox(lines, frame, { left: 0, right: 100, top: 45, bottom: 55 })).toEqual(['gap'])
  })

  test('keys read point by point and curve by curve', () => {
    const start = readCurveKey('ArrowRight', lines, frame, null)
    expect(start).toMatchObject({ id: 'low', index: 0 })
    expect(readCurveKey('ArrowRight', lines, frame, start)).toMatchObject({ id: 'low', index: 1 })
    expect(readCurveKey('ArrowLeft', lines, frame, start)).toMatchObject({ id: 'low', index: 0 })
    const up = readCurveKey('ArrowUp', lines, frame, start)
    expect(up).toMatchObject({ id: 'gap' })
    expect(readCurveKey('ArrowUp', lines, frame, up)).toMatchObject({ id: 'high' })
    expect(readCurveKey('ArrowDown', lines, frame, start)).toEqual(start)
    expect(readCurveKey('x', lines, frame, start)).toBeNull()
  })
})
