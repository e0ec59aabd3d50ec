import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { RunNamePattern } from '../../domain/entities/run-name.ts'
import { nameRun } from '../../domain/rules/run-name.ts'

const run = { method: 'Influenza A/B', day: '2026-11-28' }

describe('issue 20: names of new runs by the pattern of a company', () => {
  it('issue 20: have the method, the day and the next free number', () => {
    const pattern = '{method} {date} #{number}'
    expect(nameRun(pattern, run, [])).toBe('Influenza A/B 2026-11-28 #01')
    const taken = ['Influenza A/B 2026-11-28 #01', 'Influenza A/B 2026-11-27 #02', 'Other']
    expect(nameRun(pattern, run, taken)).toBe('Influenza A/B 2026-11-28 #02')
    expect(nameRun('{date}-{number}', run, ['2026-11-28-01', '2026-11-28-02'])).toBe(
      '2026-11-28-03',
    )
  })

  it('issue 20: take a method as it is written, also one with signs of a pattern', () => {
    const odd = { ...run, method: '$& {number} {date}' }
    expect(nameRun('{method}_{number}', odd, [])).toBe('$& {number} {date}_01')
  })

  it('issue 20: are no longer than the name of a run, with day and number whole', () => {
    const long = { ...run, method: 'M'.repeat(120) }
    const name = nameRun('{method} {date} {number}', long, [])
    expect(name.length).toBeLessThanOrEqual(120)
    expect(name).toMatch(/^M+ 2026-11-28 01$/)
    expect(nameRun('{method}{method}{method} {number}', long, []).length).toBeLessThanOrEqual(120)
  })

  it('A27-24: end a method that is cut at a whole character, which the service takes', () => {
    const name = nameRun('{method}: {number}', { ...run, method: '🧪'.repeat(60) }, [])
    expect(name).toMatch(/^(🧪)+: 01$/u)
    expect(name.isWellFormed()).toBe(true)
  })

  it.each([
    ['{number}', true],
    ['', true],
    ['Lab 3: {method} {number}', true],
    ['{method} {date}', false],
    ['{methods} {number}', false],
    ['{number} {', false],
    ['{number}\n', false],
    ['{method}'.repeat(12), false],
  ])('issue 20: the pattern %j is accepted: %s', (pattern, isAccepted) => {
    expect(v.safeParse(RunNamePattern, pattern).success).toBe(isAccepted)
  })
})
