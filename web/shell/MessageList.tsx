import { t } from '../i18n/intl.ts'
import { Icon } from '../parts/icon/Icon.tsx'
import { toastIcons } from '../parts/toast/toast-kind.ts'
import { localTime } from '../state/local-time.ts'
import { pastMessages } from '../state/toasts.ts'
import { AlarmTray } from './AlarmTray.tsx'
import { InboxList } from './InboxList.tsx'
import styles from './MessageTray.module.css'

/** List alarms, what was sent to the account, and what this page has said. */
export function MessageList() {
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
