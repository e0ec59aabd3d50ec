import type { protocolCalls } from '../../domain/calls/protocols.ts'
import type { CartridgeName, DeviceCartridgeName } from '../../domain/catalog/cartridges.ts'
import { type Protocol, protocol } from '../../domain/entities/protocol.ts'
import { Fault } from '../../domain/fault.ts'
import { refuseCartridges } from '../../domain/rules/protocol-problems.ts'
import type { AccountContext } from '../context.ts'
import { findPublished, findRecipe, noRecipe } from '../methods/find-recipe.ts'
import { prepareProtocol } from '../methods/prepare-protocol.ts'
import type { Handlers } from '../mount.ts'
import { unwrap } from '../outcome.ts'
import {
  cartridgeOptions,
  migrateOptions,
  noOptions,
  offered,
  sampleTypeOptions,
  swarmOptions,
} from './method-forms.ts'
import { duplicateMethod, editMethod, firstVersion, migrateMethod } from './method-writes.ts'
import { aliasHandlers } from './protocol-aliases.ts'
import { createFormHandler, formHandler, readHandlers } from './reads.ts'
import { createHandler, deleteHandler } from './writes.ts'

const reads = readHandlers(protocol)
const edit = editMethod(protocol)
const duplicate = duplicateMethod(protocol)
const create = createHandler(protocol, async (context, body) => ({
  ...firstVersion,
  aliases: [],
  ...(await standOn(body as Pick<Protocol, 'recipe_uuid' | 'cartridge_types'>, context)),
}))

export const protocols: Handlers<typeof protocolCalls> = {
  ...reads,
  ...aliasHandlers,
  createForm: createFormHandler(async (context) => ({
    ...(await swarmOptions(context)),
    ...cartridgeOptions(context),
    ...sampleTypeOptions(),
    recipe_uuid: await recipeOptions(context),
    application_uuids: await offered('application', context),
  })),
  create,
  edit: async ({ params, body }, context) => {
    const checked = await reconsider(params.id, body, context)
    return edit({ params, body: { ...body, ...checked } }, context)
  },
  delete: deleteHandler(protocol),
  duplicateForm: formHandler(protocol, noOptions),
  duplicate: async (input, context) => {
    const { recipe_uuid, recipe_kind, cartridge_types } = await reads.get(input, context)
    if (recipe_kind === 'GLOBAL_RECIPE') await standOn({ recipe_uuid, cartridge_types }, context)
    return duplicate(input, context)
  },
  migrateForm: formHandler(protocol, migrateOptions),
  migrate: migrateMethod(protocol),
  prepare: async ({ params }, context) => prepareProtocol(params.id, context),
  linkApplicationForm: formHandler(protocol, async (context, { application_uuids: linked }) => ({
    application_uuids: (await offered('application', context)).filter(
      ({ value }) => !linked.includes(value),
    ),
  })),
  linkApplication: async ({ params, body }, context) => {
    const { application_uuids: applications, ...rest } = body
    const change = { type: 'protocol.link', uuid: params.id, applications, ...rest } as const
    return unwrap(context.own.change(change, context.opId, context.by))
  },
}

async function recipeOptions(context: AccountContext) {
  const own = await offered('recipe', context)
  return [...own, ...(await offered('global_recipe', context))]
}

/**
 * Return the kind of recipe that a protocol uses. A recipe of the provider is in another store, which the company's own rules
 * cannot read: it is checked here (store/rules/protocols.ts checks the company's own).
 * @throws Fault `not_found`, `refused` for an archived one, `invalid` for a cartridge that it does not run on.
 */
async function standOn(
  wanted: Pick<Protocol, 'recipe_uuid' | 'cartridge_types'>,
  context: AccountContext,
): Promise<Pick<Protocol, 'recipe_kind'>> {
  const { kind, recipe } = await findRecipe(wanted.recipe_uuid, context)
  if (kind === 'RECIPE') return { recipe_kind: kind }
  if (recipe.archived === 1) {
    throw new Fault('refused', 'This recipe is archived', {
      field: 'recipe_uuid',
      reason: 'archived',
    })
  }
  checkCartridges(wanted.cartridge_types, recipe)
  return { recipe_kind: kind }
}

/**
 * Check an edit in the same way, with the recipe that it leaves or brings. Return the version that was looked at as the
 * base: kind of recipe and cartridges must fit what the protocol has when it is written, not what another edit has
 * replaced.
 */
async function reconsider(
  id: string,
  patch: {
    recipe_uuid?: string | undefined
    cartridge_types?: DeviceCartridgeName[] | undefined
    base?: string | undefined
  },
  context: AccountContext,
): Promise<Pick<Protocol, 'recipe_kind'> & { base?: string }> {
  if (patch.recipe_uuid === undefined && patch.cartridge_types === undefined) return {}
  const known = await reads.get({ params: { id } }, context)
  const base = patch.base ?? known.updated_at
  const types = patch.cartridge_types ?? known.cartridge_types
  if (patch.recipe_uuid !== undefined && patch.recipe_uuid !== known.recipe_uuid) {
    const wanted = { recipe_uuid: patch.recipe_uuid, cartridge_types: types }
    return { ...(await standOn(wanted, context)), base }
  }
  if (known.recipe_kind !== 'GLOBAL_RECIPE') return { base }
  const recipe = await findPublished(known.recipe_uuid, context)
  if (!recipe) throw noRecipe()
  checkCartridges(types, recipe)
  return { base }
}

function checkCartridges(types: CartridgeName[], recipe: { cartridge_types: CartridgeName[] }) {
  const refusal = refuseCartridges(types, recipe)
  if (refusal) throw new Fault([refusal])
}
