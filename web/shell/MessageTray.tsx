import { useEffect, useRef, useState } from 'react'
import { t } from '../i18n/intl.ts'
import { Icon } from '../parts/icon/Icon.tsx'
import { toastIcons } from '../parts/toast/toast-kind.ts'
import { useSpoken } from '../parts/voice/use-spoken.ts'
import { localTime } from '../state/local-time.ts'
import { inbox, refreshInbox } from '../state/inbox.ts'
import { pastMessages, readMessages, unreadMessages } from '../state/toasts.ts'
import { AlarmArrival, AlarmTray, useRaisedAlarms } from './AlarmTray.tsx'
import { Dropdown, trayId } from './Dropdown.tsx'
import { InboxList } from './InboxList.tsx'
import styles from './MessageTray.module.css'

/** Show alarms, what was sent to the account and what this page has said, with the number of all that are to be looked at. */
export function MessageTray() {
  const count = unreadMessages.value + (inbox.value?.unread ?? 0) + useRaisedAlarms().length
  const label = count > 0 ? t('top.messagesUnread', { count }) : t('top.messages')
  return (
    <>
      <Arrival />
      <AlarmArrival />
      <Dropdown
        id={trayId}
        label={label}
        wide
        trigger={
          <span className={styles.bell} data-unread={count > 0 || undefined}>
            <Icon name="bell" size={18} />
            {count > 0 && <span className={styles.count}>{count}</span>}
          </span>
        }
      >
        <PastMessages />
      </Dropdown>
    </>
  )
}

/** Read out the title of the newest unread message when one arrives, not those that were there before. */
function Arrival() {
  const { value: box } = inbox
  const newest = box?.messages.find(({ read_at }) => !read_at)
  const known = useRef<{ of: string; at: string } | null>(null)
  const [text, setText] = useState('')
  useEffect(() => {
    if (!box) return
    const before = known.current
    const at = box.messages[0]?.created_at ?? ''
    known.current = { of: box.of, at }
    if (before?.of !== box.of || !newest || newest.created_at <= before.at) return
    setText(t('inbox.arrived', { title: newest.title }))
  }, [box, newest])
  return (
    <span role="status" className="visually-hidden">
      {useSpoken(text)}
    </span>
  )
}

/** List past messages, only while the tray is open: a message must be on the page once. */
function PastMessages() {
  const [open, setOpen] = useState(false)
  useEffect(() => {
    if (!open) return
    readMessages()
    // On a page that was just opened they have not been asked for.
    if (inbox.peek() === null) refreshInbox()
  }, [open])
  return (
    <>
      <WhenOpen onToggle={setOpen} />
      {open && <MessageList />}
    </>
  )
}

function MessageList() {
  const messages = pastMessages.value
  return (
    <>
      <AlarmTray />
      <InboxList />
      <h2 className={styles.title}>{t('inbox.here')}</h2>
      {messages.length === 0 && <p className={styles.quiet}>{t('top.messagesNone')}</p>}
      <ul className={styles.list}>
        {messages.map(({ id, kind, text, caption, at }) => (
          <li key={id} className={styles.message} data-kind={kind}>
            <Icon name={toastIcons[kind]} />
            <span>
              {caption !== undefined && <small className={styles.quiet}>{caption}</small>}
              {text}
            </span>
            <time className={styles.quiet}>{localTime(new Date(at).toISOString())}</time>
          </li>
        ))}
      </ul>
    </>
  )
}

/** Report when the card around it opens or closes. */
function WhenOpen({ onToggle }: { onToggle: (open: boolean) => void }) {
  const [mark, setMark] = useState<HTMLElement | null>(null)
  useEffect(() => {
    const card = mark?.closest('[popover]')
    const look = (event: Event) => onToggle((event as ToggleEvent).newState === 'open')
    card?.addEventListener('toggle', look)
    return () => card?.removeEventListener('toggle', look)
  }, [mark, onToggle])
  return <span ref={setMark} hidden />
}
