import { type History, redo, startHistory, undo } from '../../../../state/history.ts'
import { changeDraft } from '../../editing/change-draft.ts'
import type { Draft, DraftChannel, DraftStep } from './draft.ts'
import { type BlockName, copyStep, insertBlock, moveStep, removeStep } from './steps.ts'

/** The draft with what can be undone, and the step that is selected. */
export interface Editor {
  history: History<Draft>
  selected: number | null
  /** Changes of one field in a row are one step to undo; null after another change or when the field is left. */
  field: string | null
}

export type EditorAct =
  | { type: 'set'; change: Partial<Omit<Draft, 'steps' | 'channels'>> }
  | { type: 'step'; at: number; change: Partial<Record<StepField, unknown>> }
  | { type: 'channel'; at: number; change: Partial<DraftChannel> }
  | { type: 'channels'; channels: readonly DraftChannel[] }
  | { type: 'insert'; block: BlockName }
  | { type: 'copy' | 'remove'; at: number }
  | { type: 'move'; at: number; by: 1 | -1 }
  | { type: 'select'; at: number | null }
  /** The field is left: the next change is another step to undo. */
  | { type: 'settle' }
  /** All at once, to be undone as one: a programme of a file, the version of somebody else. */
  | { type: 'replace'; draft: Draft }
  | { type: 'undo' | 'redo' }
  /** Back to what a drag began with. */
  | { type: 'restore'; history: History<Draft> }
  /** Another record, or this one as it was saved: nothing to undo. */
  | { type: 'open'; draft: Draft }

type StepField = 'temperature' | 'duration' | 'temperature_change' | 'measure' | 'goto' | 'repeat'

export function openEditor(draft: Draft): Editor {
  return { history: startHistory(draft), selected: null, field: null }
}

/** Return the editor after something was done. Pure; a change that changes nothing is no step to undo. */
export function edit(before: Editor, act: EditorAct): Editor {
  const draft = before.history.present
  switch (act.type) {
    case 'set':
      return changeDraft(before, { ...draft, ...act.change }, Object.keys(act.change).join())
    case 'step': {
      const steps = draft.steps.map((step, at) =>
        at === act.at ? ({ ...step, ...act.change } as DraftStep) : step,
      )
      return changeDraft(before, { ...draft, steps }, `${act.at} ${Object.keys(act.change).join()}`)
    }
    case 'channel': {
      const channels = draft.channels.map((channel, at) =>
        at === act.at ? { ...channel, ...act.change } : channel,
      )
      const field = `channel ${act.at} ${Object.keys(act.change).join()}`
      return changeDraft(before, { ...draft, channels }, field)
    }
    case 'channels':
      return changeDraft(before, { ...draft, channels: [...act.channels] }, null)
    case 'insert':
      return restep(before, insertBlock(draft.steps, before.selected, act.block))
    case 'copy':
      return restep(before, copyStep(draft.steps, act.at))
    case 'remove':
      return restep(before, removeStep(draft.steps, act.at))
    case 'move':
      return restep(before, moveStep(draft.steps, act.at, act.by))
    case 'select':
      return before.selected === act.at ? before : { ...before, selected: act.at, field: null }
    case 'settle':
      return before.field === null ? before : { ...before, field: null }
    case 'replace':
      return keepSelected(changeDraft(before, act.draft, null))
    case 'undo':
      return keepSelected({ ...before, history: undo(before.history), field: null })
    case 'redo':
      return keepSelected({ ...before, history: redo(before.history), field: null })
    case 'restore':
      return { ...before, history: act.history, field: null }
    case 'open':
      return keepSelected({ ...openEditor(act.draft), selected: before.selected })
  }
}

function restep(before: Editor, changed: { steps: readonly DraftStep[]; at: number }): Editor {
  const { present } = before.history
  const after = changeDraft(before, { ...present, steps: [...changed.steps] }, null)
  return keepSelected({ ...after, selected: changed.at, field: null })
}

/** Clear the selection when its step is gone. */
function keepSelected(editor: Editor): Editor {
  const { selected, history } = editor
  const count = history.present.steps.length
  if (selected === null || selected < count) return editor
  return { ...editor, selected: count === 0 ? null : count - 1 }
}
