import { describe, expect, it } from 'vitest'
import type { Fault } from '../../domain/fault.ts'
import { fitThermal } from '../../workers/calibration/fit-thermal.ts'

type Readings = Parameters<typeof fitThermal>[0]['readings']

/** Make readings of a sensor with a known error; `apart` is the distance of the probes. */
function readings(
  truth: readonly number[],
  { offset = 0, gain = 1, apart = 0.1, wobble = 0 } = {},
): Readings {
  return truth.map((t, index) => {
    const shift = index % 2 === 0 ? wobble : -wobble
    return {
      device_sensor: (t - offset) / gain,
      probes: [t + shift + apart / 2, t + shift - apart / 2],
    }
  })
}

const steps = [30, 45, 60, 72, 95]

describe('a thermal calibration', () => {
  it.each([
    [0, 1],
    [0.8, 1],
    [-1.2, 1.02],
    [1.5, 0.985],
  ])('finds offset %f and gain %f that went in', (offset, gain) => {
    const fit = fitThermal({ readings: readings(steps, { offset, gain }) })
    expect(fit.offset).toBeCloseTo(offset, 9)
    expect(fit.gain).toBeCloseTo(gain, 12)
    expect(fit.rms).toBeLessThan(1e-9)
    expect(fit.uniformity).toBeCloseTo(0.1, 9)
    expect(fit.bias).toBeCloseTo(0.1, 9)
    expect([fit.passed, fit.failures]).toEqual([true, []])
  })

  it('gives the least squares of a textbook example', () => {
    // Compare with the work by hand: x = 30, 60, 90 and y = 30, 61, 91 give gain 61/60 and offset -1/3.
    const truth = [30, 61, 91]
    const given = [30, 60, 90].map((device_sensor, at) => {
      const t = truth[at] ?? 0
      return { device_sensor, probes: [t, t] as [number, number] }
    })
    const fit = fitThermal({ readings: given })
    expect(fit.gain).toBeCloseTo(61 / 60, 12)
    expect(fit.offset).toBeCloseTo(-1 / 3, 12)
    const residuals = [-1 / 6, 1 / 3, -1 / 6]
    fit.residuals.forEach((value, at) => expect(value).toBeCloseTo(residuals[at] ?? 0, 12))
    expect(fit.rms).toBeCloseTo(Math.sqrt(1 / 18), 9)
    expect(fit.failures).toEqual(['residual'])
  })

  it.each([
    ['a sensor that jumps', { wobble: 0.4 }, ['residual']],
    ['a block that is not even', { apart: 0.7 }, ['uniformity']],
    ['a wrong slope', { gain: 1.04 }, ['gain', 'correction']],
    ['a large offset', { offset: 2.5 }, ['correction']],
  ])('does not pass with %s', (_, changes, failures) => {
    const fit = fitThermal({ readings: readings(steps, changes) })
    expect([fit.passed, fit.failures]).toEqual([false, failures])
  })

  it('is refused without temperatures that are far enough apart', () => {
    for (const truth of [[60], [60, 60, 60], [55, 60, 65], [30, 95]]) {
      try {
        fitThermal({ readings: readings(truth) })
        expect.unreachable()
      } catch (error) {
        expect((error as Fault).first).toMatchObject({
          field: 'readings',
          reason: 'span_too_small',
        })
      }
    }
  })
})
