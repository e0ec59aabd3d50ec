import { useMemo, useState } from 'react'
import { studyState } from '../../../domain/actions/study.ts'
import { studyCalls } from '../../../domain/calls/studies.ts'
import { isSameJson } from '../../../domain/canonical.ts'
import { designOf, type Study, type StudyDesign } from '../../../domain/entities/study.ts'
import { call } from '../../client/call.ts'
import { t } from '../../i18n/intl.ts'
import { whyNotCall } from '../../record/rights.ts'
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

/** Keep changed settings until they are saved. */
export function useStudyDraft(study: Study, onSaved: (study: Study) => void): StudyDraft {
  const [changes, setChanges] = useState<Partial<StudyDesign>>({})
  const sending = useSending([])
  const design = useMemo(() => ({ ...designOf(study), ...changes }), [study, changes])
  const isChanged = !isSameJson(design, designOf(study))
  useOpenWork(isChanged)
  const state = studyState(study)
  const save = async () => {
    const body = { ...changes, base: study.updated_at }
    const work = async (opId: string) => {
      onSaved(await call(studyCalls.edit, { params: { id: study.uuid }, body }, { opId }))
      setChanges({})
    }
    await sending.send(true, work, body)
  }
  return {
    design,
    isChanged,
    why: state === 'active' ? whyNotCall(studyCalls.edit) : t(`studies.why.${state}`),
    change: (part) => setChanges((before) => ({ ...before, ...part })),
    save,
    discard: () => setChanges({}),
    busy: sending.busy,
    failure: sending.others,
  }
}
