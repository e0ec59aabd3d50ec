import { useCallback, useState } from 'react'
import { studyCalls } from '../../../domain/calls/studies.ts'
import { type Study, study as studyEntity } from '../../../domain/entities/study.ts'
import { call } from '../../client/call.ts'
import { t } from '../../i18n/intl.ts'
import { FetchingPage } from '../../parts/page/FetchingPage.tsx'
import { useAnswer } from '../../state/use-answer.ts'
import { useListRow } from '../../state/use-records.ts'
import { StudyPage } from './StudyPage.tsx'

/** Show `/studies/{uuid}`: the record of this machine, also without network, else that of the service. */
export function StudyScreen({ params }: { params: Record<string, string | undefined> }) {
  const id = params['uuid'] ?? ''
  const [saved, setSaved] = useState<Study | null>(null)
  const load = useCallback(
    (signal: AbortSignal) => call(studyCalls.get, { params: { id } }, { signal }),
    [id],
  )
  const asked = useAnswer(load)
  const kept = useListRow(studyEntity, id)
  // Show an edit before the table of this machine has it.
  const study = [kept, asked.value, saved].reduce<Study | null>((newest, one) => {
    if (!one || one.uuid !== id) return newest
    return newest && newest.updated_at >= one.updated_at ? newest : one
  }, null)
  if (study) return <StudyPage key={id} study={study} onSaved={setSaved} />
  return <FetchingPage title={t('studies.pageTitle')} failure={asked.failure} again={asked.again} />
}
