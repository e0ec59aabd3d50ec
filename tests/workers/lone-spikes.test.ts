import { describe, expect, it } from 'vitest'
import { analyse } from '../../workers/run/analyse.ts'
import { curveOf } from '../../workers/curves/readings.ts'
import { bridgeSpikes } from '../../workers/curves/lone-spikes.ts'
import { makeCurve } from './curves.ts'
import { makeRun } from './run.ts'

const gap = Number.NaN

describe('bridgeSpikes', () => {
  const bridge = (curve: Float64Array) => {
    const bridged = curve.slice()
    bridgeSpikes(bridged, new Float64Array(curve.length))
    return bridged
  }
  const grown = makeCurve(40, { top: 4, middle: 24, noise: 0.005, seed: 3 })
  const flat = makeCurve(40, { top: 0, noise: 0.005, seed: 4 })
  const withReading = (curve: Float64Array, index: number, value: number) =>
    curve.with(index, value)

  it.each([1, 2, 9, 20, 37, 38])(
    'puts a lone reading onto the line of its neighbours (%i)',
    (at) => {
      for (const value of [0, 3 * flat[at]!]) {
        const bridged = bridge(withReading(flat, at, value))
        expect(bridged[at]).toBe((flat[at - 1]! + flat[at + 1]!) / 2)
        expect(bridged.with(at, 0)).toEqual(flat.with(at, 0))
      }
    },
  )

  it('leaves growth of any steepness, steps and noise as they are', () => {
    for (const steepness of [0.3, 0.6, 1, 2.5]) {
      for (let middle = 5; middle < 40; middle += 0.25) {
        const curve = Float64Array.from(
          flat,
          (value, i) => value + 4 / (1 + Math.exp((middle - i - 1) / steepness)),
        )
        expect(bridge(curve)).toEqual(curve)
      }
    }
    const step = flat.map((value, i) => (i < 17 ? value : value + 1))
    expect(bridge(step)).toEqual(step)
    expect(bridge(flat)).toEqual(flat)
  })

  it('asks for a noise and for neighbours', () => {
    const level = new Float64Array(40).fill(1).with(12, 2)
    expect(bridge(level)).toEqual(level)
    const beside = withReading(flat, 12, 9).with(11, gap)
    expect(bridge(beside)).toEqual(beside)
    expect(bridge(new Float64Array(40).fill(gap)).every(Number.isNaN)).toBe(true)
  })

  it('keeps the Cq and the call where a reading failed', () => {
    const cqAfter = (at: number | null, value: number) => {
      const run = makeRun([{ type: 'unknown', wells: [[24, 20]] }])
      const curve = curveOf(run.amplification, 0, 0)
      curve.set(grown)
      if (at !== null) curve[at] = value
      const [well] = analyse(run).wells
      return { cq: well?.cq ?? Number.NaN, call: well?.call }
    }
    const plain = cqAfter(null, 0)
    for (const at of [2, 5, 12, 18, 30, 36, 38]) {
      for (const value of [0, 6]) {
        const { cq, call } = cqAfter(at, value)
        expect(call).toBe(plain.call)
        expect(Math.abs(cq - plain.cq)).toBeLessThan(0.1)
      }
    }
  })
})
