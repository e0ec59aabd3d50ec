// Issue 19, point 5: kept curves are calculated as another version of the device software would have given them.
import { describe, expect, it } from 'vitest'
import { plainProcessing as plain } from '../../domain/rules/rehearsal.ts'
import { createReadings, curveOf } from '../../workers/curves/readings.ts'
import { reprocess } from '../../workers/run/reprocess.ts'

const run = (values: number[]) => {
  const amplification = createReadings(['FAM'], 2, values.length)
  curveOf(amplification, 0, 0).set(values)
  const melt = createReadings(['FAM'], 2, values.length)
  curveOf(melt, 0, 0).set(values)
  return { amplification, melt }
}
const first = (curves: ReturnType<typeof reprocess>, of: 'amplification' | 'melt') => {
  const readings = curves?.[of]
  return readings && [...curveOf(readings, 0, 0)]
}

describe('issue 19: the processing of another version', () => {
  it('scales counts, limits and rounds readings, and leaves what was not measured', () => {
    const to = { gain: 2, offset: 10, step: 5, ceiling: 100, mean_of: 1 }
    const found = reprocess(run([1, 4, 30, Number.NaN, 80]), plain, to)
    // Round 2 × 1 + 10 = 12 to 10, and limit 2 × 80 + 10 = 170 to 100.
    expect(first(found, 'amplification')).toEqual([10, 20, 70, Number.NaN, 100])
    expect(first(found, 'melt')).toEqual([10, 20, 70, Number.NaN, 100])
    expect([...curveOf(found!.amplification, 0, 1)].every(Number.isNaN)).toBe(true)
  })

  it('takes readings back to counts by the version that measured them', () => {
    const from = { ...plain, gain: 4, offset: 100 }
    const to = { ...plain, gain: 0.5, offset: 1 }
    expect(first(reprocess(run([100, 108, 500]), from, to), 'amplification')).toEqual([1, 2, 51])
  })

  it('averages a cycle with those before it, not those of a melt curve', () => {
    const found = reprocess(run([3, 6, Number.NaN, 12, 24]), plain, { ...plain, mean_of: 3 })
    expect(first(found, 'amplification')).toEqual([3, 4.5, Number.NaN, 9, 18])
    expect(first(found, 'melt')).toEqual([3, 6, Number.NaN, 12, 24])
  })

  it('changes no bit where nothing is declared to change, and the curves of the run never', () => {
    const curves = run([0.1, 0.2, 0.3])
    const kept = structuredClone(curves)
    const odd = { ...plain, gain: 0.7, offset: 0.3, mean_of: 4 }
    expect(first(reprocess(curves, odd, odd), 'amplification')).toEqual([0.1, 0.2, 0.3])
    reprocess(curves, plain, { ...plain, gain: 3, mean_of: 2 })
    expect(curves).toEqual(kept)
  })

  it('is not guessed where single readings are not known', () => {
    const averaged = { ...plain, mean_of: 3 }
    expect(reprocess(run([1, 2]), averaged, plain)).toBeNull()
    expect(reprocess(run([1, 2]), averaged, { ...plain, mean_of: 4 })).toBeNull()
  })
})
