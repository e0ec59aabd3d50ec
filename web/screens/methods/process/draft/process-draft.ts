import { processRecipeCalls } from '../../../../../domain/calls/process-recipes.ts'
import type { ProcessRecipe } from '../../../../../domain/entities/process-recipe.ts'
import { paths } from '../../../../paths.ts'
import type { DraftKind } from '../../editing/draft-kind.ts'
import type { Edited } from '../../editing/use-edited.ts'
import { Draft, draftOf, emptyDraft, processOf } from './draft.ts'
import { edit, type Editor, type EditorAct, openEditor } from './editor.ts'

export type EditedRecipe = Edited<ProcessRecipe, Draft, Editor, EditorAct>

/** Process recipes as drafts: edited, kept and sent. */
export const processDraft: DraftKind<ProcessRecipe, Draft, Editor, EditorAct> = {
  name: 'process',
  schema: Draft,
  empty: emptyDraft,
  draftOf,
  contentOf: (draft) => ({ process: processOf(draft) }),
  open: openEditor,
  edit,
  calls: processRecipeCalls,
  shownAt: (uuid) => `${paths.processRecipes()}?recipe=${uuid}`,
}
