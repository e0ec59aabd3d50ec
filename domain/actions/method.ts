import type { Permission } from '../permissions.ts'
import type { Actions } from './action.ts'

export const methodKinds = [
  'recipe',
  'global_recipe',
  'process_recipe',
  'evaluation_recipe',
  'application',
  'protocol',
] as const
export type MethodKind = (typeof methodKinds)[number]

/**
 * `requested`: its company has asked for its publication. `retired`: archived for good. Only recipes get to these two.
 */
export const methodStates = ['active', 'requested', 'archived', 'retired'] as const
export type MethodState = (typeof methodStates)[number]

export function methodState(record: {
  archived?: unknown
  publication_requested?: unknown
  retired?: unknown
}): MethodState {
  if (record.retired === 1) return 'retired'
  if (record.archived === 1) return 'archived'
  return record.publication_requested === 1 ? 'requested' : 'active'
}

const open = ['active', 'requested'] as const

/**
 * Build the actions that every kind of method has. An archived one is not offered and still opens (decisions R14): it
 * can be read, copied and deleted, and changes only by being unarchived.
 */
function actionsOf(needs: { create: Permission; edit: Permission; delete: Permission }) {
  return {
    edit: { from: open, needs: needs.edit },
    archive: { from: open, to: 'archived', needs: needs.edit },
    unarchive: { from: ['archived'], to: 'active', needs: needs.edit },
    duplicate: { from: methodStates, needs: needs.create },
    migrate: { from: open, needs: needs.edit },
    delete: { from: methodStates, needs: needs.delete },
  } satisfies Actions<MethodState>
}

const recipe = actionsOf({
  create: 'recipes.create',
  edit: 'recipes.edit',
  delete: 'recipes.delete',
})

/**
 * Actions of a person on a method, with the states they start from (spec §4 "Recipes", decisions D18 to D20). Buttons and
 * edge read this table; a kind that lacks an action has no row for it.
 */
export const methodActions = {
  recipe: {
    ...recipe,
    duplicate: { ...recipe.duplicate, needs: 'recipes.duplicate' },
    migrate: { ...recipe.migrate, needs: 'recipes.migrate' },
    devEdit: { from: open, needs: 'recipes.devEdit' },
    split: { from: methodStates, needs: 'recipes.search' },
    request: { from: ['active'], to: 'requested', needs: 'recipes.request' },
    withdraw: { from: ['requested'], to: 'active', needs: 'recipes.request' },
    // Take a newer version of the global recipe that it was made from, or stay with the present one.
    adoptVersion: { from: open, needs: 'recipes.edit' },
    stay: { from: open, needs: 'recipes.edit', reasonDue: 'always' },
  },
  global_recipe: {
    adopt: { from: ['active'], needs: 'recipes.create' },
    edit: { from: ['active'], needs: 'globalRecipes.edit' },
    devEdit: { from: ['active'], needs: 'recipes.devEdit' },
    archive: { from: ['active'], to: 'archived', needs: 'globalRecipes.edit' },
    unarchive: { from: ['archived'], to: 'active', needs: 'globalRecipes.edit' },
    // Delete only archived ones, so that nobody begins to use one while it goes.
    delete: { from: ['archived'], needs: 'globalRecipes.delete' },
  },
  process_recipe: actionsOf({
    create: 'processRecipe.create',
    edit: 'processRecipe.edit',
    delete: 'processRecipe.delete',
  }),
  evaluation_recipe: actionsOf({
    create: 'evaluationRecipe.create',
    edit: 'evaluationRecipe.edit',
    delete: 'evaluationRecipe.delete',
  }),
  application: actionsOf({
    create: 'application.create',
    edit: 'application.edit',
    delete: 'application.delete',
  }),
  protocol: {
    ...actionsOf({
      create: 'protocol.create',
      edit: 'protocol.edit',
      delete: 'protocol.delete',
    }),
    use: { from: open, needs: 'protocol.use' },
  },
} as const satisfies Record<MethodKind, Actions<MethodState>>

/** Fields of a recipe whose change makes a new version. */
export const recipeContent = [
  'process',
  'evaluation',
  'cartridge_types',
  'minimum_bkernel',
] as const

/** Fields of a protocol whose change makes a new version; with its name all that people write of it. */
export const protocolContent = [
  'recipe_uuid',
  'application_uuids',
  'cartridge_types',
  'minimum_bkernel',
  'layout',
  'minimum_samples',
  'expected_wells',
] as const

/** Fields whose change makes a new version; a name, an alias, a swarm or a state does not. */
export const methodContent: Readonly<Record<MethodKind, readonly string[]>> = {
  recipe: recipeContent,
  global_recipe: recipeContent,
  process_recipe: ['process'],
  evaluation_recipe: ['evaluation'],
  application: ['sample_types', 'variables'],
  protocol: protocolContent,
}
