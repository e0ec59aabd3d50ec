import { describe, expect, test } from 'vitest'
import type { Evaluation, TargetRule } from '../../domain/entities/evaluation-recipe.ts'
import { judgeAgain, judgeRun } from '../../workers/run/judge-run.ts'
import { measureRun } from '../../workers/run/measure-run.ts'
import type { Judgement } from '../../workers/run/judge-target.ts'
import { makeSixChannelPlate } from '../support/six-channel-plate.ts'

const plate = makeSixChannelPlate(1)
const measured = measureRun(plate, plate.evaluation)

function withTarget(run: Judgement, name: string, change: Partial<TargetRule>): Judgement {
  const targets = run.evaluation.targets.map((one) =>
    one.name === name ? { ...one, ...change } : one,
  )
  return { ...run, evaluation: { ...run.evaluation, targets } }
}

function withEvaluation(change: Partial<Evaluation>): Judgement {
  return { ...plate, evaluation: { ...plate.evaluation, ...change } }
}

const relative: Evaluation['quantification'] = {
  method: 'relative',
  reference_targets: ['T2'],
  calibrator: 'S7',
  efficiency: 'measured',
}
const named = plate.samples.map((sample, index) => ({ ...sample, name: `S${index}` }))
const runs: [name: string, run: Judgement][] = [
  ['with copies by its standards', plate],
  ['with folds', { ...withEvaluation({ quantification: relative }), samples: named }],
  ['with genotypes', withEvaluation({ genotypes: [{ name: 'G', alleles: ['T1', 'T2'] }] })],
  ['with a well left out', { ...plate, exclusions: [{ well: 'C5', target: null, reason: '' }] }],
]

describe('a threshold that is dragged', () => {
  test.each(runs)('gives the same as a new judgement, to the bit: a run %s', (_name, run) => {
    let judged = judgeAgain(measured, run, null)
    for (const [step, name] of ['T1', 'T1', 'T6', 'T3', 'T1', 'T6'].entries()) {
      const value = 0.01 * 5 ** step
      const next = withTarget(judged.judgement, name, { threshold: { method: 'fixed', value } })
      judged = judgeAgain(measured, next, judged)
      expect(judged.results).toEqual(judgeRun(measured, next))
    }
  })

  test('judges only the target it is of, and leaves the earlier results as they were', () => {
    const before = judgeAgain(measured, plate, null)
    const text = JSON.stringify(before.results)
    const threshold = { method: 'fixed' as const, value: 1e6 }
    const after = judgeAgain(measured, withTarget(plate, 'T6', { threshold }), before)
    expect(after.targets.map((one, index) => one === before.targets[index])).toEqual([
      true,
      true,
      true,
      true,
      true,
      false,
    ])
    expect(JSON.stringify(before.results)).toBe(text)
  })
})

test('other samples, exclusions or control rules are judged again', () => {
  const before = judgeAgain(measured, plate, null)
  const others: Judgement[] = [
    { ...plate, samples: plate.samples.slice(2) },
    { ...plate, exclusions: [{ well: 'A1', target: 'T1', reason: '' }] },
    withEvaluation({ controls: { ...plate.evaluation.controls, replicate_sd: 0.01 } }),
    withEvaluation({ controls: { ...plate.evaluation.controls, ntc_clean: true } }),
  ]
  for (const other of others) {
    expect(judgeAgain(measured, other, before).results).toEqual(judgeRun(measured, other))
  }
})
