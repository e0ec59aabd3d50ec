import { useState } from 'react'
import { t } from '../../i18n/intl.ts'
import { Button } from '../../parts/button/Button.tsx'
import { Dialog } from '../../parts/dialog/Dialog.tsx'
import { Notice } from '../../parts/notice/Notice.tsx'
import styles from './MeScreen.module.css'

/** Something that is shown this once: a key, or recovery codes. Closes only by saying that it has been kept. */
export function OnceSecret(props: {
  title: string
  text: string
  lines: string[]
  onClose: () => void
}) {
  const { title, text, lines, onClose } = props
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(lines.join('\n'))
      setCopied(true)
    } catch {
      // Not allowed here: the text can be marked and copied by hand.
    }
  }
  return (
    <Dialog
      open
      title={title}
      role="alertdialog"
      onClose={onClose}
      actions={
        <>
          <Button icon={copied ? 'check' : 'list'} onClick={() => void copy()}>
            {t(copied ? 'security.copied' : 'security.copy')}
          </Button>
          <Button kind="primary" onClick={onClose}>
            {t('security.kept')}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <Notice kind="warning">{text}</Notice>
        <ul className={styles.codes}>
          {lines.map((line) => (
            <li key={line}>
              <code>{line}</code>
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  )
}
