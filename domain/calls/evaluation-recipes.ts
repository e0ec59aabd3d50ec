import { evaluationRecipe } from '../entities/evaluation-recipe.ts'
import { evaluationRecipeFields } from './method-fields.ts'
import { methodRows } from './method-rows.ts'

/** Evaluations without a thermal programme (decisions R14). */
export const evaluationRecipeCalls = methodRows(
  evaluationRecipe,
  'evaluationRecipe',
  evaluationRecipeFields,
)
