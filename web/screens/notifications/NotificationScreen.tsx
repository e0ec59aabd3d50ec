import { useCallback } from 'react'
import { notificationCalls } from '../../../domain/calls/notifications.ts'
import { call } from '../../client/call.ts'
import { t } from '../../i18n/intl.ts'
import { Button } from '../../parts/button/Button.tsx'
import { Notice } from '../../parts/notice/Notice.tsx'
import { Page } from '../../parts/page/Page.tsx'
import { Progress } from '../../parts/progress/Progress.tsx'
import { useAnswer } from '../../state/use-answer.ts'
import { ComposePage } from './ComposePage.tsx'
import { SentPage } from './SentPage.tsx'

/** The address `/notifications/new`. */
export function NewNotificationScreen() {
  return <ComposePage record={null} again={nothing} />
}

const nothing = () => undefined

/** The address `/notifications/{uuid}`: a draft to write and send, or what was sent with its readers. */
export function NotificationScreen({ params }: { params: Record<string, string | undefined> }) {
  const id = params['uuid'] ?? ''
  const load = useCallback(
    (signal: AbortSignal) => call(notificationCalls.get, { params: { id } }, { signal }),
    [id],
  )
  const { value, failure, again } = useAnswer(load)
  if (value?.uuid === id) {
    return value.status === 'Sent' ? (
      <SentPage record={value} />
    ) : (
      <ComposePage key={id} record={value} again={again} />
    )
  }
  return (
    <Page title={t('messages.pageTitle')}>
      {failure.length === 0 && <Progress label={t('parts.loading')} />}
      {failure.length > 0 && (
        <Notice
          kind="error"
          title={t('parts.fetchFailed')}
          action={<Button onClick={again}>{t('parts.again')}</Button>}
        >
          {failure.join(' ')}
        </Notice>
      )}
    </Page>
  )
}
