import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { CurveLine } from '../../web/parts/chart/curve-line.ts'
import { scaleOf } from '../../web/parts/chart/draw-curves.ts'
import { fitDomains, placeChart } from '../../web/parts/chart/geometry.ts'
import { findInLasso, findNearest } from '../../web/parts/chart/hit-curves.ts'
import { nudge, readNudge } from '../../web/parts/chart/nudge.ts'
import { project } from '../../web/parts/chart/scale.ts'
import { pan, zoomAround, zoomTo } from '../../web/parts/chart/zoom.ts'

const whole = [1, 45] as const

test('zooming keeps the value under the pointer where it is and stays inside the axis', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 5, max: 40, noNaN: true }),
      fc.double({ min: 1.1, max: 8, noNaN: true }),
      (at, factor) => {
        const part = zoomAround(whole, at, factor, whole)
        if (!part) throw new Error('It came nearer')
        expect(part[0]).toBeGreaterThanOrEqual(whole[0])
        expect(part[1]).toBeLessThanOrEqual(whole[1])
        const share = (value: number, [from, to]: readonly [number, number]) =>
          (value - from) / (to - from)
        expect(share(at, part)).toBeCloseTo(share(at, whole), 6)
      },
    ),
  )
})

test('zooming out again ends with the whole axis, and a slip of the hand is no zoom', () => {
  expect(zoomAround([10, 20], 15, 1 / 50, whole)).toBeNull()
  expect(zoomTo(12, 12.1, whole)).toBeNull()
  expect(zoomTo(30, 12, whole)).toEqual([12, 30])
  expect(pan([40, 44], 2, whole)).toEqual([41, 45])
})

test('a nudge is the same way on screen on both kinds of axis', () => {
  const linear = { log: false, domain: [0, 200], range: [400, 0] } as const
  const log = { log: true, domain: [1, 100], range: [400, 0] } as const
  for (const scale of [linear, log]) {
    const moved = project(scale, 10) - project(scale, nudge(10, 1, scale))
    expect(moved).toBeCloseTo(2)
  }
  expect([
    readNudge('ArrowUp', false),
    readNudge('ArrowLeft', true),
    readNudge('a', false),
  ]).toEqual([1, -10, null])
})

const line = (id: string, values: number[], axis?: 'right'): CurveLine => ({
  id,
  values,
  color: '',
  axis,
})

test('[SCREEN-007] each of two axes has its own ends, and a curve is found where its axis puts it', () => {
  const lines = [line('left', [0, 100, 50]), line('right', [0, 1, 1], 'right')]
  const domains = fitDomains({
    lines,
    x: { label: '' },
    y: { label: '' },
    y2: { label: '' },
    logY: false,
    alsoY: [],
  })
  expect(domains.y2?.[1]).toBeLessThanOrEqual(1.2)
  const geometry = placeChart(400, 300, domains, false)
  const at = { x: project(geometry.x, 3), y: project(scaleOf(geometry, lines[1]!), 1) }
  expect(findNearest(lines, geometry, at, 10)?.id).toBe('right')
})

test('a free form takes the curves with a point inside, not those that only cross it', () => {
  const frame = {
    x: { log: false, domain: [0, 10], range: [0, 100] },
    y: { log: false, domain: [0, 10], range: [100, 0] },
  } as const
  const triangle = [
    { x: 5, y: 95 },
    { x: 45, y: 95 },
    { x: 25, y: 55 },
  ]
  // Put points at x 10, 20, 30 …: the second is in the middle of the form, the third beside its slope.
  const inside = line('inside', [9, 3, 9])
  const corner = line('corner', [4.2, 9, 9])
  expect(findInLasso([inside, corner], frame, triangle)).toEqual(['inside'])
})
