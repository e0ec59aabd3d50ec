import { expect, test } from 'vitest'
import * as v from 'valibot'
import { ComparisonOrder } from '../../domain/entities/bench-comparison.ts'
import type { ResultChange } from '../../domain/rules/diff-results.ts'
import type { BenchRun } from '../../web/screens/methods/bench/bench-run.ts'
import type { RunAnswer } from '../../web/screens/methods/bench/use-bench.ts'
import { makeComparison } from '../../web/screens/methods/recipes/evidence/make-comparison.ts'
import { uuidOf } from '../support/uuid-of.ts'

const hashOf = (number: number) => String(number).padStart(64, 'a')
const run = (number: number) => ({ uuid: uuidOf(number), curves_hash: hashOf(number) }) as BenchRun

function answer(changed: number, moved = 0): RunAnswer {
  const change = (at: number, callChanged: boolean): ResultChange => ({
    well: `A${at + 1}`,
    target: 'N1',
    before: { call: 'detected', cq: 30, threshold: 1, reason: null },
    after: callChanged ? null : { call: 'detected', cq: 31, threshold: 1, reason: null },
    callChanged,
  })
  const changes = [
    ...Array.from({ length: moved }, (_, at) => change(at, false)),
    ...Array.from({ length: changed }, (_, at) => change(at, true)),
  ]
  const comparison = {
    engine: '1.5.0',
    counts: { calls: changed, moved, moves: [] },
    detail: { changes },
  } as unknown as NonNullable<RunAnswer['comparison']>
  return { turn: 0, comparison, error: null }
}

const keep = (answers: (RunAnswer | null)[]) =>
  makeComparison(
    answers.map((_, at) => run(at)),
    new Map(answers.flatMap((one, at) => (one ? [[uuidOf(at), one] as const] : []))),
  )

test('a comparison has each run with its counts, and each changed call with its run', () => {
  const failed: RunAnswer = { turn: 0, comparison: null, error: new Error('damaged') }
  const made = keep([answer(0, 2), failed, answer(1)])
  expect(made.runs).toEqual([
    { uuid: uuidOf(0), input_hash: hashOf(0), calls: 0, moved: 2 },
    { uuid: uuidOf(2), input_hash: hashOf(2), calls: 1, moved: 0 },
  ])
  // Expect no place in the list for the run that could not be compared.
  expect(made.changes).toEqual([
    {
      run: 1,
      well: 'A1',
      target: 'N1',
      before: 'detected',
      after: null,
      cq_before: 30,
      cq_after: null,
    },
  ])
  expect(v.is(ComparisonOrder, { ...made, content_hash: hashOf(9), against_hash: null })).toBe(true)
})

test('of many changed calls the first are listed and all are counted', () => {
  const made = keep([answer(400), answer(400)])
  expect(made.changes).toHaveLength(500)
  expect(made.runs.map(({ calls }) => calls)).toEqual([400, 400])
})

test('tenth attack T10-12: a run that was imported twice counts once', () => {
  const twins = [run(0), { ...run(1), curves_hash: hashOf(0) }, run(2)]
  const answers = new Map(twins.map(({ uuid: id }) => [id, answer(1)] as const))
  const made = makeComparison(twins, answers)
  expect(made.runs.map((one) => one.uuid)).toEqual([uuidOf(0), uuidOf(2)])
  expect(made.changes.map((one) => one.run)).toEqual([0, 1])
})
