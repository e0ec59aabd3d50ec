import { processRecipe } from '../entities/process-recipe.ts'
import { processRecipeFields } from './method-fields.ts'
import { methodRows } from './method-rows.ts'

/** Thermal programmes without an evaluation (decisions R14). */
export const processRecipeCalls = methodRows(processRecipe, 'processRecipe', processRecipeFields)
