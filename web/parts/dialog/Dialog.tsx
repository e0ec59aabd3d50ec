import { useEffect, type FormEvent, type ReactNode } from 'react'
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components'
import { t } from '../../i18n/intl.ts'
import styles from './Dialog.module.css'

/**
 * A decision that cannot wait. Escape and a press outside close it, the focus goes back to where
 * it came from. With `onSubmit` the whole is a form, so Enter presses the first submit button.
 */
export function Dialog(props: {
  open: boolean
  title: string
  onClose: () => void
  children: ReactNode
  /** The buttons, the deciding one last. Use `type="submit"` on it when `onSubmit` is given. */
  actions: ReactNode
  onSubmit?: () => void
  size?: 'small' | 'medium' | 'large'
  /** `alertdialog` for what cannot be undone: a press outside does not close it. */
  role?: 'dialog' | 'alertdialog'
}) {
  const { open, title, onClose, children, actions, onSubmit, size = 'medium' } = props
  useEffect(() => {
    // An open menu lies above everything, also above what is to be decided first.
    const menus = open ? document.querySelectorAll<HTMLElement>('[popover=auto]:popover-open') : []
    for (const menu of menus) menu.hidePopover()
  }, [open])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    onSubmit?.()
  }
  const inside = (
    <>
      <div className={styles.main}>{children}</div>
      <footer className={styles.actions}>{actions}</footer>
    </>
  )
  return (
    <ModalOverlay
      className={styles.scrim ?? ''}
      isOpen={open}
      isDismissable={props.role !== 'alertdialog'}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose()
      }}
    >
      <Modal className={styles.modal ?? ''} data-size={size}>
        <AriaDialog className={styles.dialog ?? ''} role={props.role ?? 'dialog'}>
          <header className={styles.head}>
            <Heading slot="title" level={2}>
              {title}
            </Heading>
            <button type="button" className={styles.close} onClick={onClose}>
              <span className="visually-hidden">{t('parts.close')}</span>
              <span aria-hidden="true">×</span>
            </button>
          </header>
          {onSubmit ? (
            <form className={styles.form} onSubmit={submit} noValidate>
              {inside}
            </form>
          ) : (
            inside
          )}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}
