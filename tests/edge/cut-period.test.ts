import { describe, expect, it } from 'vitest'
import { cutPeriod } from '../../edge/runs/cut-period.ts'

const rome = 'Europe/Rome'

describe('a period is cut', () => {
  it('at the midnights of its time zone, also where the clock changes', () => {
    const days = cutPeriod({
      from: '2026-03-28T00:00:00+01:00',
      to: '2026-03-31T00:00:00+02:00',
      by: 'day',
      timezone: rome,
    })
    expect(days).toEqual([
      { from: '2026-03-27T23:00:00.000Z', to: '2026-03-28T23:00:00.000Z' },
      // Expect the day of 23 hours.
      { from: '2026-03-28T23:00:00.000Z', to: '2026-03-29T22:00:00.000Z' },
      { from: '2026-03-29T22:00:00.000Z', to: '2026-03-30T22:00:00.000Z' },
    ])
  })

  it('at Mondays and at the first of a month, clipped to its ends', () => {
    const from = '2026-10-20T12:00:00Z'
    const weeks = cutPeriod({ from, to: '2026-11-03T12:00:00Z', by: 'week', timezone: rome })
    expect(weeks.map((one) => one.from)).toEqual([
      '2026-10-20T12:00:00.000Z',
      '2026-10-25T23:00:00.000Z',
      '2026-11-01T23:00:00.000Z',
    ])
    const months = cutPeriod({ from, to: '2027-01-01T00:00:00Z', by: 'month' })
    expect(months.map((one) => one.from.slice(0, 10))).toEqual([
      '2026-10-20',
      '2026-11-01',
      '2026-12-01',
    ])
    expect(months.at(-1)?.to).toBe('2027-01-01T00:00:00.000Z')
  })

  it.each(['Pacific/Apia', 'America/Sao_Paulo', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'UTC'])(
    'without gap or overlap in %s, through the years with odd days',
    (timezone) => {
      for (const year of [2011, 2018, 2026]) {
        const from = `${year}-01-01T00:00:00.000Z`
        const to = `${year + 1}-01-01T00:00:00.000Z`
        const days = cutPeriod({ from, to, by: 'day', timezone })
        expect(days[0]?.from).toBe(from)
        expect(days.at(-1)?.to).toBe(to)
        days.slice(1).forEach((day, at) => expect(day.from).toBe(days[at]?.to))
        expect(days.every((day) => day.from < day.to)).toBe(true)
      }
    },
  )

  it('into no more pieces than can be shown, and only where it has a length', () => {
    const cut = (to: string, by: 'day' | 'month') =>
      cutPeriod({ from: '2020-01-01T00:00:00Z', to, by })
    expect(() => cut('2026-01-01T00:00:00Z', 'day')).toThrow(/too long/)
    expect(cut('2026-01-01T00:00:00Z', 'month')).toHaveLength(72)
    expect(() => cut('2019-01-01T00:00:00Z', 'day')).toThrow(/ends before/)
  })
})
