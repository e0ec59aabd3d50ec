import { useMemo } from 'react'
import { useLocation } from 'wouter'
import { type Alarm, alarm as alarmEntity } from '../../../domain/entities/alarm.ts'
import { type Swarm, swarm as swarmEntity } from '../../../domain/entities/swarm.ts'
import { makeAlarmActs } from '../../entities/alarm/alarm-acts.ts'
import { AlarmBadge, QueuedBadge } from '../../entities/alarm/AlarmBadge.tsx'
import { makeAlarmColumns, makeAlarmFacets, sayWhere } from '../../entities/alarm/alarm-columns.tsx'
import { nameAlarm, saySince, sayWho } from '../../entities/alarm/say-alarm.ts'
import { hasText, t } from '../../i18n/intl.ts'
import { recordPath } from '../../paths.ts'
import type { Act } from '../../record/act.ts'
import type { PanelFacts } from '../../record/RecordPanel.tsx'
import { RecordPage } from '../../record/RecordPage.tsx'
import { localRows, useRows } from '../../record/use-rows.ts'
import { localTime } from '../../state/local-time.ts'

const alarmRows = localRows(alarmEntity)
const swarmRows = localRows(swarmEntity)
const none: never[] = []

/** List the alarms that the account sees: what has to be looked at now, and the history. */
export function AlarmsScreen() {
  const [, navigate] = useLocation()
  const list = useRows(alarmRows)
  const { rows: swarms = none } = useRows(swarmRows)
  const columns = useMemo(() => makeAlarmColumns(swarms), [swarms])
  const facets = useMemo(() => makeAlarmFacets(swarms), [swarms])
  return (
    <RecordPage
      name="alarm"
      file="alarms"
      title={t('nav.alarms')}
      list={list}
      columns={columns}
      facets={facets}
      firstSort="-raised_at"
      nameOf={nameAlarm}
      empty={{ area: 'alarms', title: t('alarms.none'), text: t('alarms.empty.text') }}
      panel={(alarm) => alarmPanel(alarm, swarms)}
      actsOf={(alarm) => [...makeAlarmActs(alarm), openAct(alarm, navigate)]}
    />
  )
}

function openAct({ about }: Alarm, navigate: (path: string) => void): Act {
  const path = recordPath(about.kind, about.uuid)
  return {
    id: 'open',
    label: t('alarms.act.open'),
    icon: 'eye',
    why: null,
    open: () => path && navigate(path),
  }
}

function alarmPanel(alarm: Alarm, swarms: readonly Swarm[]): PanelFacts {
  const { acknowledged, cleared, uuid, count } = alarm
  return {
    state: (
      <>
        <AlarmBadge status={alarm.status} />
        <QueuedBadge uuid={uuid} />
      </>
    ),
    facts: [
      [t('alarms.column.cause'), t(`alarms.cause.${alarm.cause}`)],
      [t('alarms.column.since'), saySince(alarm)],
      [
        t('alarms.column.raised'),
        `${localTime(alarm.raised_at)} · ${t('alarms.times', { count })}`,
      ],
      [t('alarms.column.swarms'), sayWhere(alarm, swarms)],
      // Leave out facts that have not happened yet.
      ...(acknowledged
        ? ([
            [t('alarms.column.who'), acknowledged.user_name],
            [t('alarms.note'), acknowledged.note || null],
          ] as const)
        : []),
      ...(cleared
        ? ([
            [t('alarms.state.cleared'), sayWho(alarm)],
            [t('record.reason'), cleared.reason || null],
          ] as const)
        : []),
    ],
    history: {
      kind: 'alarm',
      id: uuid,
      updatedAt: alarm.updated_at,
      fields: {},
      say: (action) => {
        const key = `alarms.did.${action.slice('alarm.'.length)}`
        return hasText(key) ? t(key) : null
      },
    },
  }
}
