import {
  useEffect,
  useState,
  type FormEvent,
  type ReactNode,
  useLayoutEffect,
  useRef,
  useMemo,
} from 'react'
import { createPortal } from 'react-dom'
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components'
import { focusFirstFault, hasUnread } from '../form/focus-first-fault.ts'
import { HeldFields } from '../form/HeldFields.tsx'
import styles from './Dialog.module.css'
import { DialogControls } from './DialogControls.tsx'
import { MinimisedDialog } from './MinimisedDialog.tsx'

/** After the dialog has given the focus back by itself. */
const afterMs = 60

/**
 * Give the focus back to what a dialog was opened from, however often it was put aside meanwhile: the library goes
 * back to where the focus was when the dialog was last drawn, which is then a button that is gone.
 */
function useOpener(open: boolean): void {
  // Read while it is drawn: a moment later something in the dialog has the focus.
  const opener = useMemo(() => (open ? document.activeElement : null), [open])
  useEffect(() => {
    if (!open) return undefined
    return () => void setTimeout(() => giveBack(opener), afterMs)
  }, [open, opener])
}

function giveBack(opener: Element | null): void {
  const { activeElement: now, body } = document
  const isLost = now === null || now === body
  if (isLost && opener instanceof HTMLElement && opener.isConnected) opener.focus()
}

/** Dialogs that are open, the newest last: a key means that one. */
const opened: symbol[] = []

/**
 * Close on Escape before the focus is in the dialog, which takes a moment: the library hears keys only from inside, and
 * a person who opens a dialog by mistake closes it quickly.
 */
function useEarlyEscape(open: boolean, onClose: () => void): void {
  const close = useRef(onClose)
  useLayoutEffect(() => {
    close.current = onClose
  })
  useLayoutEffect(() => {
    if (!open) return undefined
    const own = Symbol('dialog')
    opened.push(own)
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return
      if (opened.at(-1) !== own || isInside(event.target)) return
      event.preventDefault()
      close.current()
    }
    addEventListener('keydown', press)
    return () => {
      opened.splice(opened.indexOf(own), 1)
      removeEventListener('keydown', press)
    }
  }, [open])
}

/** Return true in a dialog, or in a part above one that closes by itself. */
function isInside(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest('[role=dialog], [role=alertdialog], [role=listbox], [popover]') !== null
  )
}

export type DialogProps = {
  open: boolean
  title: string
  onClose: () => void
  children: ReactNode
  /** The buttons, the deciding one last. Use `type="submit"` on it when `onSubmit` is given. */
  actions: ReactNode
  size?: 'small' | 'medium' | 'large' | 'wide'
  /** `alertdialog` for what cannot be undone: a press outside does not close it. */
  role?: 'dialog' | 'alertdialog'
  /** True when it can be minimised; not where the answer is urgent. By default forms and plain dialogs can. */
  minimisable?: boolean
} & Submitted

/** A dialog that is a form, and whether it is being sent: its fields are held until the answer. */
type Submitted =
  | { onSubmit: () => void; busy: boolean }
  | { onSubmit?: undefined; busy?: undefined }

/** Show a dialog that is open, or was: `Dialog.tsx` fetches this file, because no page needs it to be drawn. */
export function OpenDialog(props: DialogProps) {
  const { open, title, onClose, size = 'medium', role = 'dialog' } = props
  const { minimisable = role === 'dialog' || props.onSubmit !== undefined } = props
  const [aside, setAside] = useState(false)
  const [full, setFull] = useState(false)
  const holder = useHolder()
  useOpener(open)
  useEarlyEscape(open && !aside, onClose)
  useEffect(() => {
    // Open in the middle again, with the first size.
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
        </>
      )}
    </>
  )
}

/** Keep the content while the dialog is minimised, in a holder that moves with it. */
function Content(props: { children: ReactNode; actions: ReactNode } & Submitted) {
  const inside = (
    <>
      <div className={styles.main}>
        <HeldFields busy={props.busy ?? false}>{props.children}</HeldFields>
      </div>
      <footer className={styles.actions}>{props.actions}</footer>
    </>
  )
  const form = useRef<HTMLFormElement>(null)
  const isSent = useRef(false)
  // Lead to what the service refuses, which comes later: nobody could go on to another field meanwhile. Leave who is outside of the form.
  useEffect(() => {
    if (!isSent.current || !form.current?.querySelector('[aria-invalid=true]')) return
    isSent.current = false
    const { activeElement: now } = document
    if (now === document.body || form.current.contains(now)) focusFirstFault(form.current)
  })
  if (!props.onSubmit) return inside
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    event.stopPropagation()
    isSent.current = true
    if (!hasUnread(event.currentTarget)) props.onSubmit?.()
    focusFirstFault(event.currentTarget)
  }
  return (
    <form ref={form} className={styles.form} onSubmit={submit} noValidate>
      {inside}
    </form>
  )
}

/** Close open menus, which would be above a dialog that must be answered first. */
function closeMenus(): void {
  const menus = document.querySelectorAll<HTMLElement>('[popover=auto]:popover-open')
  for (const menu of menus) menu.hidePopover()
}

/** Return an element of its own into which the content is drawn, wherever it is put on the page. */
function useHolder(): HTMLElement {
  const [holder] = useState(() => {
    const made = document.createElement('div')
    made.className = styles.holder ?? ''
    return made
  })
  return holder
}

/** Show the holder here while this is drawn; its content outlives this place. */
function Slot({ holder }: { holder: HTMLElement }) {
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const here = place.current
    here?.append(holder)
    return () => {
      // Remove it only from here: a dialog leaves a moment after its content has moved on.
      if (holder.parentElement === here) holder.remove()
    }
  }, [holder])
  return <div ref={place} className={styles.holder} />
}
