import { useLayoutEffect, useState } from 'react'
import { Redirect } from 'wouter'
import { analysis as analysisEntity } from '../../../domain/entities/analysis.ts'
import { t } from '../../i18n/intl.ts'
import { leaveField } from '../../parts/form/commit-field.ts'
import { Progress } from '../../parts/progress/Progress.tsx'
import { paths } from '../../paths.ts'
import { findDraft } from '../../state/draft.ts'
import { recordsReady } from '../../state/records.ts'
import { account } from '../../state/session.ts'
import { useRecord } from '../../state/use-records.ts'
import { MissingAnalysis } from './shared/MissingAnalysis.tsx'
import { NewAnalysisScreen } from './wizard/NewAnalysisScreen.tsx'
import { unsavedOf } from './wizard/plan-changes.ts'

/**
 * Show the address `/analyses/{uuid}`: the plan of an unlaunched run, or the page of any other (spec §2). A plan that others launch
 * or delete while it is changed here stays: what was typed would be lost with its page.
 */
export function EditAnalysisScreen({ params }: { params: Record<string, string | undefined> }) {
  const uuid = params['uuid'] ?? ''
  const record = useRecord(analysisEntity, uuid || null)
  const isKnown = record !== undefined && (record !== null || recordsReady.value)
  const isPlan = record?.status === 'INIT'
  const isOpen = useOpenPlan(isPlan, isKnown)
  if (!isKnown) return <Progress label={t('parts.loading')} />
  if (isPlan || isOpen || isChangedHere(uuid))
    return <NewAnalysisScreen params={params} isGone={record === null} />
  if (record === null) return <MissingAnalysis />
  return <Redirect to={paths.analysis(uuid)} replace />
}

/**
 * Return true for the plan that is open here while others launch or delete it, until the field with the focus has taken what was
 * typed: a name in the list of samples is taken once its field is left, which a field that is removed never is.
 */
function useOpenPlan(isPlan: boolean, isKnown: boolean): boolean {
  const [isOpen, setOpen] = useState(false)
  useLayoutEffect(() => {
    if (!isKnown) return
    if (!isPlan && isOpen) leaveField()
    setOpen(isPlan)
  }, [isPlan, isKnown, isOpen])
  return isOpen
}

/** Return true where changes of the plan were not saved, or became a plan of their own, which is not saved yet. */
function isChangedHere(uuid: string): boolean {
  const draft = findDraft(account.peek()?.uuid ?? '', `edit-${uuid}`)
  return draft !== null && (draft.uuid !== uuid || unsavedOf(draft).length > 0)
}
