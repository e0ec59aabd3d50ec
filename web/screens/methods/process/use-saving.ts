import { useState } from 'react'
import { useLocation } from 'wouter'
import { processRecipeCalls } from '../../../../domain/calls/process-recipes.ts'
import type { ProcessRecipe } from '../../../../domain/entities/process-recipe.ts'
import { Fault } from '../../../../domain/fault.ts'
import { call } from '../../../client/call.ts'
import { t } from '../../../i18n/intl.ts'
import { paths } from '../../../paths.ts'
import { resyncRecords } from '../../../state/records.ts'
import { showToast } from '../../../state/toasts.ts'
import { useSending } from '../../../state/use-sending.ts'
import { processOf } from './draft/draft.ts'
import type { EditedRecipe } from './use-recipe.ts'

/** Save a recipe: a new one under an id of its own, one that is there on top of what was seen. */
export function useSaving(recipe: EditedRecipe) {
  const [, go] = useLocation()
  const [theirs, setTheirs] = useState<ProcessRecipe | null>(null)
  const sending = useSending([])
  const { uuid, draft, saved, base } = recipe
  const create = async (opId: string) => {
    const { name, swarm_uuid } = draft
    const body = { uuid, name, swarm_uuid, process: processOf(draft) }
    const made = await call(processRecipeCalls.create, { body }, { opId })
    recipe.finish()
    go(`${paths.processRecipes()}?recipe=${made.uuid}`)
    return made
  }
  const change = async (opId: string, on: string) => {
    const [before, after] = [processOf(saved), processOf(draft)]
    const body = {
      ...(draft.name !== saved.name && { name: draft.name }),
      ...(JSON.stringify(after) !== JSON.stringify(before) && { process: after }),
      base: on,
    }
    const made = await call(processRecipeCalls.edit, { params: { id: uuid }, body }, { opId })
    recipe.takeSaved(made)
    return made
  }
  /** @param on the `updated_at` that it is written on top of; null makes a new one. */
  const save = (on = base) =>
    sending.send(
      true,
      async (opId) => {
        try {
          const { name } = await (on === null ? create(opId) : change(opId, on))
          resyncRecords()
          showToast('done', t('methods.done.saved', { name }))
        } catch (error) {
          if (!(error instanceof Fault)) throw error
          if (error.code === 'stale')
            return setTheirs(error.first.versions?.theirs as ProcessRecipe)
          recipe.refuse(error.details.filter(({ field }) => field))
          if (!error.details.every(({ field }) => field)) throw error
        }
      },
      { draft, on },
    )
  return {
    busy: sending.busy,
    others: sending.others,
    save: () => void save(),
    /** The record as somebody else has changed it meanwhile. */
    theirs,
    /** Back to editing. */
    leave: () => setTheirs(null),
    /** Overwrite the version of others by this one. */
    takeMine: () => {
      const on = theirs?.updated_at
      setTheirs(null)
      if (on) void save(on)
    },
    takeTheirs: () => {
      if (theirs) recipe.takeTheirs(theirs)
      setTheirs(null)
    },
  }
}
