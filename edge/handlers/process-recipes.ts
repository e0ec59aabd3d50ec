import type { processRecipeCalls } from '../../domain/calls/process-recipes.ts'
import { processRecipe } from '../../domain/entities/process-recipe.ts'
import type { Handlers } from '../mount.ts'
import { channelOptions, migrateOptions, noOptions, swarmOptions } from './method-forms.ts'
import { createMethod, duplicateMethod, editMethod, migrateMethod } from './method-writes.ts'
import { createFormHandler, formHandler, readHandlers } from './reads.ts'
import { deleteHandler } from './writes.ts'

export const processRecipes: Handlers<typeof processRecipeCalls> = {
  ...readHandlers(processRecipe),
  createForm: createFormHandler(async (context) => ({
    ...(await swarmOptions(context)),
    ...channelOptions(context),
  })),
  create: createMethod(processRecipe),
  edit: editMethod(processRecipe),
  delete: deleteHandler(processRecipe),
  duplicateForm: formHandler(processRecipe, noOptions),
  duplicate: duplicateMethod(processRecipe),
  migrateForm: formHandler(processRecipe, migrateOptions),
  migrate: migrateMethod(processRecipe),
}
