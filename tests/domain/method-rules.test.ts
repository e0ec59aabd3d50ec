import { describe, expect, it } from 'vitest'
import type { Evaluation } from '../../domain/entities/evaluation-recipe.ts'
import { permissions } from '../../domain/permissions.ts'
import { findEvaluationProblems } from '../../domain/rules/evaluation-problems.ts'
import {
  methodActions,
  methodKinds,
  type MethodState,
  methodState,
  methodStates,
} from '../../domain/actions/method.ts'
import { findRecipeProblems } from '../../domain/rules/recipe-problems.ts'
import type { Actions } from '../../domain/actions/action.ts'
import { refuse } from '../../domain/actions/refuse.ts'
import type { ActionName } from '../../domain/actions/table.ts'
import { findTechnicianChange } from '../../domain/rules/technician.ts'
import { methods } from '../../scripts/demo/methods.ts'

/** Written out by hand: what each action is possible from. R is requested, A active, Z archived, T retired. */
const possible: Record<(typeof methodKinds)[number], Record<string, string>> = {
  recipe: {
    edit: 'AR',
    devEdit: 'AR',
    archive: 'AR',
    unarchive: 'Z',
    duplicate: 'ARZT',
    migrate: 'AR',
    delete: 'ARZT',
    split: 'ARZT',
    request: 'A',
    withdraw: 'R',
    adoptVersion: 'AR',
    stay: 'AR',
  },
  global_recipe: { adopt: 'A', edit: 'A', devEdit: 'A', archive: 'A', unarchive: 'Z', delete: 'Z' },
  process_recipe: plain(),
  evaluation_recipe: plain(),
  application: plain(),
  protocol: { ...plain(), use: 'AR' },
}

function plain() {
  return {
    edit: 'AR',
    archive: 'AR',
    unarchive: 'Z',
    duplicate: 'ARZT',
    migrate: 'AR',
    delete: 'ARZT',
  }
}

const letters: Record<MethodState, string> = {
  active: 'A',
  requested: 'R',
  archived: 'Z',
  retired: 'T',
}

describe.each(methodKinds)('[STATE-050] [STATE-051] [STATE-054] %s', (kind) => {
  const actions: Actions<MethodState> = methodActions[kind]
  const ask = (action: string, state: MethodState, held: readonly string[]) =>
    refuse(kind, action as ActionName<typeof kind>, { state, permissions: held })

  it('decides every pair of action and state', () => {
    expect(Object.keys(actions).toSorted()).toEqual(Object.keys(possible[kind]).toSorted())
    for (const [action, states] of Object.entries(possible[kind])) {
      for (const state of methodStates) {
        const refusal = ask(action, state, permissions)
        const expected = states.includes(letters[state])
          ? null
          : { reason: 'wrong_state', state, action }
        expect(refusal, `${action} from ${state}`).toEqual(expected)
      }
    }
  })

  it('and names the permission that is missing, whatever the state', () => {
    for (const [action, { needs }] of Object.entries(actions)) {
      const others = permissions.filter((name) => name !== needs)
      for (const state of methodStates) {
        expect(ask(action, state, others)).toEqual({
          reason: 'permission_missing',
          permission: needs,
        })
      }
    }
  })
})

it('an archived method is archived, whatever was asked for it', () => {
  expect(methodState({ archived: 1, publication_requested: 1 })).toBe('archived')
  expect(methodState({ archived: 0, publication_requested: 1 })).toBe('requested')
  expect(methodState({})).toBe('active')
})

describe('what is wrong with a recipe', () => {
  it.each(methods.map(({ recipe }) => [recipe.name, recipe] as const))(
    'nothing with %s of the demonstration',
    (_, recipe) => {
      expect(findRecipeProblems(recipe)).toEqual([])
    },
  )

  const base = methods[3]?.recipe.evaluation as Evaluation
  const [first, ...rest] = base.targets
  const reasons = (evaluation: Evaluation) =>
    findEvaluationProblems(evaluation).map(({ field, reason }) => [field, reason])

  it('bounds the wrong way round', () => {
    if (!first) throw new Error('no target')
    const wrong = {
      ...first,
      baseline: { method: 'window', start: 9, end: 3 } as const,
      cq_min: 20,
      cq_review: 15,
      cq_max: 10,
      tm: { min: 80, max: 70 },
    }
    const controls = { ...base.controls, positive_cq: { min: 30, max: 20 } }
    expect(reasons({ ...base, controls, targets: [wrong, ...rest] })).toEqual([
      ['evaluation.targets.0.cq_min', 'bounds_reversed'],
      ['evaluation.targets.0.cq_min', 'bounds_reversed'],
      ['evaluation.targets.0.cq_review', 'bounds_reversed'],
      ['evaluation.targets.0.tm', 'bounds_reversed'],
      ['evaluation.targets.0.baseline.start', 'bounds_reversed'],
      ['evaluation.controls.positive_cq', 'bounds_reversed'],
    ])
  })

  it('targets that are not there', () => {
    const evaluation: Evaluation = {
      ...base,
      quantification: {
        method: 'relative',
        reference_targets: ['Gone'],
        calibrator: 'Calibrator',
        efficiency: 'assumed',
      },
      genotypes: [{ name: 'Place', alleles: [first?.name ?? '', 'Missing'] }],
    }
    expect(reasons(evaluation)).toEqual([
      ['evaluation.quantification.reference_targets.0', 'target_unknown'],
      ['evaluation.genotypes.0.alleles.1', 'target_unknown'],
    ])
  })

  it('[VAL-021] two targets share a channel where their mixes or their melting windows tell them apart', () => {
    if (!first) throw new Error('no target')
    const { tm: _tm, ...plainTarget } = first
    const twins = (one: object, other: object) =>
      reasons({
        ...base,
        targets: [
          { ...plainTarget, ...one },
          { ...plainTarget, name: 'Other', ...other },
        ],
      })
    expect(twins({ well_types: ['a'] }, { well_types: ['b'] })).toEqual([])
    expect(twins({ tm: { min: 60, max: 65 } }, { tm: { min: 65, max: 70 } })).toEqual([])
    expect(twins({ well_types: ['a'] }, {})).toEqual([
      ['evaluation.targets.1.channel', 'rule_repeated'],
    ])
    expect(twins({ tm: { min: 60, max: 65 } }, { tm: { min: 64, max: 70 } })).toEqual([
      ['evaluation.targets.1.tm', 'rule_repeated'],
    ])
  })
})

it('[PERM-007] finds settings of technicians’ wavelengths, in any place', () => {
  const recipe = methods[0]?.recipe
  const [channel] = recipe?.process.channels ?? []
  if (!recipe || !channel) throw new Error('no recipe')
  const without = { ...recipe.evaluation, passive_reference: null }
  expect(findTechnicianChange(recipe, recipe)).toBeNull()
  expect(findTechnicianChange({ ...recipe, evaluation: without }, recipe)).toBe(
    'evaluation.passive_reference',
  )
  expect(findTechnicianChange(recipe, { ...recipe, evaluation: without })).toBe(
    'evaluation.passive_reference',
  )
  const [target] = without.targets
  if (!target) throw new Error('no target')
  const moved = { ...without, targets: [{ ...target, channel: 'CY3' as const }] }
  expect(findTechnicianChange({ evaluation: moved }, { evaluation: without })).toBe(
    'evaluation.targets.0.channel',
  )
})
