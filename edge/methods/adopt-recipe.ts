import type { CallInput } from '../../domain/call.ts'
import { globalRecipeCalls } from '../../domain/calls/global-recipes.ts'
import type { recipeCalls } from '../../domain/calls/recipes.ts'
import type { GlobalRecipe } from '../../domain/entities/global-recipe.ts'
import type { Recipe } from '../../domain/entities/recipe.ts'
import { Fault } from '../../domain/fault.ts'
import type { AccountContext } from '../context.ts'
import { derivedUuid } from '../crypto/derived-uuid.ts'
import { unwrap } from '../outcome.ts'
import { mustHold } from '../store/right.ts'
import { findPublished, noRecipe } from './find-recipe.ts'

/** Make a recipe of the company from one of the provider's; it keeps which, and the version that it follows. */
export async function adoptRecipe(
  { params, body }: CallInput<typeof recipeCalls.adopt>,
  context: AccountContext,
): Promise<Recipe> {
  const { own, account, opId, by } = context
  const global = await readGlobal(params.id, context)
  const { uuid = derivedUuid(account.uuid, opId), name = global.name, swarm_uuid } = body
  const change = { type: 'recipe.adopt', uuid, global, name, swarm_uuid } as const
  return await unwrap(own.change(change, opId, by))
}

/** Take the version that was looked at. @throws Fault `stale` when the provider has published another one since. */
export async function adoptVersion(
  uuid: string,
  { version, base }: { version: number; base?: string | undefined },
  context: AccountContext,
): Promise<Recipe> {
  const global = await readOffered(uuid, version, context)
  const change = { type: 'recipe.adopt_version', uuid, global, base } as const
  return await unwrap(context.own.change(change, context.opId, context.by))
}

/** Stay with the version that the recipe has. @throws Fault `stale` as `adoptVersion`. */
export async function stayWithVersion(
  uuid: string,
  { version, reason }: { version: number; reason: string },
  context: AccountContext,
): Promise<Recipe> {
  await readOffered(uuid, version, context)
  const change = { type: 'recipe.stay', uuid, version, reason } as const
  return await unwrap(context.own.change(change, context.opId, context.by))
}

async function readGlobal(uuid: string, context: AccountContext): Promise<GlobalRecipe> {
  mustHold(globalRecipeCalls.get.needs, context.by)
  const global = await findPublished(uuid, context)
  if (!global) throw noRecipe()
  return global
}

/** Read the global recipe that a recipe was made from, in the version that the person saw. */
async function readOffered(
  uuid: string,
  version: number,
  context: AccountContext,
): Promise<GlobalRecipe> {
  const { origin } = await context.read('recipe', uuid)
  if (!origin) {
    throw new Fault('refused', 'This recipe was made from no other', { reason: 'nothing_offered' })
  }
  const global = await readGlobal(origin.global_uuid, context)
  if (global.version === version) return global
  throw new Fault('stale', 'The provider has published another version meanwhile', {
    field: 'version',
    reason: 'changed_meanwhile',
  })
}
