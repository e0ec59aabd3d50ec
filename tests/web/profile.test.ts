import { expect, test } from 'vitest'
import {
  frameProfile,
  listDegrees,
  listMinutes,
  placeProfile,
  readProfileAt,
  spreadMarks,
} from '../../web/parts/chart/profile.ts'

const points = [
  { seconds: 0, celsius: 25 },
  { seconds: 10, celsius: 95 },
  { seconds: 70, celsius: 95 },
  { seconds: 80, celsius: 60 },
]

test('temperatures between points are on the ramp', () => {
  expect(readProfileAt(points, 5)).toBe(60)
  expect(readProfileAt(points, 40)).toBe(95)
  expect(readProfileAt(points, 75)).toBe(77.5)
  expect(readProfileAt(points, 999)).toBe(60)
  expect(readProfileAt([], 3)).toBeNull()
})

test('the frame holds the whole profile on round tens', () => {
  const frame = frameProfile(points, 400, 200)
  expect([frame.least, frame.most]).toEqual([20, 100])
  expect(placeProfile(frame, { seconds: 0, celsius: 100 })).toEqual({ x: 46, y: 30 })
  expect(placeProfile(frame, { seconds: 80, celsius: 20 })).toEqual({ x: 386, y: 162 })
  expect(listDegrees(frame)).toEqual([20, 40, 60, 80, 100])
})

test('minutes on the time axis are round and few', () => {
  expect(listMinutes(80, 5)).toEqual([0, 1])
  expect(listMinutes(2860, 6)).toEqual([0, 10, 20, 30, 40])
})

test('first-use P6: numbers of marks at the end of a run stay inside the picture, in their order', () => {
  const frame = frameProfile(points, 400, 200)
  const marks = [{ seconds: 5 }, { seconds: 79 }, { seconds: 80 }, { seconds: 80 }]
  const spread = spreadMarks(frame, marks)
  for (const { at } of spread) expect(at).toBeLessThanOrEqual(400 - 9)
  expect(spread.slice(1).map(({ at }) => at)).toEqual([355, 373, 391])
  expect(spread[0]!.at).toBe(placeProfile(frame, { seconds: 5, celsius: 0 }).x)
})
