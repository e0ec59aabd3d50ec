import { auditCalls } from '../../../domain/calls/audit.ts'
import { call } from '../../client/call.ts'
import { t } from '../../i18n/intl.ts'
import { Notice } from '../../parts/notice/Notice.tsx'
import { localTime } from '../../state/local-time.ts'
import { useAnswer } from '../../state/use-answer.ts'

/** Tell who may read the audit trail that the company's records differ from it. Shows nothing while they agree. */
export function StoreDamage() {
  const { value } = useAnswer(readState)
  const damaged = value?.damaged
  if (!damaged) return null
  const { found_at, places } = damaged
  return (
    <Notice kind="error" title={t('home.damaged')}>
      {t('home.damaged.text', { count: places.length, at: localTime(found_at) })}
    </Notice>
  )
}

function readState(signal: AbortSignal) {
  return call(auditCalls.state, {}, { signal })
}
