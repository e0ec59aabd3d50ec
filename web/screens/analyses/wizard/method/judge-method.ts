import { methodActions } from '../../../../../domain/actions/method.ts'
import type { Reason } from '../../../../../domain/reasons/reason.ts'
import {
  cartridges,
  type DeviceCartridgeName,
  isDeviceCartridge,
} from '../../../../../domain/catalog/cartridges.ts'
import type { Protocol } from '../../../../../domain/entities/protocol.ts'
import type { Recipe } from '../../../../../domain/entities/recipe.ts'
import type { FaultDetail } from '../../../../../domain/fault.ts'
import { can } from '../../../../../domain/permissions.ts'
import { isInForce } from '../../../../../domain/rules/recipe-version.ts'

/** Something that can be run: a protocol with its recipe, or a recipe by itself. */
export interface MethodChoice {
  uuid: string
  name: string
  protocol: Protocol | null
  recipe: Recipe | null
  /** Cartridges that it can be run in by this account, the first one being offered. */
  cartridges: DeviceCartridgeName[]
  /** Reason that it cannot be chosen. */
  refusal: FaultDetail | null
}

interface Known {
  protocols: readonly Protocol[]
  recipes: readonly Recipe[]
  /** Ids of recipes of the provider that the company has not reviewed (decision 41). */
  notReviewed?: ReadonlySet<string>
}

/** List protocols as they can be chosen; a protocol may have come before its recipe. */
export function listProtocols(
  { protocols, recipes, notReviewed }: Known,
  permissions: readonly string[],
): MethodChoice[] {
  const byId = new Map(recipes.map((recipe) => [recipe.uuid, recipe]))
  return protocols.map((protocol) =>
    judgeMethod(protocol, byId.get(protocol.recipe_uuid) ?? null, permissions, notReviewed),
  )
}

export function listRecipes(
  { recipes, notReviewed }: Known,
  permissions: readonly string[],
): MethodChoice[] {
  return recipes.map((recipe) => judgeMethod(null, recipe, permissions, notReviewed))
}

/** Judge whether an account can run a method, with the reason otherwise: permission, recipe, cartridge. */
export function judgeMethod(
  protocol: Protocol | null,
  recipe: Recipe | null,
  permissions: readonly string[],
  notReviewed?: ReadonlySet<string>,
): MethodChoice {
  const { uuid = '', name = '' } = protocol ?? recipe ?? {}
  const shared = (recipe?.cartridge_types ?? [])
    .filter(isDeviceCartridge)
    .filter((type) => (protocol?.cartridge_types ?? [type]).includes(type))
  const usable = shared.filter((type) => can(permissions, cartridges[type].permission))
  const choice = { uuid, name, protocol, recipe, cartridges: usable }
  if (protocol && !can(permissions, methodActions.protocol.use.needs)) {
    return { ...choice, refusal: missing(methodActions.protocol.use.needs) }
  }
  if (!recipe) {
    return { ...choice, refusal: refuse('not_found', 'recipe_unknown', 'No such recipe') }
  }
  if (notReviewed?.has(recipe.uuid)) {
    const message = 'The company has not reviewed this recipe of the provider'
    return { ...choice, refusal: refuse('refused', 'global_not_reviewed', message) }
  }
  if (!isInForce(recipe, new Date().toISOString())) {
    const message = 'No version of this recipe is in force'
    return { ...choice, refusal: refuse('refused', 'recipe_not_effective', message) }
  }
  // Refuse with "Cartridge not available for this recipe" (ERR-070).
  if (shared.length === 0) {
    const message = 'Cartridge not available for this recipe'
    return { ...choice, refusal: refuse('invalid', 'cartridge_not_for_recipe', message) }
  }
  const [first] = shared
  const needed = first && cartridges[first].permission
  if (usable.length === 0 && needed) return { ...choice, refusal: missing(needed) }
  return { ...choice, refusal: null }
}

function missing(permission: string): FaultDetail {
  return {
    ...refuse('forbidden', 'permission_missing', "You're not authorized to access this resource"),
    params: { permission },
  }
}

function refuse(code: FaultDetail['code'], reason: Reason, message: string): FaultDetail {
  return { code, reason, message, field: 'recipe_uuid' }
}

/**
 * Find methods whose name, or whose alias in a swarm, holds all words of the text; names are compared without case and
 * accents.
 */
export function findMethods(choices: readonly MethodChoice[], text: string): MethodChoice[] {
  const words = plain(text).split(/\s+/).filter(Boolean)
  return choices.filter(({ name, protocol, recipe }) => {
    const aliases = (protocol?.aliases ?? []).map(({ alias }) => alias)
    const held = plain([name, recipe?.name ?? '', ...aliases].join(' '))
    return words.every((word) => held.includes(word))
  })
}

function plain(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLocaleLowerCase()
}
