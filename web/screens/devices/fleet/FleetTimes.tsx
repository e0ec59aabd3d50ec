import { useCallback, useMemo } from 'react'
import { Link } from 'wouter'
import { deviceCalls } from '../../../../domain/calls/devices.ts'
import { alarm as alarmEntity } from '../../../../domain/entities/alarm.ts'
import { command as commandEntity } from '../../../../domain/entities/command.ts'
import type { DeviceMessage } from '../../../../domain/entities/device-report.ts'
import { call } from '../../../client/call.ts'
import { type ReadPages, readPages } from '../../../client/read-pages.ts'
import { t } from '../../../i18n/intl.ts'
import { Notice } from '../../../parts/notice/Notice.tsx'
import { paths } from '../../../paths.ts'
import { localTime } from '../../../state/local-time.ts'
import { may } from '../../../state/session.ts'
import { useAnswer } from '../../../state/use-answer.ts'
import { useRecords } from '../../../state/use-records.ts'
import { collectHappenings, type Happening, lanes } from '../history/time-line.ts'
import styles from './Fleet.module.css'
import type { FleetRow } from './fleet-rows.ts'
import type { Fleet } from './use-fleet.ts'

/** Devices that are drawn, in the order of what they need; chips narrow them down. */
const drawn = 50
/** Pages of messages that are read, of 500 each: the newest. */
const mostPages = 10
/** Lines of the time axis. */
const steps = 5
/** Least width of a stretch in percent, so that a short one is seen. */
const leastWidth = 0.3

/** Show what happened to each device in a period: a row for each. A press on a mark leads to that moment. */
export function FleetTimes({ fleet, rows }: { fleet: Fleet; rows: readonly FleetRow[] }) {
  const { from, to, analyses } = fleet
  const alarms = useRecords(alarmEntity) ?? none
  const commands = useRecords(commandEntity) ?? none
  const messages = useAllMessages(from)
  const shown = useMemo(() => rows.slice(0, drawn), [rows])
  const byDevice = useMemo(() => {
    const wanted = new Set(shown.map(({ uuid }) => uuid))
    return {
      analyses: groupBy(analyses, ({ device_uuid }) => device_uuid, wanted),
      alarms: groupBy(alarms, ({ about }) => about.uuid, wanted),
      commands: groupBy(commands, ({ device_uuid }) => device_uuid, wanted),
      messages: groupBy(messages.value?.rows ?? none, ({ device_uuid }) => device_uuid, wanted),
    }
  }, [shown, analyses, alarms, commands, messages.value])
  const ticks = Array.from({ length: steps + 1 }, (_, step) => from + ((to - from) * step) / steps)
  return (
    <section className={styles.times} aria-label={t('fleet.show.times')}>
      {messages.failure.length > 0 && (
        <Notice kind="warning" title={t('view.history.noMessages')}>
          {messages.failure.join(' ')}
        </Notice>
      )}
      {messages.value && !messages.value.isWhole && (
        <Notice kind="info">{t('fleet.partly')}</Notice>
      )}
      <ul className={styles.legend}>
        {lanes.map((lane) => (
          <li key={lane}>
            <span className={styles.swatch} data-lane={lane} />
            {t(`view.lane.${lane}`)}
          </li>
        ))}
      </ul>
      <div className={styles.axis} dir="ltr" aria-hidden="true">
        {ticks.map((at) => (
          <span key={at}>{localTime(at, 'date')}</span>
        ))}
      </div>
      <ul className={styles.rows}>
        {shown.map(({ uuid, device }) => (
          <li key={uuid}>
            <Link href={paths.device(uuid, 'history')}>{device.name}</Link>
            <Marks
              device={uuid}
              found={collectHappenings(
                {
                  device,
                  analyses: byDevice.analyses.get(uuid) ?? none,
                  alarms: byDevice.alarms.get(uuid) ?? none,
                  commands: byDevice.commands.get(uuid) ?? none,
                  messages: byDevice.messages.get(uuid) ?? none,
                },
                from,
                to,
              )}
              from={from}
              to={to}
            />
          </li>
        ))}
      </ul>
      {rows.length > drawn && (
        <p className={styles.quiet}>{t('parts.andMore', { count: rows.length - drawn })}</p>
      )}
    </section>
  )
}

/** Draw the marks of a device, for the pointer: the page behind the device's name says the same in words. */
function Marks(props: { device: string; found: readonly Happening[]; from: number; to: number }) {
  const { device, found, from, to } = props
  const place = (at: number) => (100 * (Math.min(to, Math.max(from, at)) - from)) / (to - from)
  // Draw moments over stretches.
  const order = found.toSorted((one, other) => Number(other.to !== null) - Number(one.to !== null))
  return (
    <span className={styles.marks} dir="ltr" aria-hidden="true">
      {order.map((one) => {
        const start = place(one.from)
        const width = Math.max(leastWidth, one.to === null ? 0 : place(one.to) - start)
        return (
          <Link
            key={one.id}
            href={one.path ?? paths.device(device, 'history')}
            tabIndex={-1}
            className={styles.mark}
            data-lane={one.lane}
            data-bad={one.isBad}
            title={`${localTime(one.from)} ${t(`view.lane.${one.lane}`)}: ${one.text}`}
            style={{
              insetInlineStart: `${Math.min(start, 100 - leastWidth)}%`,
              inlineSize: `${width}%`,
            }}
          />
        )
      })}
    </span>
  )
}

/** Load the messages of all devices that tell of restarts, updates and gaps. None for people who are not shown them. */
function useAllMessages(from: number) {
  // Ask for whole days, so that a minute later the same is not asked again.
  const day = from - (from % 86_400_000)
  const load = useCallback(
    async (signal: AbortSignal): Promise<ReadPages<DeviceMessage>> => {
      if (!may(deviceCalls.messages.needs))
        return { rows: none, total: 0, isWhole: true, silent: none }
      return readPages<DeviceMessage>({
        pages: mostPages,
        idOf: ({ uuid }) => uuid,
        read: (page) =>
          call(
            deviceCalls.messages,
            {
              query: { limit: '500', page },
              body: { update_from: new Date(day).toISOString() },
            },
            { signal, background: true },
          ),
      })
    },
    [day],
  )
  return useAnswer(load)
}

function groupBy<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string | null,
  wanted: ReadonlySet<string>,
): ReadonlyMap<string, readonly Item[]> {
  const found = new Map<string, Item[]>()
  for (const item of items) {
    const key = keyOf(item)
    if (key === null || !wanted.has(key)) continue
    const group = found.get(key)
    if (group) group.push(item)
    else found.set(key, [item])
  }
  return found
}

const none: never[] = []
