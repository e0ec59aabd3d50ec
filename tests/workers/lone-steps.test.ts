import { describe, expect, it } from 'vitest'
import { analyse } from '../../workers/run/analyse.ts'
import { measureSteps } from '../../workers/growth/lone-steps.ts'
import { curveOf } from '../../workers/curves/readings.ts'
import { makeCurve } from './curves.ts'
import { makeRun } from './run.ts'

const noise = 0.005

describe('measureSteps', () => {
  const flat = makeCurve(40, { top: 0, noise, seed: 4 })
  const stepped = (height: number, at = 17) =>
    flat.map((value, i) => (i < at ? value : value + height))

  it('measures a step in standard deviations, upwards and downwards', () => {
    const { up, down } = measureSteps(stepped(0.1), noise, 3)
    expect(up).toBeGreaterThan(12)
    expect(up).toBeLessThan(20)
    expect(down).toBeLessThan(5)
    expect(measureSteps(stepped(-0.1), noise, 3).down).toBeGreaterThan(12)
  })

  it('finds none in noise, in growth of any speed, in the first cycles or without a noise', () => {
    expect(measureSteps(flat, noise, 3).up).toBeLessThan(5)
    for (const steepness of [0.5, 0.7, 1, 1.5, 2.5]) {
      for (let middle = 6; middle < 40; middle += 0.25) {
        const grown = flat.map(
          (value, i) => value + 4 / (1 + Math.exp((middle - i - 1) / steepness)),
        )
        const { up, down } = measureSteps(grown, noise, 3)
        expect(Math.max(up, down)).toBeLessThan(10)
      }
    }
    expect(measureSteps(stepped(1, 1), noise, 3).up).toBeLessThan(5)
    expect(measureSteps(stepped(1), 0, 3)).toEqual({ up: 0, down: 0 })
  })
})

describe('a step in a curve', () => {
  const callAfter = (middle: number | null, height: number, at: number, cycles = 40) => {
    const run = makeRun([{ type: 'unknown', wells: [[middle, 20]] }])
    const curve = curveOf(run.amplification, 0, 0)
    for (let i = at; i < Math.min(40, at + cycles); i++) curve[i]! += height
    return analyse(run).wells[0]?.call
  }

  it('never turns growth into its absence', () => {
    for (const height of [0.3, 1, 3]) {
      for (const at of [5, 8, 12, 16]) {
        for (const cycles of [2, 4, 40]) {
          expect(callAfter(30, height, at, cycles)).toBe('review')
          expect(callAfter(30, -height, at, cycles)).not.toBe('not_detected')
        }
      }
    }
  })

  it('is no growth by itself', () => {
    for (const height of [0.3, 1, 3]) {
      for (const at of [5, 12, 20, 30]) expect(callAfter(null, height, at)).toBe('review')
    }
    expect(callAfter(null, 0, 20)).toBe('not_detected')
    expect(callAfter(30, 0, 20)).toBe('detected')
  })
})
