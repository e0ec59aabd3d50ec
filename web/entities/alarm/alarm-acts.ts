import { alarmCalls } from '../../../domain/calls/alarms.ts'
import type { Alarm } from '../../../domain/entities/alarm.ts'
import { alarmFacts, refuseAlarm } from '../../../domain/rules/alarm.ts'
import { call } from '../../client/call.ts'
import { t } from '../../i18n/intl.ts'
import type { Act } from '../../record/act.ts'
import { whyNotAway } from '../../record/rights.ts'
import { acknowledgeAlarm } from '../../state/alarm-marks.ts'
import { resyncRecords } from '../../state/records.ts'
import { account } from '../../state/session.ts'
import { isQueued } from './AlarmBadge.tsx'
import { nameAlarm } from './say-alarm.ts'

/** Make what a person may do about an alarm. The service decides again. */
export function makeAlarmActs(alarm: Alarm): readonly Act[] {
  const title = nameAlarm(alarm)
  const { uuid } = alarm
  return [
    {
      id: 'acknowledge',
      label: t('alarms.act.acknowledge'),
      hint: t('alarms.hint.acknowledge'),
      icon: 'check',
      why: isQueued(uuid) ? t('alarms.queued') : whyNot('acknowledge', alarm),
      ask: {
        title: t('alarms.ask.acknowledge', { title }),
        text: t('alarms.consequence.acknowledge'),
        submit: t('alarms.act.acknowledge'),
        reason: 'may',
        words: { label: t('alarms.note'), hint: t('alarms.noteHint') },
      },
      send: async (opId, note) => {
        const came = await acknowledgeAlarm(alarm, note, opId)
        return t(came === 'sent' ? 'alarms.done.acknowledge' : 'alarms.done.kept', { title })
      },
    },
    {
      id: 'clear',
      label: t('alarms.act.clear'),
      hint: t('alarms.hint.clear'),
      icon: 'close',
      why: whyNot('clear', alarm),
      needs: alarmFacts[alarm.cause].clears,
      ask: {
        title: t('alarms.ask.clear', { title }),
        text: t('alarms.consequence.clear'),
        submit: t('alarms.act.clear'),
        reason: 'due',
      },
      send: async (opId, reason) => {
        await call(alarmCalls.clear, { params: { id: uuid }, body: { reason } }, { opId })
        resyncRecords()
        return t('alarms.done.clear', { title })
      },
    },
  ]
}

function whyNot(action: 'acknowledge' | 'clear', alarm: Alarm): string | null {
  const refusal = refuseAlarm(action, alarm, account.value?.permissions ?? [])
  if (!refusal) return whyNotAway(alarmCalls[action])
  if (refusal.reason === 'permission_missing') return t('fault.permission_missing')
  return t(refusal.state === alarm.cause ? 'alarms.why.cause' : 'alarms.why.state')
}
