import type { analysisCalls } from '../../domain/calls/analysis.ts'
import { wavelengthNames } from '../../domain/catalog/wavelengths.ts'
import type { Analysis, Exclusion } from '../../domain/entities/analysis.ts'
import { cqMethods, type Evaluation } from '../../domain/entities/evaluation-recipe.ts'
import type { GlobalRecipe } from '../../domain/entities/global-recipe.ts'
import { Fault } from '../../domain/fault.ts'
import { fitToCurves } from '../../domain/rules/fit-to-curves.ts'
import { findMisfit } from '../../domain/rules/recipe-fit.ts'
import type { AccountContext } from '../context.ts'
import { keepResults, readCurves } from '../runs/evaluate.ts'
import type { Handlers } from '../mount.ts'
import { unwrap } from '../outcome.ts'
import type { KeptResults } from '../store/analysis-rows.ts'
import { basisOf, checkThresholds } from '../store/result-changes.ts'
import { changeAnalysis, checkAction, findAnalysis } from './analysis-record.ts'
import { wordsOf } from './reads.ts'

interface Wish {
  evaluation?: Evaluation | undefined
  exclusions?: Exclusion[] | undefined
  reason: string
}

type Rows = 'calculate' | 'recalcForm' | 'recalc' | 'recalcGlobalForm' | 'recalcGlobal'

export const recalculations: Pick<Handlers<typeof analysisCalls>, Rows> = {
  calculate: async ({ body: { uuid, ...wish } }, context) => recalculate(context, uuid, wish),
  recalc: async ({ params, body }, context) => recalculate(context, params.id, body),
  recalcForm: async ({ params }, context) => {
    const record = await findAnalysis(context, params.id)
    const channels = record.method.process.channels.map(({ wavelength }) => wavelength)
    return {
      record,
      options: {
        cq_method: wordsOf(cqMethods),
        baseline: wordsOf(['automatic', 'sigmoid', 'linreg', 'window', 'none']),
        threshold: wordsOf(['automatic', 'fixed']),
        channel: wordsOf(wavelengthNames.filter((name) => channels.includes(name))),
      },
    }
  },
  recalcGlobalForm: async ({ params }, context) => {
    const record = await findAnalysis(context, params.id)
    const recipes = await globalRecipes(context)
    const fitting = recipes.filter((recipe) => findMisfit(record, recipe) === null)
    return {
      record,
      options: { recipe_uuid: fitting.map(({ uuid, name }) => ({ value: uuid, label: name })) },
    }
  },
  recalcGlobal: async ({ params, body }, context) => {
    const record = await findAnalysis(context, params.id)
    checkAction('recalculateGlobal', record, context)
    const provider = await context.provider()
    const recipe = await unwrap(provider.get('global_recipe', body.recipe_uuid, context.by.sight))
    checkThresholds(record, recipe.evaluation)
    const reason = findMisfit(record, recipe)
    if (reason !== null) {
      throw new Fault('invalid', 'This recipe does not fit the run', {
        field: 'recipe_uuid',
        reason,
      })
    }
    const evaluation = fitToCurves(recipe.evaluation, record.source)
    const result = await compute(context, record, {
      evaluation,
      exclusions: record.exclusions,
      reason: body.reason,
    })
    return changeAnalysis(context, {
      type: 'analysis.recalculateGlobal',
      uuid: record.uuid,
      recipe_name: recipe.name,
      method: { recipe_uuid: recipe.uuid, recipe_version: recipe.version, evaluation },
      result,
      basis: basisOf(record),
      reason: body.reason,
    })
  },
}

/**
 * Calculate an analysis again in place: the settings given replace those of the method; earlier results stay in the
 * list.
 */
async function recalculate(context: AccountContext, uuid: string, wish: Wish): Promise<Analysis> {
  const record = await findAnalysis(context, uuid)
  checkAction('recalculate', record, context)
  const { evaluation = record.method.evaluation, exclusions = record.exclusions, reason } = wish
  const result = await compute(context, record, { evaluation, exclusions, reason })
  return changeAnalysis(context, {
    type: 'analysis.calculate',
    uuid,
    evaluation,
    exclusions,
    result,
    basis: basisOf(record),
    reason,
  })
}

async function compute(
  { env, account }: AccountContext,
  record: Analysis,
  settings: { evaluation: Evaluation; exclusions: Exclusion[]; reason: string },
): Promise<KeptResults> {
  const { curves_hash: curvesHash } = record
  if (curvesHash === null) {
    throw new Fault('refused', 'You cannot recalculate this analysis', { reason: 'no_curves' })
  }
  const curves = await readCurves(env, record, curvesHash)
  return keepResults(env, { record, curves, curvesHash, by: account.name, ...settings })
}

/** List global recipes, at most one page of the provider's store; archived ones are not offered. */
async function globalRecipes(context: AccountContext): Promise<GlobalRecipe[]> {
  const store = await context.provider()
  const query = { limit: '500', order: 'name ASC' }
  const { data } = await unwrap(store.list('global_recipe', query, context.by.sight))
  return data
}
