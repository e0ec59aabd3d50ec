import { methodState } from '../../domain/actions/method.ts'
import type { GlobalRecipe } from '../../domain/entities/global-recipe.ts'
import type { Recipe } from '../../domain/entities/recipe.ts'
import { Fault } from '../../domain/fault.ts'
import { allowAction } from './allow.ts'
import { type By, mustSee } from './by.ts'
import { methodPlanners } from './method-changes.ts'
import type { PlannedOfSomeKind, PlannedOperation, StoredBody } from './operations.ts'
import type { Planners } from './planner.ts'
import { recordPlanners } from './record-changes.ts'
import { allowMethod } from './rules/methods.ts'

/**
 * Change a recipe that was made from one of the provider's. The provider's recipe is in another store, so it is read just
 * before and given with the change (docs/decisions/035-publication.md).
 */
export type OriginChange =
  | {
      type: 'recipe.adopt'
      uuid: string
      global: GlobalRecipe
      name: string
      swarm_uuid: string | null
    }
  | { type: 'recipe.adopt_version'; uuid: string; global: GlobalRecipe; base?: string | undefined }
  | { type: 'recipe.stay'; uuid: string; version: number; reason: string }

export const originPlanners: Planners<OriginChange> = {
  'recipe.adopt': (sql, { uuid, global, name, swarm_uuid }, by, at) => {
    const origin = { global_uuid: global.uuid, version: global.version }
    const body = { ...contentOf(global), name, swarm_uuid, archived: 0, version: 1, origin }
    const create = { type: 'record.create', kind: 'recipe', uuid, body } as const
    const planned = [recordPlanners['record.create'](sql, create, by, at)].flat()
    return wrapFirst(planned, 'recipe.adopt', (found, make) => {
      allowMethod('global_recipe', 'adopt', global, by)
      return make(found)
    })
  },
  'recipe.adopt_version': (sql, { uuid, global, base }, by, at) => {
    const patch = contentOf(global)
    const edit = { type: 'method.edit', kind: 'recipe', uuid, patch, base } as const
    const planned = [methodPlanners['method.edit'](sql, edit, by, at)].flat()
    return wrapFirst(planned, 'recipe.adopt_version', (found, make) => {
      const recipe = mustSee('recipe', found, by.sight)
      allowMethod('recipe', 'adoptVersion', recipe, by)
      checkOffered(recipe, global.version)
      return followOrigin(make(found) as Recipe, global)
    })
  },
  'recipe.stay': (_sql, { uuid, version, reason }, by) => ({
    kind: 'recipe',
    uuid,
    action: 'recipe.stay',
    reason,
    change: (found) => stay(found, version, reason, by),
  }),
}

/** Pick the fields that make a version of a recipe. */
function contentOf({ process, evaluation, cartridge_types, minimum_bkernel }: GlobalRecipe) {
  return { process, evaluation, cartridge_types, minimum_bkernel }
}

/** Give the first operation of an ordinary change another name and a rule around it. */
function wrapFirst(
  planned: readonly PlannedOperation[],
  action: 'recipe.adopt' | 'recipe.adopt_version',
  around: (
    found: Recipe | null,
    make: (found: Recipe | null) => StoredBody | null,
  ) => StoredBody | null,
): PlannedOfSomeKind[] {
  // Expect the recipe first, with which the changes that are wrapped here begin.
  const [first, ...rest] = planned as [PlannedOperation<'recipe'>, ...PlannedOfSomeKind[]]
  return [
    { ...first, action, change: (found: Recipe | null) => around(found, first.change) },
    ...rest,
  ]
}

/** Write which version a recipe follows: beside a draft, so that the one in force follows it once the draft is in force. */
function followOrigin(made: Recipe, { uuid, version }: GlobalRecipe): StoredBody {
  const origin = { global_uuid: uuid, version }
  return made.next ? { ...made, next: { ...made.next, origin } } : { ...made, origin }
}

function stay(found: Recipe | null, version: number, reason: string, by: By): Recipe {
  const recipe = mustSee('recipe', found, by.sight)
  allowAction('recipe', 'stay', methodState(recipe), by.permissions, reason)
  return { ...recipe, origin: { ...checkOffered(recipe, version), stayed: version } }
}

/** @throws Fault `refused` when the recipe was made from no other, or has this version. */
function checkOffered({ origin, next }: Recipe, version: number): NonNullable<Recipe['origin']> {
  if (origin && version > Math.max(origin.version, next?.origin?.version ?? 0)) return origin
  throw new Fault('refused', 'No newer version is offered for this recipe', {
    reason: 'nothing_offered',
  })
}
