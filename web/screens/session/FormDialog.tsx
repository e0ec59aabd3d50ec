import type { ReactNode } from 'react'
import { t } from '../../i18n/intl.ts'
import { Button } from '../../parts/button/Button.tsx'
import { Dialog } from '../../parts/dialog/Dialog.tsx'
import { Notice } from '../../parts/notice/Notice.tsx'
import styles from './MeScreen.module.css'
import type { Sending } from './use-sending.ts'

/** A small form in a dialog, with its failures on top and the deciding button last. */
export function FormDialog(props: {
  title: string
  submit: string
  danger?: boolean
  /** Room for two things beside each other. */
  wide?: boolean
  sending: Sending
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
    children,
    onSubmit,
    onClose,
  } = props
  return (
    <Dialog
      open
      title={title}
      role="alertdialog"
      size={wide ? 'medium' : 'small'}
      onClose={onClose}
      onSubmit={onSubmit}
      actions={
        <>
          <Button onClick={onClose}>{t('parts.cancel')}</Button>
          <Button type="submit" kind={danger ? 'danger' : 'primary'} busy={sending.busy}>
            {submit}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        {sending.others.length > 0 && <Notice kind="error">{sending.others.join(' ')}</Notice>}
        {children}
      </div>
    </Dialog>
  )
}
