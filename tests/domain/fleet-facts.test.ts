import { describe, expect, test } from 'vitest'
import {
  type DayFact,
  type FleetFact,
  type RunFact,
  runsOfFigures,
  sidesOf,
} from '../../domain/rules/fleet-facts.ts'

const about = { device: 'd', model: 'bGATE 96', version: '1.0.0' }
const run = (index: number, more: Partial<RunFact> = {}): RunFact => ({
  of: 'run',
  id: `run:${index}`,
  ...about,
  at: String(index).padStart(4, '0'),
  ended: 'completed',
  assay: 'early',
  figures: { noise: -5, control_cq: 20, invalid: 0 },
  heating: null,
  ...more,
})
const day = (index: number, crashes: number): DayFact => ({
  of: 'day',
  id: `day:${index}`,
  ...about,
  at: String(index).padStart(4, '0'),
  hours: 25,
  crashes,
})
const isAfter = ({ at }: FleetFact) => at >= '0100'
const runs = (
  from: number,
  count: number,
  more: (index: number) => Partial<RunFact> = () => ({}),
) => Array.from({ length: count }, (_, index) => run(from + index, more(index)))

describe('issue 19: the figures of a device before and after a moment', () => {
  test('are there only with enough runs after it, and are of the first of these and the last before', () => {
    const before = runs(0, 60, (index) => ({ ended: index < 40 ? 'broken' : 'completed' }))
    expect(sidesOf([...before, ...runs(100, runsOfFigures - 1)], isAfter)).toBeNull()
    expect(sidesOf([...runs(0, 4), ...runs(100, runsOfFigures)], isAfter)).toBeNull()
    const later = runs(200, 30, () => ({ ended: 'broken' }))
    const sides = sidesOf([...before, ...runs(100, runsOfFigures), ...later], isAfter)
    expect([sides?.before.run_failures, sides?.after.run_failures]).toEqual([0, 0])
  })

  test('are compared within an assay: a laboratory that changes to a late one has not got later controls', () => {
    const late = { assay: 'late', figures: { noise: -4, control_cq: 32, invalid: 0.1 } }
    const mixed = (share: number) => (index: number) => (index % 4 < share ? late : {})
    const sides = sidesOf([...runs(0, 20, mixed(1)), ...runs(100, 20, mixed(3))], isAfter)
    expect(sides?.after.control_cq).toBe(sides?.before.control_cq)
    expect(sides?.after.noise).toBe(sides?.before.noise)
    const other = sidesOf([...runs(0, 20), ...runs(100, 20, () => late)], isAfter)
    expect(other?.before.control_cq).toBeNull()
  })

  test('count a run that a person aborted as no failure, and restarts by hours of operation', () => {
    const ended = (index: number) => ({
      ended: (['aborted', 'broken', 'completed', 'completed'] as const)[index % 4] ?? 'completed',
    })
    const facts = [...runs(0, 20), day(1, 0), ...runs(100, 20, ended), day(101, 1), day(102, 0)]
    const sides = sidesOf(facts, isAfter)
    expect(sides?.after.run_failures).toBeCloseTo(1 / 3, 10)
    expect([sides?.before.crashes, sides?.after.crashes]).toEqual([0, 2])
  })
})
