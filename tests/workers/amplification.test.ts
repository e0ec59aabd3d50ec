import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import {
  evidenceNames,
  findTypicalHeight,
  scoreAmplification,
  scoreLimits,
  scoreTable,
  weigh,
} from '../../workers/growth/amplification-score.ts'
import { measureShape, type Shape } from '../../workers/growth/shape.ts'
import { callRated } from '../accuracy/rated.ts'
import { readRatedCurves, type RatedCurve } from '../support/rated-curves.ts'
import {
  applyScore,
  measureRatedShapes,
  trainAmplification,
} from '../support/train-amplification.ts'
import { makeCurve, makeRandom } from './curves.ts'

const fixture = (
  JSON.parse(
    readFileSync(new URL('../fixtures/curves/pcredux-rated.json', import.meta.url), 'utf8'),
  ) as (Omit<RatedCurve, 'signal'> & { signal: number[] })[]
).map((curve): RatedCurve => ({ ...curve, signal: Float64Array.from(curve.signal) }))

describe('published curves and what people said of them', () => {
  const calls = callRated(fixture)

  test('a curve that all found amplified is detected, one that none did is not', () => {
    const wrong = calls.filter(
      ({ rating, call }) =>
        (rating === 'y' && call !== 'detected') || (rating === 'n' && call === 'detected'),
    )
    expect(wrong.map(({ curve }) => curve.name)).toEqual([])
    const absent = calls.filter(({ rating, call }) => rating === 'n' && call === 'not_detected')
    expect(absent.length).toBeGreaterThanOrEqual(29)
  })

  test('a curve that all found ambiguous is for review', () => {
    const ambiguous = calls.filter(({ rating }) => rating === 'a')
    expect(ambiguous).toHaveLength(4)
    expect(ambiguous.map(({ call }) => call)).toEqual(['review', 'review', 'review', 'review'])
  })
})

describe('score of amplification', () => {
  const shape = measureShape(makeCurve(40, { top: 4, noise: 0.01 }))

  test('at all borders a curve is just clear', () => {
    const [rise, share, contrast, part] = evidenceNames.map((name) => scoreTable[name].border)
    const border: Shape = {
      ...shape,
      height: share!,
      rise: rise!,
      contrast: contrast!,
      part: part!,
    }
    expect(scoreAmplification(border, 1).score).toBeCloseTo(scoreLimits.clear, 0)
  })

  test('grows with each figure and stays within its bounds', () => {
    for (const name of ['rise', 'contrast', 'part'] as const) {
      const scores = [0, 0.1, 1, 10, 1e9].map(
        (value) => scoreAmplification({ ...shape, [name]: value }, 4).score,
      )
      expect(scores).toEqual(scores.toSorted((one, other) => one - other))
      expect(scores.every((score) => score >= 0 && score <= 100)).toBe(true)
    }
    expect(weigh('rise', Number.NaN)).toBe(0)
    expect(weigh('part', Number.NaN)).toBe(0)
  })

  test('the same growth is less where the others grow ten times as high', () => {
    const alone = scoreAmplification(shape, shape.height).score
    const leaked = scoreAmplification(shape, 30 * shape.height).score
    expect(alone).toBeGreaterThan(scoreLimits.clear)
    expect(leaked).toBeLessThan(alone)
    expect(scoreAmplification(shape, Number.NaN).score).toBe(alone)
  })

  test('the typical height is near the highest of those that rise', () => {
    const heights = Array.from({ length: 20 }, (_, i) => ({ ...shape, height: i + 1 }))
    expect(findTypicalHeight(heights)).toBe(18)
    expect(findTypicalHeight(heights.slice(0, 3))).toBe(3)
    expect(findTypicalHeight([{ ...shape, rise: 5 }])).toBeNaN()
    expect(findTypicalHeight([])).toBeNaN()
  })
})

test('noise, lines, warming up, steps and spikes are never detected', () => {
  const random = makeRandom(11)
  const kinds: ((i: number, at: number) => number)[] = [
    () => 0,
    (i) => 0.01 * i,
    (i) => 0.2 * Math.exp(-i / 5),
    (i) => -0.2 * Math.exp(-i / 5),
    (i, at) => (i < at ? 0 : 0.3),
    (i, at) => (i === at ? 0.3 : 0),
  ]
  const plate = Array.from({ length: 600 }, (_, well): RatedCurve => {
    const at = 4 + Math.floor(34 * random())
    const signal = Float64Array.from(
      { length: 40 },
      (__, i) => kinds[well % kinds.length]!(i, at) + (random() + random() + random()) * 0.01,
    )
    return { set: 'made', target: '', name: `${well}`, votes: 'n', signal }
  })
  const calls = callRated(plate)
  expect(calls.filter(({ call }) => call === 'detected').map(({ curve }) => curve.name)).toEqual([])
})

describe('the shipped weights', () => {
  const curves = readRatedCurves()

  test.runIf(curves.length > 0)('are those that the rated curves give', () => {
    const rated = measureRatedShapes(curves)
    const trained = trainAmplification(rated)
    for (const name of evidenceNames) {
      expect(Math.abs(trained.weights[name] - scoreTable[name].weight)).toBeLessThan(0.02)
    }
    for (const one of rated) {
      const chance = 100 / (1 + Math.exp(-applyScore(trained, one)))
      const { score } = scoreAmplification(one.shape, one.typicalHeight)
      expect(Math.abs(score - chance)).toBeLessThan(1.5)
    }
  })
})
