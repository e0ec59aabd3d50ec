import type { ReactNode } from 'react'
import { t } from '../../i18n/intl.ts'
import { Button } from '../button/Button.tsx'
import { Dialog } from './Dialog.tsx'
import { FormFailure } from './FormFailure.tsx'
import styles from './FormDialog.module.css'

/** Show a small form in a dialog, with its failures on top and the deciding button last. */
export function FormDialog(props: {
  title: string
  submit: string
  danger?: boolean
  /** Room for two things beside each other, or for a table of many columns. */
  wide?: boolean | 'table'
  /** State of sending, with the failures that belong to no field. */
  sending: { busy: boolean; others: readonly string[] }
  /** Title above the reasons of a failure. */
  failure?: string
  /** Reason that it cannot be sent however its fields are filled in. */
  whyNot?: string | null
  children: ReactNode
  onSubmit: () => void
  onClose: () => void
}) {
  const {
    title,
    submit,
    danger = false,
    wide = false,
    sending,
    failure,
    whyNot,
    children,
    onSubmit,
    onClose,
  } = props
  return (
    <Dialog
      open
      title={title}
      role="alertdialog"
      size={wide === 'table' ? 'large' : wide ? 'medium' : 'small'}
      onClose={onClose}
      onSubmit={onSubmit}
      busy={sending.busy}
      actions={
        <>
          <Button onClick={onClose}>{t('parts.cancel')}</Button>
          <Button
            type="submit"
            kind={danger ? 'danger' : 'primary'}
            busy={sending.busy}
            disabledReason={whyNot}
          >
            {submit}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <FormFailure reasons={sending.others} title={failure} />
        {children}
      </div>
    </Dialog>
  )
}
