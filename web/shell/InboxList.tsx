import { Link } from 'wouter'
import { localDay, openZone } from '../../domain/calendar.ts'
import type { Received } from '../../domain/calls/notifications.ts'
import { t } from '../i18n/intl.ts'
import { Button } from '../parts/button/Button.tsx'
import { Progress } from '../parts/progress/Progress.tsx'
import { inbox, inboxFailure, markAsRead, refreshInbox } from '../state/inbox.ts'
import { localTime, localZone, today } from '../state/local-time.ts'
import { placeOf } from './message-places.ts'
import styles from './MessageTray.module.css'

const dayMs = 86_400_000

/** List the messages that were sent to the account, by day, newest first. Opening one marks it as read on every device. */
export function InboxList() {
  const { value: box } = inbox
  const { value: failure } = inboxFailure
  const messages = box?.messages ?? []
  const unread = messages.filter(({ read_at }) => !read_at).map(({ uuid }) => uuid)
  return (
    <section className={styles.part} aria-label={t('inbox.sent')}>
      <div className={styles.head}>
        <h2 className={styles.title}>{t('inbox.sent')}</h2>
        {unread.length > 0 && (
          <Button kind="plain" icon="check" onClick={() => markAsRead(unread)}>
            {t('inbox.readAll')}
          </Button>
        )}
      </div>
      {failure.length > 0 && (
        <p className={styles.failure} role="alert">
          {t('inbox.failed')}: {failure.join(' ')}{' '}
          <Button kind="plain" icon="refresh" onClick={refreshInbox}>
            {t('parts.again')}
          </Button>
        </p>
      )}
      {!box && failure.length === 0 && <Progress label={t('parts.loading')} />}
      {box && messages.length === 0 && <p className={styles.quiet}>{t('inbox.none')}</p>}
      {groupByDay(messages).map(([day, some]) => (
        <div key={day}>
          <h3 className={styles.day}>{sayDay(day, some[0])}</h3>
          <ul className={styles.list}>
            {some.map((message) => (
              <Message key={message.uuid} message={message} />
            ))}
          </ul>
        </div>
      ))}
      {box && box.total > messages.length && (
        <p className={styles.quiet}>
          {t('inbox.newest', { shown: messages.length, total: box.total })}
        </p>
      )}
    </section>
  )
}

function Message({ message }: { message: Received }) {
  const { uuid, title, subtitle, message: text, sender, created_at, read_at, about } = message
  const place = placeOf(about)
  return (
    <li className={styles.sent} data-unread={read_at ? undefined : true}>
      <details
        onToggle={({ currentTarget }) => currentTarget.open && !read_at && markAsRead([uuid])}
      >
        <summary>
          {!read_at && <span className="visually-hidden">{t('inbox.unread')}: </span>}
          <bdi>{title}</bdi>
          <span className={styles.quiet}>
            <bdi>{sender}</bdi> · <time>{localTime(created_at, 'time')}</time>
          </span>
        </summary>
        {subtitle && <p>{subtitle}</p>}
        <p className={styles.words} dir="auto">
          {text}
        </p>
        {about && place && (
          <Link href={place} className={styles.link} data-closes>
            {t(`inbox.open.${about.kind}`)}
          </Link>
        )}
      </details>
    </li>
  )
}

/** Group messages by the account's own days, in their order. */
function groupByDay(messages: readonly Received[]): [number, Received[]][] {
  const zone = openZone(localZone())
  const days = Map.groupBy(messages, ({ created_at }) => localDay(Date.parse(created_at), zone))
  return [...days]
}

function sayDay(day: number, first: Received | undefined): string {
  if (day === today.value) return t('inbox.today')
  if (day === today.value - dayMs) return t('inbox.yesterday')
  return localTime(first?.created_at, 'date')
}
