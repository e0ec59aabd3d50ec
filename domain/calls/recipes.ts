import * as v from 'valibot'
import { get, post, search } from '../call.ts'
import { cartridgeNames } from '../catalog/cartridges.ts'
import { EvaluationRecipe } from '../entities/evaluation-recipe.ts'
import { ProcessRecipe } from '../entities/process-recipe.ts'
import { Recipe, recipe } from '../entities/recipe.ts'
import { Timestamp, Uuid } from '../fields.ts'
import { archive, ofSwarm, recipeFields } from './method-fields.ts'
import {
  createFormRow,
  createRow,
  deleteRow,
  duplicateRow,
  editRow,
  formRow,
  getRow,
  migrateRow,
  SearchBody,
} from './record-rows.ts'
import { byId, Page, PageQuery, Reason } from './shapes.ts'

/** A recipe in a list; with `extended=1` what stands around it as well. */
export const ListedRecipe = v.strictObject({
  ...Recipe.entries,
  /** Null: every swarm's. */
  swarm_name: v.optional(v.nullable(v.string())),
  /** Number of protocols that use it, of those that the reader may see. */
  protocols: v.optional(v.number()),
})
export type ListedRecipe = v.InferOutput<typeof ListedRecipe>

/** Fields for which technicians have a call of their own: they may name technician-only wavelengths. */
export const devFields = v.strictObject({
  ...v.partial(v.pick(Recipe, ['process', 'evaluation', 'minimum_bkernel'])).entries,
  base: v.optional(Timestamp),
  reason: v.optional(Reason),
})

const unsaved = ['uuid', 'created_at', 'updated_at', 'archived', 'version'] as const

/** The two recipes that one falls into, as the create calls of their kinds take them (decisions D20). */
const SplitRecipe = v.strictObject({
  process_recipe: v.omit(ProcessRecipe, unsaved),
  evaluation_recipe: v.omit(EvaluationRecipe, unsaved),
})

export const recipeCalls = {
  search: search('/recipes/search', {
    needs: 'recipes.search',
    query: PageQuery,
    body: SearchBody(recipe),
    data: Page(ListedRecipe),
  }),
  get: getRow(recipe),
  createForm: createFormRow(recipe, 'recipes.create'),
  create: createRow(recipe, 'recipes.create', { ...ofSwarm, ...recipeFields }),
  edit: editRow(recipe, 'recipes.edit', {
    ...recipeFields,
    ...archive,
    publication_requested: v.picklist([0, 1]),
  }),
  devEditForm: formRow(recipe, 'dev_edit', 'recipes.devEdit'),
  devEdit: post('/recipes/dev_edit/:id', {
    needs: 'recipes.devEdit',
    params: byId,
    body: devFields,
    data: Recipe,
  }),
  delete: deleteRow(recipe, 'recipes.delete'),
  migrateForm: formRow(recipe, 'migrate_to_swarm', 'recipes.migrate'),
  migrate: migrateRow(recipe, 'recipes.migrate'),
  duplicateForm: formRow(recipe, 'duplicate', 'recipes.duplicate'),
  duplicate: duplicateRow(recipe, 'recipes.duplicate'),
  /** The thermal programme as RDML, which the software of 96-well instruments reads. */
  protocolFile: get('/recipes/protocol_file/get/:id', {
    needs: 'recipes.search',
    params: byId,
    reply: 'blob',
  }),
  /** The plate as CSV, one row for each well. With a protocol its samples stand in their wells. */
  plateFile: get('/recipes/plate_file/get/:id', {
    needs: 'recipes.search',
    params: byId,
    query: v.strictObject({
      protocol_uuid: v.optional(Uuid),
      cartridge_type: v.optional(v.picklist(cartridgeNames)),
    }),
    reply: 'blob',
  }),
  split: get('/recipes/split/:id', { needs: 'recipes.search', params: byId, data: SplitRecipe }),
}
