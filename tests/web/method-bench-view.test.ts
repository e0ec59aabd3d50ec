import { describe, expect, test } from 'vitest'
import type { Evaluation } from '../../domain/entities/evaluation-recipe.ts'
import {
  type BenchRun,
  findNeeds,
  isComparable,
} from '../../web/screens/methods/bench/bench-run.ts'
import { listThresholds } from '../../web/screens/methods/bench/bench-marks.ts'
import { sumAnswers } from '../../web/screens/methods/bench/sum-answers.ts'
import type { RunComparison } from '../../workers/method-bench.ts'
import type { BenchStep } from '../../workers/bench-step.ts'
import { makeRun } from '../workers/run.ts'

const { evaluation } = makeRun([{ type: 'unknown', wells: [[20, 25]] }])

function withTargets(change: object): Evaluation {
  return { ...evaluation, targets: evaluation.targets.map((one) => ({ ...one, ...change })) }
}

function runWith(change: object = {}, channels = ['FAM', 'VIC', 'ROX']): BenchRun {
  const process = { channels: channels.map((wavelength) => ({ wavelength })) }
  const method = { evaluation, process }
  return { status: 'COMPLETE', curves_hash: 'a', method, ...change } as unknown as BenchRun
}

describe('runs that a method can be tried on', () => {
  const needs = [findNeeds(evaluation)]

  test('have ended and have every channel that is read, the passive reference too', () => {
    expect(isComparable(runWith(), needs)).toBe(true)
    expect(isComparable(runWith({ status: 'RUNNING' }), needs)).toBe(false)
    expect(isComparable(runWith({ curves_hash: null }), needs)).toBe(false)
    expect(isComparable(runWith({}, ['VIC']), needs)).toBe(false)
    const passive = findNeeds({ ...evaluation, passive_reference: 'CY5' })
    expect(isComparable(runWith(), [...needs, passive])).toBe(false)
    expect(isComparable(runWith({}, ['FAM', 'VIC', 'CY5']), [...needs, passive])).toBe(true)
  })

  test('are of the same kind of assay', () => {
    const minutes = { kind: 'isothermal' as const, minutes_per_reading: 1 }
    expect(isComparable(runWith(), [findNeeds({ ...evaluation, assay: minutes })])).toBe(false)
  })

  test('stay the same while a threshold moves', () => {
    const moved = withTargets({ threshold: { method: 'fixed', value: 3 } })
    expect(findNeeds(moved)).toEqual(findNeeds(evaluation))
  })
})

describe('the thresholds on the chart', () => {
  const step = (values: number[]): BenchStep => ({
    wells: 3,
    cq: new Float64Array(6),
    calls: new Uint8Array(6),
    thresholds: Float64Array.from(values),
  })
  const automatic = withTargets({ threshold: { method: 'automatic', factor: 10 } })

  test('are one line while both are equal, and two where they differ', () => {
    const fixed = withTargets({ threshold: { method: 'fixed', value: 0.75 } })
    const same = listThresholds('N1', { inForce: evaluation, draft: evaluation }, null)
    expect(same.map(({ id, value, handle }) => [id, value, handle])).toEqual([['N1', 0.5, true]])
    const two = listThresholds('N1', { inForce: evaluation, draft: fixed }, null)
    expect(two.map(({ value, handle = false }) => [value, handle])).toEqual([
      [0.5, false],
      [0.75, true],
    ])
  })

  test('are read from the run where they are found in it: that of most wells', () => {
    const steps = {
      inForce: step([0.2, 0.2, 0.9, 4, 4, 4]),
      draft: step([0.3, Number.NaN, 0.3, 5, 5, 5]),
    }
    const marks = listThresholds('N1', { inForce: automatic, draft: automatic }, steps)
    expect(marks.map(({ value }) => value)).toEqual([0.2, 0.3])
    expect(listThresholds('N1', { inForce: automatic, draft: automatic }, null)).toEqual([])
  })

  test('a target that only the draft has is drawn alone', () => {
    const draft = withTargets({ name: 'New' })
    expect(listThresholds('New', { inForce: evaluation, draft }, null)).toHaveLength(1)
  })
})

test('calls, moved Cqs and runs are counted of what was compared', () => {
  const answer = (calls: number, moved: number) => ({
    turn: 1,
    error: null,
    comparison: { counts: { calls, moved, moves: [] } } as unknown as RunComparison,
  })
  const failed = { turn: 1, error: new Error('gone'), comparison: null }
  const all = [answer(1, 1), answer(0, 1), answer(0, 0), failed]
  expect(sumAnswers(all)).toEqual({ calls: 1, moved: 2, runs: 1 })
})
