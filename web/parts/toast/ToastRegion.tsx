import { t } from '../../i18n/intl.ts'
import { Button } from '../button/Button.tsx'
import { Icon } from '../icon/Icon.tsx'
import { type ToastKind, toastIcons } from './toast-kind.ts'
import styles from './ToastRegion.module.css'

export type Toast = {
  id: string
  kind: ToastKind
  text: string
  /** Whom or what it is about, above the text. */
  caption?: string
  /** Number of further messages in this one. */
  more?: number
  action?: { label: string; onPress: () => void }
  /** Time it is shown in ms: drawn as a line that runs out. */
  stays?: number
}

/**
 * Show the passing messages, newest last. Their owner decides how long each stays; errors should stay until dismissed.
 * Draw one region, always: a live region that appears with its text is not read.
 */
export function ToastRegion(props: {
  /** Label of a second region on a page. */
  label?: string
  toasts: readonly Toast[]
  onDismiss: (id: string) => void
  /** Somebody points at one, or is in it by keyboard: it should wait. */
  onHold?: (id: string) => void
  onRelease?: (id: string) => void
}) {
  const { label = t('parts.toast.region'), toasts, ...owner } = props
  const urgent = toasts.filter((toast) => toast.kind === 'error')
  const calm = toasts.filter((toast) => toast.kind !== 'error')
  return (
    <section className={styles.region} aria-label={label} data-on-screen>
      <div aria-live="polite">
        {calm.map((toast) => (
          <ToastCard key={toast.id} toast={toast} {...owner} />
        ))}
      </div>
      <div aria-live="assertive">
        {urgent.map((toast) => (
          <ToastCard key={toast.id} toast={toast} {...owner} />
        ))}
      </div>
    </section>
  )
}

function ToastCard(props: {
  toast: Toast
  onDismiss: (id: string) => void
  onHold?: (id: string) => void
  onRelease?: (id: string) => void
}) {
  const { toast, onDismiss } = props
  const { action, stays } = toast
  const hold = () => props.onHold?.(toast.id)
  const release = () => props.onRelease?.(toast.id)
  return (
    <div
      className={styles.toast}
      data-kind={toast.kind}
      onPointerEnter={hold}
      onPointerLeave={release}
      onFocus={hold}
      onBlur={release}
    >
      <Icon name={toastIcons[toast.kind]} size={18} />
      <p>
        {toast.caption !== undefined && <small className={styles.caption}>{toast.caption}</small>}
        {toast.text}
        {toast.more !== undefined && ` (${t('parts.andMore', { count: toast.more })})`}
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
      {stays !== undefined && (
        <span
          className={styles.left}
          style={{ animationDuration: `${stays}ms` }}
          aria-hidden="true"
        />
      )}
    </div>
  )
}
