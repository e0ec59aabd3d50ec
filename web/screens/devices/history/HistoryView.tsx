import { AnalysesExtent } from '../../../entities/analysis/AnalysesExtent.tsx'
import { useCallback, useState } from 'react'
import { Link } from 'wouter'
import { alarm as alarmEntity } from '../../../../domain/entities/alarm.ts'
import { analysis as analysisEntity } from '../../../../domain/entities/analysis.ts'
import { command as commandEntity } from '../../../../domain/entities/command.ts'
import { deviceCalls } from '../../../../domain/calls/devices.ts'
import type { DeviceMessage } from '../../../../domain/entities/device-report.ts'
import type { Device } from '../../../../domain/entities/device.ts'
import { call } from '../../../client/call.ts'
import { readPages } from '../../../client/read-pages.ts'
import { t } from '../../../i18n/intl.ts'
import { Button } from '../../../parts/button/Button.tsx'
import { EmptyState } from '../../../parts/empty/EmptyState.tsx'
import { Segments } from '../../../parts/form/Segments.tsx'
import { Notice } from '../../../parts/notice/Notice.tsx'
import { minute } from '../../../state/clock.ts'
import { localTime } from '../../../state/local-time.ts'
import { may } from '../../../state/session.ts'
import { useAnswer } from '../../../state/use-answer.ts'
import { useRecords } from '../../../state/use-records.ts'
import { useAddress } from '../../../use-address.ts'
import styles from './History.module.css'
import { collectHappenings, type Happening } from './time-line.ts'
import { Temperatures } from './Temperatures.tsx'
import { TimeLine } from './TimeLine.tsx'

const dayMs = 86_400_000
const spans = { day: dayMs, week: 7 * dayMs, month: 30 * dayMs } as const
type Span = keyof typeof spans

/** Happenings that are listed below the picture until more are asked for. */
const listed = 100

/** Show what happened to a device in one picture, and the same as a list. */
export function HistoryView({ device }: { device: Device }) {
  const address = useAddress()
  const wanted = address.search.get('span')
  const span: Span = wanted === 'week' || wanted === 'month' ? wanted : 'day'
  const [lit, setLit] = useState<string | null>(null)
  const [count, setCount] = useState(listed)
  const to = minute.value + 60_000
  const from = to - spans[span]
  const messages = useMessages(device.uuid, spans[span])
  const sources = {
    device,
    analyses: useRecords(analysisEntity) ?? [],
    alarms: useRecords(alarmEntity) ?? [],
    commands: useRecords(commandEntity) ?? [],
    messages: messages.value ?? [],
  }
  const found = collectHappenings(sources, from, to)
  return (
    <div className={styles.view}>
      <div className={styles.head}>
        <Segments
          label={t('view.history.span')}
          value={span}
          choices={(Object.keys(spans) as Span[]).map((value) => ({
            value,
            label: t(`view.history.${value}`),
          }))}
          onChange={(next) => address.change({ span: next === 'day' ? null : next })}
        />
        <Button icon="refresh" onClick={messages.again}>
          {t('view.again')}
        </Button>
      </div>
      {messages.failure.length > 0 && (
        <Notice kind="warning" title={t('view.history.noMessages')}>
          {messages.failure.join(' ')}
        </Notice>
      )}
      <AnalysesExtent from={from} />
      <TimeLine found={found} from={from} to={to} lit={lit} onLit={setLit} />
      <Temperatures device={device} from={from} to={to} />
      {found.length === 0 && (
        <EmptyState icon="clock" title={t('view.history.none')}>
          {t('view.history.noneText')}
        </EmptyState>
      )}
      <ol className={styles.list} aria-label={t('view.history')}>
        {found.slice(0, count).map((one) => (
          <Line key={one.id} happening={one} isLit={one.id === lit} onLit={setLit} />
        ))}
      </ol>
      {found.length > count && (
        <Button onClick={() => setCount(count + listed)}>
          {t('view.history.more', { count: found.length - count })}
        </Button>
      )}
    </div>
  )
}

/** Load all messages of a period: restarts, updates and gaps are in them. None for people who are not shown them. */
function useMessages(device: string, spanMs: number) {
  const load = useCallback(
    async (signal: AbortSignal): Promise<readonly DeviceMessage[]> => {
      if (!may(deviceCalls.messages.needs)) return []
      const update_from = new Date(Date.now() - spanMs).toISOString()
      const body = { device_uuid: device, update_from }
      const { rows } = await readPages<DeviceMessage>({
        pages: 'all',
        idOf: ({ uuid }) => uuid,
        read: (page) => {
          const parts = { query: { limit: '500', page }, body }
          return call(deviceCalls.messages, parts, { signal, background: true })
        },
      })
      return rows
    },
    [device, spanMs],
  )
  return useAnswer(load)
}

function Line(props: { happening: Happening; isLit: boolean; onLit: (id: string | null) => void }) {
  const { happening, isLit, onLit } = props
  const { id, lane, from, to, text, path, isBad } = happening
  return (
    <li
      data-lit={isLit}
      data-lane={lane}
      onPointerEnter={() => onLit(id)}
      onPointerLeave={() => onLit(null)}
    >
      <time dateTime={new Date(from).toISOString()}>{localTime(from)}</time>
      <span className={styles.kind} data-bad={isBad}>
        {t(`view.lane.${lane}`)}
      </span>
      <span className={styles.words}>
        {path ? <Link href={path}>{text}</Link> : text}
        {to !== null && <span className={styles.quiet}> {sayEnd(from, to)}</span>}
      </span>
    </li>
  )
}

function sayEnd(from: number, to: number): string {
  return t('view.history.until', { time: localTime(to, to - from < dayMs ? 'time' : 'minute') })
}
