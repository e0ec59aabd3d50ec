import { processRecipe } from '../entities/process-recipe.ts'
import { archive, processRecipeFields, ofSwarm } from './method-fields.ts'
import {
  createFormRow,
  createRow,
  deleteRow,
  duplicateRow,
  editRow,
  formRow,
  getRow,
  migrateRow,
  searchRow,
} from './record-rows.ts'

/** Thermal programmes without an evaluation (decisions R14). */
export const processRecipeCalls = {
  search: searchRow(processRecipe),
  get: getRow(processRecipe),
  createForm: createFormRow(processRecipe, 'processRecipe.create'),
  create: createRow(processRecipe, 'processRecipe.create', { ...ofSwarm, ...processRecipeFields }),
  edit: editRow(processRecipe, 'processRecipe.edit', { ...processRecipeFields, ...archive }),
  delete: deleteRow(processRecipe, 'processRecipe.delete'),
  duplicateForm: formRow(processRecipe, 'duplicate', 'processRecipe.create'),
  duplicate: duplicateRow(processRecipe, 'processRecipe.create'),
  migrateForm: formRow(processRecipe, 'migrate_to_swarm', 'processRecipe.edit'),
  migrate: migrateRow(processRecipe, 'processRecipe.edit'),
}
