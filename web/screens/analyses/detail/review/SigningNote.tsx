import { useSignals } from '@preact/signals-react/runtime'
import { useEffect } from 'react'
import type { Analysis } from '../../../../../domain/entities/analysis.ts'
import { refuseAnalysis } from '../../../../../domain/rules/analysis.ts'
import { refusalText } from '../../../../entities/analysis/refusal-text.ts'
import { t } from '../../../../i18n/intl.ts'
import { Notice } from '../../../../parts/notice/Notice.tsx'
import { actorOf } from '../../../../record/actor.ts'
import { account, refreshSession } from '../../../../state/session.ts'

/** Tell a person who may sign, but not this run, why: they took part in it, or a second person has to confirm an account first. */
export function SigningNote({ record }: { record: Analysis }) {
  useSignals()
  const who = account.value
  const isDue = record.status === 'COMPLETE'
  const refusal = who && isDue ? refuseAnalysis('validate', record, actorOf(who)) : null
  const waits = refusal?.reason === 'counts_as_you' || refusal?.reason === 'confirmation_needed'
  useEffect(() => {
    // Ask again, as somebody may have confirmed the account since this page was loaded.
    if (waits) void refreshSession({ background: true })
  }, [waits])
  if (waits) return <Notice kind="warning">{refusalText(refusal)}</Notice>
  if (refusal?.reason !== 'four_eyes') return null
  return (
    <Notice kind="info" title={t('queue.fourEyes')}>
      {t('validate.fourEyes.own')}
    </Notice>
  )
}
