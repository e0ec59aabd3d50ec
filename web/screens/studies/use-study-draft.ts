import { useMemo } from 'react'
import * as v from 'valibot'
import { studyState } from '../../../domain/actions/study.ts'
import { studyCalls } from '../../../domain/calls/studies.ts'
import { isSameJson } from '../../../domain/canonical.ts'
import {
  designOf,
  type Study,
  type StudyDesign,
  studyFields,
  studyRoles,
} from '../../../domain/entities/study.ts'
import { Fault } from '../../../domain/fault.ts'
import { call } from '../../client/call.ts'
import { t } from '../../i18n/intl.ts'
import { whyNotCall } from '../../record/rights.ts'
import { useKept } from '../../state/keep-draft.ts'
import { useOpenWork } from '../../state/open-work.ts'
import { useSending } from '../../state/use-sending.ts'

export interface StudyDraft {
  design: StudyDesign
  isChanged: boolean
  /** Reason that nothing can be changed; null where it can. */
  why: string | null
  change: (part: Partial<StudyDesign>) => void
  save: () => Promise<void>
  discard: () => void
  busy: boolean
  failure: readonly string[]
}

/** Settings as they are typed: what is beyond the limits of a study is kept as well, and refused when it is saved. */
const Settings: v.GenericSchema<unknown, Partial<StudyDesign>> = v.object({
  samples: v.exactOptional(
    v.array(v.object({ name: v.string(), group: v.string(), replicate: v.string() })),
  ),
  targets: v.exactOptional(
    v.array(
      v.object({
        name: v.string(),
        role: v.picklist(studyRoles),
        threshold: v.nullable(v.number()),
        efficiency: v.nullable(v.object({ factor: v.number(), error: v.number() })),
      }),
    ),
  ),
  calibrator: v.exactOptional(v.string()),
  inter_run: v.exactOptional(v.array(v.string())),
  method: v.exactOptional(studyFields.method),
  efficiency: v.exactOptional(studyFields.efficiency),
  confidence: v.exactOptional(studyFields.confidence),
})
const Edited = v.object({
  changes: Settings,
  /** The changed settings as they were in the study that the person saw. */
  seen: Settings,
})
type Edited = v.InferOutput<typeof Edited>

const none: Edited = { changes: {}, seen: {} }

/** Keep changed settings until they are saved or discarded, also while another page is open. */
export function useStudyDraft(study: Study, onSaved: (study: Study) => void): StudyDraft {
  const saved = useMemo(() => designOf(study), [study])
  const [edited, edit] = useKept({ kind: 'study', origin: study.uuid, schema: Edited, none })
  const sending = useSending([])
  const design = useMemo(() => ({ ...saved, ...edited.changes }), [saved, edited])
  const isChanged = !isSameJson(design, saved)
  useOpenWork(isChanged)
  const state = studyState(study)
  const save = async () => {
    const { changes, seen } = edited
    const body = { ...changes, base: study.updated_at }
    const work = async (opId: string) => {
      // Compare them one by one: they were changed in any order.
      const names = Object.keys(changes) as (keyof StudyDesign)[]
      if (!names.every((name) => isSameJson(saved[name], seen[name]))) {
        // Save over what somebody else has changed only once the person knows of it.
        edit((before) => ({ ...before, seen: pick(saved, changes) }))
        throw new Fault('stale', 'The study changed meanwhile', { reason: 'changed_meanwhile' })
      }
      const made = await call(studyCalls.edit, { params: { id: study.uuid }, body }, { opId })
      onSaved(made)
      // Leave what was changed again meanwhile, on top of what is saved.
      const now = pick(designOf(made), changes)
      edit((before) => withoutSame({ ...before, seen: { ...before.seen, ...now } }, changes))
    }
    await sending.send(true, work, body)
  }
  return {
    design,
    isChanged,
    why: state === 'active' ? whyNotCall(studyCalls.edit) : t(`studies.why.${state}`),
    change: (part) =>
      edit(({ changes, seen }) =>
        // Drop what is changed back, unless a save is under way: a later change by somebody else would look undone here.
        withoutSame(
          { changes: { ...changes, ...part }, seen: { ...pick(saved, part), ...seen } },
          sending.busy ? {} : saved,
        ),
      ),
    save,
    discard: () => {
      edit(() => none)
      sending.forget()
    },
    busy: sending.busy,
    failure: sending.others,
  }
}

/** Drop the changed settings that equal the given ones: what was saved, or what was there before. */
function withoutSame({ changes, seen }: Edited, same: Partial<StudyDesign>): Edited {
  const left: Partial<StudyDesign> = Object.fromEntries(
    Object.entries(changes).filter(
      ([name, value]) => !isSameJson(value, same[name as keyof StudyDesign]),
    ),
  )
  return Object.keys(left).length === 0 ? none : { changes: left, seen: pick(seen, left) }
}

/** Return the settings of a study that others name. */
function pick(design: Partial<StudyDesign>, named: Partial<StudyDesign>): Partial<StudyDesign> {
  return Object.fromEntries(Object.entries(design).filter(([name]) => name in named))
}
