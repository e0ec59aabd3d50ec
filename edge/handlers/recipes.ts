import { attachmentBytes } from '../../domain/calls/attachments.ts'
import type { recipeCalls } from '../../domain/calls/recipes.ts'
import { type Recipe, recipe } from '../../domain/entities/recipe.ts'
import { writeCqMethods } from '../../domain/rules/cq-default.ts'
import type { AccountContext } from '../context.ts'
import { keepFile } from '../keep-file.ts'
import { adoptRecipe, adoptVersion, stayWithVersion } from '../methods/adopt-recipe.ts'
import { measureDraftFigure } from '../methods/measure-figure.ts'
import { plateFile } from '../methods/plate-file.ts'
import { protocolFile } from '../methods/protocol-file.ts'
import { requestPublication, withdrawPublication } from '../methods/ask-publication.ts'
import { tellApprovers } from '../methods/tell-approvers.ts'
import type { Handlers } from '../mount.ts'
import { unwrap } from '../outcome.ts'
import { printMethod } from '../reports/print-method.ts'
import { reauthenticate } from '../session/reauthenticate.ts'
import type { RecipeVersionChange } from '../store/recipe-version-changes.ts'
import {
  cartridgeOptions,
  evaluationOptions,
  migrateOptions,
  noOptions,
  swarmOptions,
} from './method-forms.ts'
import {
  createMethod,
  duplicateMethod,
  editMethod,
  migrateMethod,
  withCqMethods,
} from './method-writes.ts'
import { createFormHandler, formHandler, getHandler, searchHandler } from './reads.ts'
import { deleteHandler } from './writes.ts'

const search = searchHandler(recipe)
const find = getHandler(recipe)
const edit = editMethod(recipe)
const remove = deleteHandler(recipe)

/** Steps in the life of a version (decision 34). */
const versionHandlers = {
  versions: async ({ params }, { own, by }) =>
    unwrap(own.ask({ name: 'recipeVersions', uuid: params.id }, by.sight)),
  sendVersion: async ({ params, body }, context) => {
    const recipe = await change({ type: 'recipe.send', uuid: params.id, ...body }, context)
    await tellApprovers(recipe, context)
    return recipe
  },
  compareVersion: async ({ params, body }, context) =>
    change({ type: 'recipe.compare', uuid: params.id, comparison: body }, context),
  setFigure: async ({ params: { id: uuid }, body: order }, context) => {
    const measured = await measureDraftFigure(uuid, order, context)
    return change({ type: 'recipe.set_figure', uuid, order, measured }, context)
  },
  removeFigure: async ({ params, body }, context) =>
    change({ type: 'recipe.remove_figure', uuid: params.id, figure: body.figure_uuid }, context),
  figureFile: async ({ params, body }, context) => {
    const { own, by, opId, company } = context
    const to = { resource_kind: 'recipe', resource_uuid: params.id, role: 'evidence' } as const
    // Read the record first: nothing is kept for somebody who does not see it.
    await unwrap(own.get('recipe', params.id, by.sight))
    await unwrap(own.ask({ name: 'checkAttach', to, opId }, by.sight))
    const place = { kinds: ['pdf'], limit: attachmentBytes, company } as const
    const file = await keepFile(body.file, place, context)
    return unwrap(own.change({ type: 'attachment.add', file, to }, opId, by))
  },
  withdrawVersion: async ({ params, body }, context) =>
    change({ type: 'recipe.withdraw_version', uuid: params.id, reason: body?.reason }, context),
  askVersionChanges: async ({ params, body }, context) =>
    change({ type: 'recipe.ask_changes', uuid: params.id, reason: body.reason }, context),
  approveVersion: async ({ params, body }, context) => {
    const order = await reauthenticate(context, body)
    return change({ type: 'recipe.approve', uuid: params.id, order }, context)
  },
  discardVersion: async ({ params, body }, context) =>
    change({ type: 'recipe.discard', uuid: params.id, reason: body.reason }, context),
  retire: async ({ params, body }, context) =>
    change({ type: 'recipe.retire', uuid: params.id, reason: body.reason }, context),
} satisfies Partial<Handlers<typeof recipeCalls>>

async function change(order: RecipeVersionChange, { own, opId, by }: AccountContext) {
  return await unwrap(own.change(order, opId, by))
}

export const recipes: Handlers<typeof recipeCalls> = {
  search: async (input, context) => {
    const page = await search(input, context)
    return input.query.extended === '1' ? { ...page, data: await extend(page.data, context) } : page
  },
  get: find,
  createForm: createFormHandler(async (context) => ({
    ...(await swarmOptions(context)),
    ...cartridgeOptions(context),
    ...evaluationOptions(context),
  })),
  create: withCqMethods(createMethod(recipe)),
  edit: async (input, context) => {
    const { publication_requested: asked, ...rest } = input.body
    if (asked === undefined) {
      const after = await edit(input, context)
      // Withdraw the request for publication of a recipe that was archived.
      if (rest.archived === 1) await context.own.carryPublications()
      return after
    }
    const of = { uuid: input.params.id, base: rest.base, reason: rest.reason }
    return asked === 1 ? requestPublication(of, context) : withdrawPublication(of, context)
  },
  devEditForm: formHandler(recipe, (context) => ({
    ...cartridgeOptions(context),
    ...evaluationOptions(context, true),
  })),
  devEdit: editMethod(recipe, { dev: true }),
  delete: async (input, context) => {
    const answer = await remove(input, context)
    // Withdraw the request for publication of a recipe that was deleted.
    await context.own.carryPublications()
    return answer
  },
  migrateForm: formHandler(recipe, migrateOptions),
  migrate: migrateMethod(recipe),
  duplicateForm: formHandler(recipe, noOptions),
  duplicate: duplicateMethod(recipe),
  protocolFile: async (input, context) => protocolFile(await find(input, context)),
  plateFile: async (input, context) => plateFile(await find(input, context), input.query, context),
  print: printMethod,
  adopt: adoptRecipe,
  adoptVersion: ({ params, body }, context) => adoptVersion(params.id, body, context),
  stay: ({ params, body }, context) => stayWithVersion(params.id, body, context),
  split: async (input, context) => splitRecipe(await find(input, context)),
  ...versionHandlers,
}

/** Name of the swarm and number of protocols, for each recipe of a page. */
async function extend(page: Recipe[], { own, by }: AccountContext) {
  const recipes = page.map(({ uuid }) => uuid)
  const standings = await unwrap(own.ask({ name: 'recipeStandings', recipes }, by.sight))
  return page.map((one) => {
    const { swarm_name = null, protocols = 0 } =
      standings.find(({ uuid }) => uuid === one.uuid) ?? {}
    return { ...one, swarm_name, protocols }
  })
}

/**
 * Return both halves of a recipe, unsaved (decisions D20). A recipe without a Cq method was made when the
 * threshold was the default, so the threshold is written into its evaluation.
 */
function splitRecipe({ name, swarm_uuid, process, evaluation }: Recipe) {
  return {
    process_recipe: { name, swarm_uuid, process },
    evaluation_recipe: {
      name,
      swarm_uuid,
      evaluation: writeCqMethods(evaluation, 'threshold'),
    },
  }
}
