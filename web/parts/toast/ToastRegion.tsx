import { t } from '../../i18n/intl.ts'
import { Button } from '../button/Button.tsx'
import { Icon } from '../icon/Icon.tsx'
import type { IconName } from '../icon/icon-paths.ts'
import type { NoticeKind } from '../notice/Notice.tsx'
import styles from './ToastRegion.module.css'

export type Toast = {
  id: string
  kind: NoticeKind
  text: string
  /** Whom or what it is about, above the text. */
  caption?: string
  action?: { label: string; onPress: () => void }
}

const icons: Record<NoticeKind, IconName> = {
  error: 'error',
  warning: 'warning',
  info: 'info',
  done: 'check',
}

/**
 * The passing messages, newest last. How long each stays is its owner's business; errors should
 * stay until dismissed. Draw one region, always: a live region made with its text is not read.
 */
export function ToastRegion(props: { toasts: readonly Toast[]; onDismiss: (id: string) => void }) {
  const urgent = props.toasts.filter((toast) => toast.kind === 'error')
  const calm = props.toasts.filter((toast) => toast.kind !== 'error')
  return (
    <section className={styles.region} aria-label={t('parts.toast.region')}>
      <div aria-live="polite">
        {calm.map((toast) => (
          <ToastCard key={toast.id} toast={toast} onDismiss={props.onDismiss} />
        ))}
      </div>
      <div aria-live="assertive">
        {urgent.map((toast) => (
          <ToastCard key={toast.id} toast={toast} onDismiss={props.onDismiss} />
        ))}
      </div>
    </section>
  )
}

function ToastCard({ toast, onDismiss }: { toast: Toast; onDismiss: (id: string) => void }) {
  const { action } = toast
  return (
    <div className={styles.toast} data-kind={toast.kind}>
      <Icon name={icons[toast.kind]} size={18} />
      <p>
        {toast.caption !== undefined && <small className={styles.caption}>{toast.caption}</small>}
        {toast.text}
      </p>
      {action && (
        <Button kind="plain" onClick={action.onPress}>
          {action.label}
        </Button>
      )}
      <button
        type="button"
        className={styles.dismiss}
        aria-label={t('parts.dismiss')}
        onClick={() => onDismiss(toast.id)}
      >
        <Icon name="close" />
      </button>
    </div>
  )
}
