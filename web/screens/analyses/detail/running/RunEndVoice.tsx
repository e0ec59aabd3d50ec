import { useState } from 'react'
import type { AnalysisStatus } from '../../../../../domain/entities/analysis.ts'
import { t } from '../../../../i18n/intl.ts'

/**
 * Tell a screen reader that the run which was on show has ended. It outlives the running view, whose own words go with it
 * at that moment; of a run that was over before, and of its signature, it says nothing.
 */
export function RunEndVoice({ status }: { status: AnalysisStatus }) {
  const [wasRunning, setWasRunning] = useState(false)
  // Note that it runs: the page that its launch opened may still see the analysis as it was before.
  if (status === 'RUNNING' && !wasRunning) setWasRunning(true)
  const hasJustEnded = wasRunning && status !== 'RUNNING' && status !== 'VALIDATION'
  return (
    <p className="visually-hidden" role="status">
      {hasJustEnded && t('top.runEnded', { state: t(`analysis.status.${status}`) })}
    </p>
  )
}
