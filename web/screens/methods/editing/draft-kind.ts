import type * as v from 'valibot'
import type { Call } from '../../../../domain/call.ts'
import type { MethodRecord } from '../../../entities/method/why-not.ts'
import type { History } from '../../../state/history.ts'

/** Fields of every draft of a method. */
export interface AnyDraft {
  name: string
  swarm_uuid: string | null
}

export interface AnyEditor<Draft> {
  history: History<Draft>
}

/** Changes of a draft of any kind. */
export type CommonAct<Draft> =
  | { type: 'set'; change: Partial<AnyDraft> }
  /** The field is left: the next change is another step to undo. */
  | { type: 'settle' }
  /** All at once, to be undone as one: a programme of a file, the version of somebody else. */
  | { type: 'replace'; draft: Draft }
  | { type: 'undo' | 'redo' }
  /** Another record, or this one as it was saved: nothing to undo. */
  | { type: 'open'; draft: Draft }

/** A kind of method that is edited as a draft. */
export interface DraftKind<
  Made extends MethodRecord,
  Draft extends AnyDraft,
  Editor extends AnyEditor<Draft>,
  Act,
> {
  /** Part of the name under which unsaved edits are kept. */
  name: 'process' | 'evaluation' | 'protocol'
  schema: v.GenericSchema<unknown, Draft>
  /** Content of a new one. */
  empty: Draft
  draftOf: (record: Made) => Draft
  /** Fields of the calls besides its name and its swarm. */
  contentOf: (draft: Draft) => Record<string, unknown>
  open: (draft: Draft) => Editor
  edit: (before: Editor, act: Act | CommonAct<Draft>) => Editor
  calls: { create: Call; edit: Call }
  /** Address of the list with this one beside it. */
  shownAt: (uuid: string) => string
}
