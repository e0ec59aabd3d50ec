import type { evaluationRecipeCalls } from '../../domain/calls/evaluation-recipes.ts'
import { evaluationRecipe } from '../../domain/entities/evaluation-recipe.ts'
import type { Handlers } from '../mount.ts'
import { evaluationOptions, migrateOptions, noOptions, swarmOptions } from './method-forms.ts'
import {
  createMethod,
  duplicateMethod,
  editMethod,
  migrateMethod,
  withCqMethods,
} from './method-writes.ts'
import { createFormHandler, formHandler, readHandlers } from './reads.ts'
import { deleteHandler } from './writes.ts'

export const evaluationRecipes: Handlers<typeof evaluationRecipeCalls> = {
  ...readHandlers(evaluationRecipe),
  createForm: createFormHandler(async (context) => ({
    ...(await swarmOptions(context)),
    ...evaluationOptions(context),
  })),
  create: withCqMethods(createMethod(evaluationRecipe)),
  edit: editMethod(evaluationRecipe),
  delete: deleteHandler(evaluationRecipe),
  duplicateForm: formHandler(evaluationRecipe, noOptions),
  duplicate: duplicateMethod(evaluationRecipe),
  migrateForm: formHandler(evaluationRecipe, migrateOptions),
  migrate: migrateMethod(evaluationRecipe),
}
