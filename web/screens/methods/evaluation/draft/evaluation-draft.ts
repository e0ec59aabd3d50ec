import { evaluationRecipeCalls } from '../../../../../domain/calls/evaluation-recipes.ts'
import type { EvaluationRecipe } from '../../../../../domain/entities/evaluation-recipe.ts'
import { paths } from '../../../../paths.ts'
import type { DraftKind } from '../../editing/draft-kind.ts'
import type { Edited } from '../../editing/use-edited.ts'
import { Draft, draftOf, emptyDraft, evaluationOf } from './draft.ts'
import { edit, type Editor, type EvaluationAct, openEditor } from './editor.ts'

export type EditedEvaluation = Edited<EvaluationRecipe, Draft, Editor, EvaluationAct>

/** Evaluation recipes as drafts: edited, kept and sent. */
export const evaluationDraft: DraftKind<EvaluationRecipe, Draft, Editor, EvaluationAct> = {
  name: 'evaluation',
  schema: Draft,
  empty: emptyDraft,
  draftOf,
  contentOf: (draft) => ({ evaluation: evaluationOf(draft) }),
  open: openEditor,
  edit,
  calls: evaluationRecipeCalls,
  shownAt: (uuid) => `${paths.evaluationRecipes()}?recipe=${uuid}`,
}
