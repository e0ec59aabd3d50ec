import { useEffect, useState, type FormEvent, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components'
import { t } from '../../i18n/intl.ts'
import { Button } from '../button/Button.tsx'
import { focusFirstFault } from '../form/focus-first-fault.ts'
import styles from './Dialog.module.css'
import { DialogControls } from './DialogControls.tsx'
import { MinimisedDialog } from './MinimisedDialog.tsx'
import { Slot, useHolder } from './kept-content.tsx'
import { useEarlyEscape } from './use-early-escape.ts'
import { type LeaveGuard, useLeaveGuard } from './use-leave-guard.ts'
import { useOpener } from './use-opener.ts'

/**
 * A decision that cannot wait. Escape and a press outside close it, the focus goes back to where
 * it came from. With `onSubmit` the whole is a form, so Enter presses the first submit button.
 * It can be made as large as the window, and be put aside into the bar below: then the page is free, and what was typed
 * stays (spec §2 "Dialogs"); who leaves the page is asked first.
 */
export function Dialog(props: {
  open: boolean
  title: string
  onClose: () => void
  children: ReactNode
  /** The buttons, the deciding one last. Use `type="submit"` on it when `onSubmit` is given. */
  actions: ReactNode
  onSubmit?: () => void
  size?: 'small' | 'medium' | 'large' | 'wide'
  /** `alertdialog` for what cannot be undone: a press outside does not close it. */
  role?: 'dialog' | 'alertdialog'
  /** Whether it can be put aside; not where the answer itself is urgent. By default forms and plain dialogs can. */
  minimisable?: boolean
}) {
  const { open, title, onClose, size = 'medium', role = 'dialog' } = props
  const { minimisable = role === 'dialog' || props.onSubmit !== undefined } = props
  const [aside, setAside] = useState(false)
  const [full, setFull] = useState(false)
  const holder = useHolder()
  useOpener(open)
  useEarlyEscape(open && !aside, onClose)
  const guard = useLeaveGuard(open && aside ? title : null)
  useEffect(() => {
    // Opened anew it stands in the middle, as it was first.
    if (!open) {
      setAside(false)
      setFull(false)
      return
    }
    closeMenus()
  }, [open])
  return (
    <>
      <ModalOverlay
        className={styles.scrim ?? ''}
        isOpen={open && !aside}
        isDismissable={role !== 'alertdialog'}
        onOpenChange={(isOpen) => {
          if (!isOpen) onClose()
        }}
      >
        <Modal className={styles.modal ?? ''} data-size={size} data-full={full || undefined}>
          <AriaDialog className={styles.dialog ?? ''} role={role}>
            <header className={styles.head}>
              <Heading slot="title" level={2}>
                {title}
              </Heading>
              <DialogControls
                full={full}
                onFull={minimisable ? () => setFull(!full) : null}
                onAside={minimisable ? () => setAside(true) : null}
                onClose={onClose}
              />
            </header>
            <Slot holder={holder} />
          </AriaDialog>
        </Modal>
      </ModalOverlay>
      {open && createPortal(<Content {...props} />, holder)}
      {open && aside && (
        <>
          <div hidden>
            <Slot holder={holder} />
          </div>
          <MinimisedDialog title={title} onRestore={() => setAside(false)} />
          {guard.asked !== null && <LeaveQuestion titles={guard.asked} guard={guard} />}
        </>
      )}
    </>
  )
}

/** Before a page is left on which something is put aside. */
function LeaveQuestion({ titles, guard }: { titles: string; guard: LeaveGuard }) {
  return (
    <Dialog
      open
      title={t('parts.leave.title')}
      role="alertdialog"
      size="small"
      onClose={guard.stay}
      actions={
        <>
          <Button onClick={guard.stay}>{t('parts.leave.stay')}</Button>
          <Button kind="danger" onClick={guard.leave}>
            {t('parts.leave.go')}
          </Button>
        </>
      }
    >
      <p>{t('parts.leave.text', { title: titles })}</p>
    </Dialog>
  )
}

/** Kept while the dialog is put aside; in a holder that moves with it. */
function Content(props: { children: ReactNode; actions: ReactNode; onSubmit?: () => void }) {
  const inside = (
    <>
      <div className={styles.main}>{props.children}</div>
      <footer className={styles.actions}>{props.actions}</footer>
    </>
  )
  if (!props.onSubmit) return inside
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    event.stopPropagation()
    props.onSubmit?.()
    focusFirstFault(event.currentTarget)
  }
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      {inside}
    </form>
  )
}

/** An open menu lies above everything, also above what is to be decided first. */
function closeMenus(): void {
  const menus = document.querySelectorAll<HTMLElement>('[popover=auto]:popover-open')
  for (const menu of menus) menu.hidePopover()
}
