import { useState } from 'react'
import { visitCalls } from '../../../domain/calls/visits.ts'
import type { VisitRequest } from '../../../domain/entities/visit.ts'
import { call } from '../../client/call.ts'
import { formatDuration } from '../../i18n/format.ts'
import { t } from '../../i18n/intl.ts'
import { Button } from '../../parts/button/Button.tsx'
import { Notice } from '../../parts/notice/Notice.tsx'
import { ReasonDialog } from '../../record/ReasonDialog.tsx'
import { whyNotCall } from '../../record/rights.ts'
import { localTime } from '../../state/local-time.ts'
import { resyncRecords } from '../../state/records.ts'
import { showToast } from '../../state/toasts.ts'
import type { ReachedBy } from './use-reached-by.ts'

/** Show who asks to act in the company and waits for an answer, to be granted or refused. */
export function VisitRequests({ reach: { value, again } }: { reach: ReachedBy }) {
  const [answering, setAnswering] = useState<{ request: VisitRequest; granted: 'Y' | 'N' } | null>(
    null,
  )
  const open = (value?.requests ?? []).filter(({ answer }) => !answer)
  const denied = whyNotCall(visitCalls.answer)
  return (
    <>
      {open.map((request) => (
        <Notice
          key={request.uuid}
          kind="warning"
          title={t('visit.asksFor', {
            name: request.by_name,
            company: request.from.name,
            length: formatDuration(request.minutes * 60),
          })}
          action={
            <>
              <Button
                icon="check"
                disabledReason={denied}
                onClick={() => setAnswering({ request, granted: 'Y' })}
              >
                {t('visit.grant')}
              </Button>{' '}
              <Button
                icon="close"
                disabledReason={denied}
                onClick={() => setAnswering({ request, granted: 'N' })}
              >
                {t('visit.refuse')}
              </Button>
            </>
          }
        >
          <bdi>“{request.reason}”</bdi> · {localTime(request.at, 'minute')}
        </Notice>
      ))}
      {answering && (
        <AnswerDialog {...answering} again={again} onClose={() => setAnswering(null)} />
      )}
    </>
  )
}

function AnswerDialog(props: {
  request: VisitRequest
  granted: 'Y' | 'N'
  again: () => void
  onClose: () => void
}) {
  const { request, granted, again, onClose } = props
  const verb = granted === 'Y' ? 'grant' : 'refuse'
  return (
    <ReasonDialog
      ask={{
        title: t(`visit.${verb}Title`, { name: request.by_name }),
        text: t(`visit.${verb}Text`),
        submit: t(`visit.${verb}`),
        reason: granted === 'Y' ? 'may' : 'due',
      }}
      send={async (opId, reason) => {
        const body = { granted, ...(reason && { reason }) }
        await call(visitCalls.answer, { params: { id: request.uuid }, body }, { opId })
        showToast('done', t(`visit.answered.${granted}`))
        again()
        resyncRecords()
      }}
      onClose={onClose}
    />
  )
}
