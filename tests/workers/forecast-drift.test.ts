import { describe, expect, it } from 'vitest'
import { driftOf, withDrift } from '../../domain/rules/calibration-drift.ts'
import { forecastDrift } from '../../workers/calibration/forecast-drift.ts'
import { findSenSlope } from '../../workers/calibration/sen-slope.ts'
import { begin, dayMs, drawRuns, measureDrift, names, now } from '../batteries/calibration/drift.ts'

describe('issue 19: calibration that never sleeps', () => {
  it('a place that gets dirty is named weeks before its factor is beyond the limit', () => {
    // Lose 0.12 % a day: 7.2 % after sixty days, and the limit of 10 % after 83.
    const { series, followed } = forecastDrift(
      drawRuns(1, { well: 5, dim: 0.0012 }),
      names,
      begin,
      now,
    )
    expect(followed).toBe(34)
    const [worst, ...others] = series
    expect(worst).toMatchObject({ what: 'change', part: 'FAM', well: 'B2', flagged: true })
    expect(others.some(({ flagged }) => flagged)).toBe(false)
    expect(worst?.so_far).toBeCloseTo(-0.072, 1)
    const days = (at: string | null | undefined) => (Date.parse(at ?? '') - now) / dayMs
    expect(days(worst?.reaches_at)).toBeGreaterThan(7)
    expect(days(worst?.reaches_at)).toBeLessThan(42)
    expect(days(worst?.earliest)).toBeLessThan(days(worst?.reaches_at))
    expect(days(worst?.latest)).toBeGreaterThan(days(worst?.reaches_at))
    expect(worst?.points).toHaveLength(40)
  })

  it('an ageing lamp and a well that gets warm are named by what they are', () => {
    const lamp = forecastDrift(drawRuns(2, { lamp: 0.0025 }), names, begin, now).series[0]
    expect(lamp).toMatchObject({ what: 'level', part: 'FAM', well: null, flagged: true })
    const warm = forecastDrift(drawRuns(3, { well: 9, warm: 0.006 }), names, begin, now).series[0]
    expect(warm).toMatchObject({ what: 'tm_well', part: 'GAPDH', well: 'C2', flagged: true })
  })

  it('steady devices are hardly flagged, drifting ones in time, and eight runs are needed to say anything', () => {
    expect(measureDrift(1000, 40).rows.map(({ ok }) => ok)).not.toContain(false)
    const few = forecastDrift(drawRuns(1, { well: 5, dim: 0.0012 }).slice(0, 7), names, begin, now)
    expect(few).toMatchObject({ runs: 7, followed: 0, series: [] })
  })

  it('the slope of Sen is that of a line, and spoilt runs hardly move it', () => {
    const line = Array.from({ length: 20 }, (_, day) => ({ day, value: 3 * day, group: 'a' }))
    expect(findSenSlope(line, 1.96)?.slope).toBe(3)
    const spoilt = line.map((one) => (one.day % 5 === 0 ? { ...one, value: 500 } : one))
    expect(Math.abs((findSenSlope(spoilt, 1.96)?.slope ?? 0) - 3)).toBeLessThan(1)
    // Take levels of two groups for no slope.
    const two = line.map(({ day }) => ({ day, value: day < 10 ? 0 : 100, group: `${day < 10}` }))
    expect(findSenSlope(two, 1.96)?.slope).toBe(0)
    expect(findSenSlope(line.slice(0, 1), 1.96)).toBeNull()
  })

  it('a device keeps the first day of its drift, and an entry only where that moves', () => {
    const drift = {
      what: 'change',
      part: 'FAM',
      well: 'B2',
      reaches_at: '2026-12-20T08:00:00.000Z',
    } as const
    const config = withDrift({ other: 1 }, drift)
    expect(driftOf({ config })).toEqual({ ...drift, reaches_at: '2026-12-20T00:00:00.000Z' })
    expect(withDrift(config, { ...drift, reaches_at: '2026-12-22T08:00:00.000Z' })).toBe(config)
    expect(withDrift(config, null)).toEqual({ other: 1 })
  })
})
