import { t } from '../../i18n/intl.ts'
import { findDifferences } from '../evaluation-recipe/find-differences.ts'
import { findProcessDifferences } from '../process-recipe/find-process-differences.ts'
import { type AnyRecipe, sayPlates } from './recipe-columns.tsx'

/** Content of a recipe, which makes a new version of it when it changes. */
export type RecipeBody = Pick<
  AnyRecipe,
  'process' | 'evaluation' | 'cartridge_types' | 'minimum_bkernel'
>

/** One setting that two versions of a recipe have differently, in the words of the laboratory. */
export interface RecipeDifference {
  what: string
  before: string
  after: string
}

/** Find what differs between two versions of a recipe: plates and device software, the programme, then the evaluation. */
export function findRecipeDifferences(before: RecipeBody, after: RecipeBody): RecipeDifference[] {
  const facts = [
    { what: t('methods.plates'), before: sayPlates(before), after: sayPlates(after) },
    {
      what: t('methods.bkernel'),
      before: before.minimum_bkernel ?? '–',
      after: after.minimum_bkernel ?? '–',
    },
  ]
  return [
    ...facts.filter((one) => one.before !== one.after),
    ...findProcessDifferences(before.process, after.process),
    ...findDifferences(before.evaluation, after.evaluation),
  ]
}
