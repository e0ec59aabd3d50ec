import { useState } from 'react'
import { notificationCalls } from '../../../domain/calls/notifications.ts'
import type { Notification } from '../../../domain/entities/notification.ts'
import { call } from '../../client/call.ts'
import { whyNotWith } from '../../entities/notification/notification-acts.ts'
import { OutgoingBadge } from '../../entities/notification/notification-columns.tsx'
import { language, t } from '../../i18n/intl.ts'
import { Button } from '../../parts/button/Button.tsx'
import { Notice } from '../../parts/notice/Notice.tsx'
import { Page } from '../../parts/page/Page.tsx'
import { useActs } from '../../record/use-acts.tsx'
import { localTime } from '../../state/local-time.ts'
import { draftOf } from './notification-draft.ts'
import { PlanDialog } from './PlanDialog.tsx'
import { SentWords } from './WordCards.tsx'

/** Show a notification that waits for its time: when it goes out, and the ways to change that. */
export function PlannedPage({ record, again }: { record: Notification; again: () => void }) {
  const { uuid: id, title, planned, updated_at: base } = record
  const [isPlanning, setPlanning] = useState(false)
  const run = useActs(again)
  const withdraw = {
    id: 'withdraw',
    label: t('messages.act.withdraw'),
    icon: 'edit' as const,
    why: whyNotWith(record, 'withdraw'),
    send: async (opId: string) => {
      await call(notificationCalls.withdraw, { params: { id }, body: { base } }, { opId })
      return t('messages.done.withdraw')
    },
  }
  return (
    <Page
      title={title}
      state={<OutgoingBadge status={record.status} />}
      primary={{
        label: withdraw.label,
        icon: withdraw.icon,
        busy: run.busy === withdraw.id,
        disabledReason: withdraw.why,
        onPress: () => run.press(withdraw),
      }}
      menu={
        <Button
          icon="clock"
          disabledReason={whyNotWith(record, 'plan')}
          onClick={() => setPlanning(true)}
        >
          {t('messages.act.replan')}
        </Button>
      }
    >
      {run.failure.length > 0 && <Notice kind="error">{run.failure.join(' ')}</Notice>}
      {planned && (
        <Notice kind="info">
          {t('messages.plan.is', {
            at: localTime(planned.at),
            zone: planned.zone,
            name: planned.user_name,
          })}
        </Notice>
      )}
      <SentWords draft={draftOf(record, language.value)} />
      {isPlanning && (
        <PlanDialog record={record} onPlanned={again} onClose={() => setPlanning(false)} />
      )}
    </Page>
  )
}
