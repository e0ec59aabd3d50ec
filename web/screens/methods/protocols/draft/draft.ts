import * as v from 'valibot'
import { protocolCalls } from '../../../../../domain/calls/protocols.ts'
import { deviceCartridgeNames } from '../../../../../domain/catalog/cartridges.ts'
import { Sample, SampleType } from '../../../../../domain/entities/analysis.ts'
import type { Protocol } from '../../../../../domain/entities/protocol.ts'
import { makeUuid } from '../../../../client/make-uuid.ts'
import { paths } from '../../../../paths.ts'
import { copyLayout } from '../../../../state/draft-steps.ts'
import { type History, redo, startHistory, undo } from '../../../../state/history.ts'
import { changeDraft } from '../../editing/change-draft.ts'
import type { CommonAct, DraftKind } from '../../editing/draft-kind.ts'
import type { Edited } from '../../editing/use-edited.ts'

/** A rule of a draft; its count is null while the field is empty. */
const rule = { sample_type: SampleType, count: v.nullable(v.number()) }

/** Content of a protocol while it is edited: nothing has to be complete, and each sample of the layout has an id. */
export const Draft = v.strictObject({
  name: v.string(),
  swarm_uuid: v.nullable(v.string()),
  /** Empty while none is chosen. */
  recipe_uuid: v.string(),
  application_uuids: v.array(v.string()),
  cartridge_types: v.array(v.picklist(deviceCartridgeNames)),
  minimum_bkernel: v.nullable(v.string()),
  layout: v.array(Sample),
  minimum_samples: v.array(v.strictObject(rule)),
  expected_wells: v.array(v.strictObject({ ...rule, well_type: v.optional(v.string()) })),
})
export type Draft = v.InferOutput<typeof Draft>

const emptyDraft: Draft = {
  name: '',
  swarm_uuid: null,
  recipe_uuid: '',
  application_uuids: [],
  cartridge_types: [],
  minimum_bkernel: null,
  layout: [],
  minimum_samples: [],
  expected_wells: [],
}

function draftOf(protocol: Protocol): Draft {
  return {
    name: protocol.name,
    swarm_uuid: protocol.swarm_uuid,
    recipe_uuid: protocol.recipe_uuid,
    application_uuids: protocol.application_uuids,
    cartridge_types: protocol.cartridge_types,
    minimum_bkernel: protocol.minimum_bkernel,
    layout: [...copyLayout(protocol.layout, makeUuid)],
    minimum_samples: protocol.minimum_samples,
    expected_wells: protocol.expected_wells ?? [],
  }
}

/** Return the fields of the calls: the samples of a layout have no ids there. */
export function contentOf({ name: _name, swarm_uuid: _swarm, ...draft }: Draft) {
  return { ...draft, layout: draft.layout.map(({ uuid: _uuid, ...sample }) => sample) }
}

export interface Editor {
  history: History<Draft>
  field: string | null
}

export type EditorAct =
  | { type: 'set'; change: Partial<Draft> }
  /** A number of a rule, typed digit by digit. */
  | { type: 'rule'; list: 'minimum_samples' | 'expected_wells'; at: number; count: number | null }

/** Fields that are typed: what is typed in a row is one step to undo. */
const typed: readonly string[] = ['name', 'minimum_bkernel'] satisfies (keyof Draft)[]

/** Return the editor after something was done. Pure. */
function edit(before: Editor, act: EditorAct | CommonAct<Draft>): Editor {
  const draft = before.history.present
  switch (act.type) {
    case 'set': {
      const fields = Object.keys(act.change).join()
      return changeDraft(
        before,
        { ...draft, ...act.change },
        typed.includes(fields) ? fields : null,
      )
    }
    case 'rule': {
      const rules = draft[act.list].map((one, at) =>
        at === act.at ? { ...one, count: act.count } : one,
      )
      return changeDraft(before, { ...draft, [act.list]: rules }, `${act.list} ${act.at}`)
    }
    case 'settle':
      return { ...before, field: null }
    case 'replace':
      return changeDraft(before, act.draft, null)
    case 'undo':
      return { history: undo(before.history), field: null }
    case 'redo':
      return { history: redo(before.history), field: null }
    case 'open':
      return open(act.draft)
  }
}

const open = (draft: Draft): Editor => ({ history: startHistory(draft), field: null })

export type EditedProtocol = Edited<Protocol, Draft, Editor, EditorAct>

/** Protocols as drafts: edited, kept and sent. */
export const protocolDraft: DraftKind<Protocol, Draft, Editor, EditorAct> = {
  name: 'protocol',
  schema: Draft,
  empty: emptyDraft,
  draftOf,
  contentOf,
  open,
  edit,
  calls: protocolCalls,
  shownAt: paths.protocols,
}
