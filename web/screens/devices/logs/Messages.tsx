import { useCallback, useState } from 'react'
import { midnight, openZone } from '../../../../domain/calendar.ts'
import { deviceCalls } from '../../../../domain/calls/devices.ts'
import type { DeviceMessage } from '../../../../domain/entities/device-report.ts'
import type { Device } from '../../../../domain/entities/device.ts'
import { restOfMessage } from '../../../../domain/rules/device-messages.ts'
import { call } from '../../../client/call.ts'
import { hasText, t } from '../../../i18n/intl.ts'
import { Badge } from '../../../parts/badge/Badge.tsx'
import { Button } from '../../../parts/button/Button.tsx'
import { EmptyState } from '../../../parts/empty/EmptyState.tsx'
import { DayRange } from '../../../parts/form/DayRange.tsx'
import { Field } from '../../../parts/form/Field.tsx'
import { SelectField } from '../../../parts/form/SelectField.tsx'
import { Fetching } from '../../../parts/progress/Fetching.tsx'
import { localTime, localZone } from '../../../state/local-time.ts'
import { useAnswer } from '../../../state/use-answer.ts'
import { useAddress } from '../../../use-address.ts'
import { verdictLooks } from '../health/say-check.ts'
import styles from './Logs.module.css'
import views from '../DeviceView.module.css'
import {
  levelChoices,
  type LevelChoice,
  type MessageFilter,
  pageRows,
  readFilter,
  searchBody,
  writeDay,
} from './message-filter.ts'

/** Return the first moment of a day in the account's time zone (ms since 1970). */
const startOfDay = (day: number) => midnight(day, openZone(localZone()))

const levelLooks = {
  info: verdictLooks.unknown,
  warning: verdictLooks.warning,
  error: verdictLooks.bad,
} as const

/** List the messages of a device that the service keeps, filtered by level, text and period, page by page. */
export function Messages({ device }: { device: Device }) {
  const address = useAddress()
  const query = address.search.toString()
  const filter = readFilter(address.search)
  const load = useCallback(
    (signal: AbortSignal) => {
      const wanted = readFilter(new URLSearchParams(query))
      const body = searchBody(device.uuid, wanted, startOfDay)
      const parts = { query: { limit: String(pageRows), page: String(wanted.page) }, body }
      return call(deviceCalls.messages, parts, { signal })
    },
    [device.uuid, query],
  )
  const { value, failure, again } = useAnswer(load)
  const go = (page: number) => address.change({ messages: page === 1 ? null : String(page) })
  return (
    <section className={views.part} aria-labelledby="messages">
      <div className={styles.head}>
        <h2 id="messages">{t('view.messages')}</h2>
        <Button icon="refresh" onClick={again}>
          {t('view.again')}
        </Button>
      </div>
      <Filter
        filter={filter}
        change={(changes) => address.change({ messages: null, ...changes })}
      />
      {failure.length > 0 && value && <p role="alert">{failure.join(' ')}</p>}
      {!value && <Fetching failure={failure} again={again} title={t('parts.fetchFailed')} />}
      {value?.total === 0 && (
        <EmptyState icon="message" title={t('view.messages.none')}>
          {t('view.messages.noneText')}
        </EmptyState>
      )}
      {value && value.total > 0 && (
        <>
          <ol className={styles.messages} aria-label={t('view.messages')}>
            {value.data.map((one) => (
              <Message key={one.uuid} message={one} />
            ))}
          </ol>
          <nav className={styles.foot} aria-label={t('view.messages.pages')}>
            <Button
              icon="back"
              disabledReason={filter.page > 1 ? null : t('view.messages.first')}
              onClick={() => go(filter.page - 1)}
            >
              {t('view.messages.newer')}
            </Button>
            <span>
              {t('view.messages.page', {
                page: filter.page,
                pages: value.pages,
                count: value.total,
              })}
            </span>
            <Button
              icon="next"
              disabledReason={filter.page < value.pages ? null : t('view.messages.last')}
              onClick={() => go(filter.page + 1)}
            >
              {t('view.messages.older')}
            </Button>
          </nav>
        </>
      )}
    </section>
  )
}

function Message({ message }: { message: DeviceMessage }) {
  const { level, code, text, created_at } = message
  const key = `view.message.${code}`
  const words = hasText(key) ? restOfMessage(message) : text || code
  return (
    <li>
      <time dateTime={created_at}>{localTime(created_at, 'second')}</time>
      <Badge {...levelLooks[level]}>{t(`view.level.${level}`)}</Badge>
      <span>
        {hasText(key) && <strong>{t(key)} </strong>}
        {words && (
          <bdi className={styles.words} lang="en">
            {sayMoments(words)}
          </bdi>
        )}
      </span>
    </li>
  )
}

/** Write the moments in the words of a device as the times beside them: devices write them in UTC. */
function sayMoments(words: string): string {
  return words.replaceAll(
    /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g,
    (moment) => localTime(moment, 'second') ?? moment,
  )
}

function Filter(props: {
  filter: MessageFilter
  change: (changes: Readonly<Record<string, string | null>>) => void
}) {
  const { filter, change } = props
  const [text, setText] = useState(filter.text)
  const levels = Object.keys(levelChoices) as LevelChoice[]
  return (
    <search className={styles.filter}>
      <SelectField
        label={t('view.filter.level')}
        value={filter.levels}
        choices={levels.map((value) => ({ value, label: t(`view.filter.${value}`) }))}
        onChange={(level) => change({ level: level === 'all' ? null : level })}
      />
      <Field
        label={t('view.filter.text')}
        value={text}
        onChange={setText}
        onBlur={() => change({ text: text.trim() || null })}
        onKeyDown={(event) => {
          if (event.key === 'Enter') change({ text: text.trim() || null })
        }}
      />
      {filter.around === null ? (
        <DayRange
          from={{
            label: t('view.filter.from'),
            day: filter.from,
            onChange: (day) => change({ from: writeDay(day) }),
          }}
          to={{
            label: t('view.filter.to'),
            day: filter.to,
            onChange: (day) => change({ to: writeDay(day) }),
          }}
        />
      ) : (
        <Button icon="close" onClick={() => change({ at: null })}>
          {t('view.filter.around', { time: localTime(filter.around, 'second') })}
        </Button>
      )}
    </search>
  )
}
