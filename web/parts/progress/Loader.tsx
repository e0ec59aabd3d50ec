import styles from './Loader.module.css'
import { Progress } from './Progress.tsx'

/**
 * Work that a person waits for: what is being done, with a spinner, or with a bar where it is known how far it is
 * (spec §2 "Dialogs"). The message is read aloud when it changes, the figures are not.
 */
export function Loader(props: { message: string; value?: number | null; text?: string }) {
  const { message, value, text } = props
  return (
    <div className={styles.loader}>
      {value == null && <span className={styles.spinner} aria-hidden="true" />}
      <p role="status">{message}</p>
      {value != null && (
        <div className={styles.bar}>
          <Progress label={message} value={value} {...(text === undefined ? {} : { text })} />
        </div>
      )}
    </div>
  )
}
