import { type Alarm, alarmCauses, alarmStates } from '../../../domain/entities/alarm.ts'
import type { Swarm } from '../../../domain/entities/swarm.ts'
import { t } from '../../i18n/intl.ts'
import type { Column } from '../../parts/table/column.ts'
import type { Facet } from '../../record/facets.ts'
import { localTime } from '../../state/local-time.ts'
import { writeSwarms } from '../swarm/write-swarms.ts'
import { AlarmBadge } from './AlarmBadge.tsx'
import { nameAlarm } from './say-alarm.ts'

/** Write the swarms of an alarm; one without is of the whole company. */
export function sayWhere({ swarms }: Pick<Alarm, 'swarms'>, known: readonly Swarm[]): string {
  return swarms.length === 0 ? t('alarms.company') : writeSwarms(swarms, known)
}

/** Make the columns of the list of alarms. */
export function makeAlarmColumns(swarms: readonly Swarm[]): Column<Alarm>[] {
  return [
    {
      id: 'name',
      header: t('alarms.column.name'),
      value: nameAlarm,
      cell: (alarm) => <strong title={nameAlarm(alarm)}>{nameAlarm(alarm)}</strong>,
      fixed: true,
      width: 240,
    },
    {
      id: 'cause',
      header: t('alarms.column.cause'),
      value: ({ cause }) => t(`alarms.cause.${cause}`),
      width: 190,
    },
    {
      id: 'status',
      header: t('alarms.column.state'),
      value: ({ status }) => t(`alarms.state.${status}`),
      cell: ({ status }) => <AlarmBadge status={status} />,
      width: 150,
    },
    {
      id: 'raised_at',
      header: t('alarms.column.raised'),
      kind: 'date',
      value: ({ raised_at }) => raised_at,
      cell: ({ raised_at }) => localTime(raised_at),
      text: ({ raised_at }) => localTime(raised_at),
      width: 160,
    },
    {
      id: 'count',
      header: t('alarms.column.count'),
      kind: 'number',
      value: ({ count }) => count,
      width: 110,
    },
    {
      id: 'who',
      header: t('alarms.column.who'),
      value: ({ acknowledged }) => acknowledged?.user_name ?? '',
      width: 170,
    },
    {
      id: 'swarms',
      header: t('alarms.column.swarms'),
      value: (alarm) => sayWhere(alarm, swarms),
      width: 170,
    },
  ]
}

/** Make what the list of alarms can be narrowed down to. */
export function makeAlarmFacets(swarms: readonly Swarm[]): Facet<Alarm>[] {
  return [
    {
      id: 'status',
      label: t('alarms.column.state'),
      valueOf: ({ status }) => status,
      choices: alarmStates.map((value) => ({
        value,
        label: t(`alarms.state.${value}`),
        badge: <AlarmBadge status={value} />,
      })),
    },
    {
      id: 'cause',
      label: t('alarms.column.cause'),
      valueOf: ({ cause }) => cause,
      choices: alarmCauses.map((value) => ({ value, label: t(`alarms.cause.${value}`) })),
    },
    {
      id: 'swarm',
      label: t('alarms.column.swarms'),
      valueOf: (alarm) => alarm.swarms,
      choices: swarms.map(({ uuid, name }) => ({ value: uuid, label: name })),
    },
  ]
}
