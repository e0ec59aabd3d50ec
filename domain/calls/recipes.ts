import * as v from 'valibot'
import { methodActions } from '../actions/method.ts'
import { versionActions, versionStates } from '../actions/recipe-version.ts'
import { get, post, search } from '../call.ts'
import { cartridgeNames } from '../catalog/cartridges.ts'
import { Attachment } from '../entities/attachment.ts'
import { ComparisonOrder } from '../entities/bench-comparison.ts'
import { EvaluationRecipe } from '../entities/evaluation-recipe.ts'
import { ProcessRecipe } from '../entities/process-recipe.ts'
import { Evidence, Recipe, recipe, RecipeRelease } from '../entities/recipe.ts'
import { FigureOrder } from '../entities/verification-figure.ts'
import { Name, Timestamp, Uuid } from '../fields.ts'
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
import { printChoice } from './report-body.ts'
import { byId, MaybeReason, Page, PageQuery, Reason } from './shapes.ts'
import { Signing } from './signing.ts'

/** A recipe in a list; with `extended=1` the records it belongs to as well. */
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

/** One version of a recipe, as its trail and its record tell it (decision 34). */
export const RecipeVersion = v.strictObject({
  ...v.pick(Recipe, ['version', 'process', 'evaluation', 'cartridge_types', 'minimum_bkernel'])
    .entries,
  state: v.picklist([...versionStates, 'superseded', 'discarded']),
  /** First saved, by a person or by the service. */
  written_at: Timestamp,
  written_by: v.string(),
  /** Start and end of its time in force; null where it never was, or still is. */
  effective_at: v.nullable(Timestamp),
  superseded_at: v.nullable(Timestamp),
  /** Figures of a version in force without review; those of a reviewed one are in its release. */
  figures: Recipe.entries.figures,
  /** Absent of a version that was in force as soon as it was saved. */
  release: v.optional(RecipeRelease),
  /** Changes that its reviewer asked for; absent once it was sent to review again. */
  asked: v.optional(v.strictObject({ by: v.string(), at: Timestamp, reason: v.string() })),
})
export type RecipeVersion = v.InferOutput<typeof RecipeVersion>

const actions = methodActions.recipe

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
  edit: editRow(recipe, actions.edit.needs, {
    ...recipeFields,
    ...archive,
    publication_requested: v.picklist([0, 1]),
  }),
  devEditForm: formRow(recipe, 'dev_edit', actions.devEdit.needs),
  devEdit: post('/recipes/dev_edit/:id', {
    needs: actions.devEdit.needs,
    params: byId,
    body: devFields,
    data: Recipe,
  }),
  delete: deleteRow(recipe, actions.delete.needs),
  migrateForm: formRow(recipe, 'migrate_to_swarm', actions.migrate.needs),
  migrate: migrateRow(recipe, actions.migrate.needs),
  duplicateForm: formRow(recipe, 'duplicate', actions.duplicate.needs),
  duplicate: duplicateRow(recipe, actions.duplicate.needs),
  /** The thermal programme as RDML, which the software of 96-well instruments reads. */
  protocolFile: get('/recipes/protocol_file/get/:id', {
    needs: 'recipes.search',
    params: byId,
    reply: 'blob',
  }),
  /** The plate as CSV, one row for each well. With a protocol its samples are in their wells. */
  plateFile: get('/recipes/plate_file/get/:id', {
    needs: 'recipes.search',
    params: byId,
    query: v.strictObject({
      protocol_uuid: v.optional(Uuid),
      cartridge_type: v.optional(v.picklist(cartridgeNames)),
    }),
    reply: 'blob',
  }),
  /** Make a recipe of the company from the provider's: `id` is the global recipe's. Needs `globalRecipes.search` as well. */
  adopt: post('/recipes/adopt/:id', {
    needs: methodActions.global_recipe.adopt.needs,
    params: byId,
    body: v.strictObject({ uuid: v.optional(Uuid), name: v.optional(Name), ...ofSwarm }),
    data: Recipe,
  }),
  /**
   * Take the newer version of the global recipe that a recipe was made from, as its next version. `version` is the one that was
   * looked at; another one is a 409 `stale`. Needs `globalRecipes.search` as well.
   */
  adoptVersion: post('/recipes/adopt_version/:id', {
    needs: methodActions.recipe.adoptVersion.needs,
    params: byId,
    body: v.strictObject({ version: Recipe.entries.version, base: v.optional(Timestamp) }),
    data: Recipe,
  }),
  /** Keep the recipe as it is: this version is not offered again. Needs `globalRecipes.search` as well. */
  stay: post('/recipes/stay/:id', {
    needs: methodActions.recipe.stay.needs,
    params: byId,
    body: v.strictObject({ version: Recipe.entries.version, reason: Reason }),
    data: Recipe,
  }),
  split: get('/recipes/split/:id', { needs: 'recipes.search', params: byId, data: SplitRecipe }),
  /** Versions of a recipe, the newest first: at most 200. */
  versions: get('/recipes/versions/:id', {
    needs: 'recipes.search',
    params: byId,
    data: v.array(RecipeVersion),
  }),
  /** A version as a PDF: programme, evaluation, protocols, material, verification, approval and what changed. */
  print: get('/recipes/print/:id', {
    needs: 'recipes.search',
    params: byId,
    query: v.strictObject({
      /** Absent: the version in the record, which is in force where one is. */
      version: v.optional(v.pipe(v.string(), v.regex(/^[1-9]\d{0,8}$/, 'value_not_possible'))),
      paper: printChoice.paper,
      language: printChoice.language,
    }),
    reply: 'blob',
    timeout: 60_000,
  }),
  /** Hand the draft to review, with its evidence and the day from which it is to be in force. */
  sendVersion: post('/recipes/send_version/:id', {
    needs: versionActions.send.needs,
    params: byId,
    body: v.strictObject({
      evidence: Evidence,
      /** Null: as soon as it is approved. */
      effective_from: v.nullable(Timestamp),
      /** On the test bench, of the draft as it is now: an older one is a 409 `stale`. */
      comparison: v.optional(ComparisonOrder),
      base: v.optional(Timestamp),
    }),
    data: Recipe,
  }),
  /**
   * State a figure of the verification of the draft, or state it again. One that its runs hold is calculated from them by the
   * draft's evaluation: a number that is sent with it is refused.
   */
  setFigure: post('/recipes/set_figure/:id', {
    needs: versionActions.write.needs,
    params: byId,
    body: FigureOrder,
    data: Recipe,
    timeout: 60_000,
  }),
  removeFigure: post('/recipes/remove_figure/:id', {
    needs: versionActions.write.needs,
    params: byId,
    body: v.strictObject({ figure_uuid: Uuid }),
    data: Recipe,
  }),
  /** Attach a PDF that a figure then rests on. */
  figureFile: post('/recipes/figure_file/:id', {
    needs: versionActions.write.needs,
    params: byId,
    send: 'multipart',
    body: v.strictObject({ file: v.file() }),
    data: Attachment,
    timeout: 60_000,
  }),
  /** Keep the comparison of a person who looks at the version in review; the signature covers it. */
  compareVersion: post('/recipes/compare_version/:id', {
    needs: versionActions.compare.needs,
    reach: 'own',
    person: true,
    params: byId,
    body: ComparisonOrder,
    data: Recipe,
  }),
  /** Take a version back from review, or from its approval before its day has come. */
  withdrawVersion: post('/recipes/withdraw_version/:id', {
    needs: versionActions.withdraw.needs,
    params: byId,
    body: MaybeReason,
    data: Recipe,
  }),
  /** Give the version in review back to its authors, who are notified of what to change. */
  askVersionChanges: post('/recipes/ask_changes/:id', {
    needs: versionActions.ask_changes.needs,
    reach: 'own',
    person: true,
    params: byId,
    body: v.strictObject({ reason: Reason }),
    data: Recipe,
  }),
  /** Approve the version in review: an electronic signature of a person who did not write it. */
  approveVersion: post('/recipes/approve_version/:id', {
    needs: versionActions.approve.needs,
    reach: 'own',
    person: true,
    params: byId,
    body: Signing,
    data: Recipe,
  }),
  /** Drop the draft beside the version in force. */
  discardVersion: post('/recipes/discard_version/:id', {
    needs: versionActions.discard.needs,
    params: byId,
    body: v.strictObject({ reason: Reason }),
    data: Recipe,
  }),
  /** Take a recipe out of use for good: no run is planned with it any more, and nothing of it changes. */
  retire: post('/recipes/retire/:id', {
    needs: versionActions.retire.needs,
    params: byId,
    body: v.strictObject({ reason: Reason }),
    data: Recipe,
  }),
}
