import { evaluationRecipe } from '../entities/evaluation-recipe.ts'
import { archive, evaluationRecipeFields, ofSwarm } from './method-fields.ts'
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

/** Evaluations without a thermal programme (decisions R14). */
export const evaluationRecipeCalls = {
  search: searchRow(evaluationRecipe),
  get: getRow(evaluationRecipe),
  createForm: createFormRow(evaluationRecipe, 'evaluationRecipe.create'),
  create: createRow(evaluationRecipe, 'evaluationRecipe.create', {
    ...ofSwarm,
    ...evaluationRecipeFields,
  }),
  edit: editRow(evaluationRecipe, 'evaluationRecipe.edit', {
    ...evaluationRecipeFields,
    ...archive,
  }),
  delete: deleteRow(evaluationRecipe, 'evaluationRecipe.delete'),
  duplicateForm: formRow(evaluationRecipe, 'duplicate', 'evaluationRecipe.create'),
  duplicate: duplicateRow(evaluationRecipe, 'evaluationRecipe.create'),
  migrateForm: formRow(evaluationRecipe, 'migrate_to_swarm', 'evaluationRecipe.edit'),
  migrate: migrateRow(evaluationRecipe, 'evaluationRecipe.edit'),
}
