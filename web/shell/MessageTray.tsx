import { useEffect, useRef, useState } from 'react'
import { t } from '../i18n/intl.ts'
import { Icon } from '../parts/icon/Icon.tsx'
import { useSpoken } from '../parts/voice/use-spoken.ts'
import { inbox, refreshInbox } from '../state/inbox.ts'
import { readMessages, unreadMessages } from '../state/toasts.ts'
import { loadLater } from '../load-later.tsx'
import { sayUnfetched } from '../state/say-unfetched.ts'
import { AlarmArrival, useRaisedAlarms } from './AlarmArrival.tsx'
import { Dropdown, trayId } from './Dropdown.tsx'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import styles from './MessageTray.module.css'

/** Fetched with the first look at it. */
const MessageList = loadLater(async () => (await import('./MessageList.tsx')).MessageList)

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
    // Ask for them on a page that was just opened, which has not done so.
    if (inbox.peek() === null) refreshInbox()
  }, [open])
  return (
    <>
      <WhenOpen onToggle={setOpen} />
      {open && (
        <ErrorBoundary unfetched={<p className={styles.quiet}>{sayUnfetched()}</p>}>
          <MessageList />
        </ErrorBoundary>
      )}
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
