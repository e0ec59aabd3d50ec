import { type History, stepTo } from '../../../state/history.ts'

/** A draft with what can be undone. */
interface Steps<Draft> {
  history: History<Draft>
  /** Changes of one field in a row are one step to undo; null after another change or when the field is left. */
  field: string | null
}

/**
 * Return the editor with a changed draft; the same content again is no step to undo.
 * @param field what is changed: again the same one continues the step to undo that it began; null is always a step of its own.
 */
export function changeDraft<Draft, Editor extends Steps<Draft>>(
  before: Editor,
  draft: Draft,
  field: string | null,
): Editor {
  const { history } = before
  if (JSON.stringify(draft) === JSON.stringify(history.present)) return before
  const isSame = field !== null && field === before.field
  return {
    ...before,
    history: isSame ? { ...history, present: draft, future: [] } : stepTo(history, draft),
    field,
  }
}
