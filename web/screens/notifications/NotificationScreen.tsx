import { useCallback } from 'react'
import { notificationCalls } from '../../../domain/calls/notifications.ts'
import { call } from '../../client/call.ts'
import { t } from '../../i18n/intl.ts'
import { FetchingPage } from '../../parts/page/FetchingPage.tsx'
import { useAnswer } from '../../state/use-answer.ts'
import { ComposePage } from './ComposePage.tsx'
import { PlannedPage } from './PlannedPage.tsx'
import { SentPage } from './SentPage.tsx'

/** Show `/notifications/new`. */
export function NewNotificationScreen() {
  return <ComposePage record={null} again={nothing} />
}

const nothing = () => undefined

/** Show `/notifications/{uuid}`: a draft to write and send, or a sent message with its readers. */
export function NotificationScreen({ params }: { params: Record<string, string | undefined> }) {
  const id = params['uuid'] ?? ''
  const load = useCallback(
    (signal: AbortSignal) => call(notificationCalls.get, { params: { id } }, { signal }),
    [id],
  )
  const { value, failure, again } = useAnswer(load)
  if (value?.uuid === id) {
    if (value.status === 'Planned') return <PlannedPage record={value} again={again} />
    return value.status === 'Sent' ? (
      <SentPage record={value} />
    ) : (
      <ComposePage key={id} record={value} again={again} />
    )
  }
  return <FetchingPage title={t('messages.pageTitle')} failure={failure} again={again} />
}
