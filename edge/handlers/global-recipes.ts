import { methodActions } from '../../domain/actions/method.ts'
import type { globalRecipeCalls } from '../../domain/calls/global-recipes.ts'
import { globalRecipe } from '../../domain/entities/global-recipe.ts'
import { countUsesEverywhere } from '../methods/count-uses.ts'
import type { Handlers } from '../mount.ts'
import { refuseInUse } from '../store/rules/method-uses.ts'
import { mustHold } from '../store/right.ts'
import { cartridgeOptions, evaluationOptions } from './method-forms.ts'
import { editMethod, firstVersion, withCqMethods } from './method-writes.ts'
import { formHandler, readHandlers } from './reads.ts'
import { createHandler, deleteHandler } from './writes.ts'

const remove = deleteHandler(globalRecipe)
const devEdit = editMethod(globalRecipe, { dev: true })
const devEditForm = formHandler(globalRecipe, (context) => ({
  ...cartridgeOptions(context),
  ...evaluationOptions(context, true),
}))

export const globalRecipes: Handlers<typeof globalRecipeCalls> = {
  ...readHandlers(globalRecipe),
  create: withCqMethods(createHandler(globalRecipe, () => ({ ...firstVersion, swarm_uuid: null }))),
  editForm: formHandler(globalRecipe, (context) => ({
    ...cartridgeOptions(context),
    ...evaluationOptions(context),
  })),
  edit: editMethod(globalRecipe),
  devEditForm: async (input, context) => {
    mustHold(methodActions.global_recipe.devEdit.needs, context.by)
    return devEditForm(input, context)
  },
  devEdit: async (input, context) => {
    mustHold(methodActions.global_recipe.devEdit.needs, context.by)
    return devEdit(input, context)
  },
  delete: async (input, context) => {
    // Count in the stores of all companies, which keep their own protocols. The count cannot grow behind it: the state rule lets only archived
    // recipes go, to which no new protocol is tied.
    refuseInUse(await countUsesEverywhere(input.params.id, context), 'PROTOCOL')
    return remove(input, context)
  },
}
