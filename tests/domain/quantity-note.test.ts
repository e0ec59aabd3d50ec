import { describe, expect, test } from 'vitest'
import type { QuantificationRule, TargetRule } from '../../domain/entities/evaluation-recipe.ts'
import { noteQuantity } from '../../domain/rules/quantity-note.ts'
import { analyse } from '../../workers/run/analyse.ts'
import { makeRun, type MadeSample } from '../workers/run.ts'

interface Named extends MadeSample {
  name: string
  quantity?: number
}

const unknown = (name: string, target: number | null, reference: number | null = 20): Named => ({
  name,
  type: 'unknown',
  wells: [[target, reference]],
})

/** Return what is said about the amount of N1 in each sample, by its name. */
function noteAll(
  named: readonly Named[],
  quantification: QuantificationRule,
  rest: Partial<TargetRule> = {},
) {
  const made = makeRun(named, {
    ntc_clean: false,
    positive_detected: false,
    internal_control: false,
  })
  const targets = made.evaluation.targets.map((target) => ({
    ...target,
    ...rest,
    role: 'target' as const,
  }))
  const samples = made.samples.map((one, at) => {
    const { name, quantity } = named[at]!
    return { ...one, name, ...(quantity !== undefined && { quantity }) }
  })
  const results = analyse({
    ...made,
    samples,
    evaluation: { ...made.evaluation, targets, quantification },
  })
  const own = results.samples.filter(({ target }) => target === 'N1')
  return Object.fromEntries(
    own.map((one, at) => [named[at]!.name, noteQuantity(one, results, samples)]),
  )
}

describe('A26-43: amounts that look like others', () => {
  const copies = { method: 'standard_curve' } as const
  const standard = (quantity: number, middle: number): Named => ({
    name: `standard ${quantity}`,
    type: 'standard',
    quantity,
    wells: [
      [middle, 20],
      [middle, 20],
    ],
  })
  const standards = [standard(1e5, 20), standard(1e4, 23.5), standard(1e3, 27)]

  test('are said to be beyond the standards, on either side', () => {
    const notes = noteAll(
      [...standards, unknown('high', 12), unknown('inside', 25), unknown('low', 32)],
      copies,
    )
    const beyond = {
      code: 'extrapolated',
      lowest: 1e3,
      highest: 1e5,
    }
    expect(notes).toMatchObject({
      high: { ...beyond, isLow: false },
      inside: null,
      low: { ...beyond, isLow: true },
      'standard 1000': null,
    })
  })

  test('are missing with the reason: no standards, or a line that rises', () => {
    expect(noteAll([unknown('a', 25)], copies)).toEqual({ a: { code: 'no_curve' } })
    const swapped = [standard(1e3, 20), standard(1e4, 23.5), standard(1e5, 27), unknown('a', 25)]
    expect(noteAll(swapped, copies)['a']).toEqual({ code: 'no_line' })
    expect(noteAll([unknown('absent', null)], copies)['absent']).toBeNull()
  })
})

describe('A26-43: folds that are missing say why', () => {
  const rule: QuantificationRule = {
    method: 'relative',
    reference_targets: ['IC'],
    calibrator: 'untreated',
    efficiency: 'assumed',
  }

  test('no sample with the name of the calibrator, or no Cq in it', () => {
    expect(noteAll([unknown('treated', 22)], rule)['treated']).toEqual({
      code: 'not_in_calibrator',
      targets: ['N1', 'IC'],
    })
    const notes = noteAll([unknown('untreated', null), unknown('treated', 22)], rule)
    expect(notes['treated']).toEqual({ code: 'not_in_calibrator', targets: ['N1'] })
  })

  test('no reference in the sample, no efficiency that was measured', () => {
    const samples = [unknown('untreated', 24), unknown('bare', 22, null), unknown('treated', 22)]
    const notes = noteAll(samples, rule)
    expect(notes['bare']).toEqual({ code: 'not_in_sample', targets: ['IC'] })
    expect(notes['treated']).toBeNull()
    const subtracted = { baseline: { method: 'none' }, threshold: { method: 'fixed', value: 1.5 } }
    const measured: QuantificationRule = { ...rule, efficiency: 'measured' }
    expect(noteAll(samples, measured, subtracted as Partial<TargetRule>)['treated']).toEqual({
      code: 'no_efficiency',
      targets: ['N1', 'IC'],
    })
  })
})
