import { type ReactNode, useState } from 'react'
import { saveFile } from '../client/save-file.ts'
import { t } from '../i18n/intl.ts'
import { Button } from '../parts/button/Button.tsx'
import { Dialog } from '../parts/dialog/Dialog.tsx'
import { Notice } from '../parts/notice/Notice.tsx'
import styles from './Record.module.css'

/** Show a secret once: a key, or recovery codes. It closes only after the person confirms that it is stored. */
export function OnceSecret(props: {
  title: string
  text: string
  lines: string[]
  /** Name of a text file that it can be saved as; undefined for keys that programs use, which belong in no download. */
  file?: string
  /** Instructions for its use. */
  children?: ReactNode
  onClose: () => void
}) {
  const { title, text, lines, file, children, onClose } = props
  return (
    <Dialog
      open
      title={title}
      role="alertdialog"
      onClose={onClose}
      actions={
        <>
          {file !== undefined && (
            <Button icon="download" onClick={() => saveText(file, [title, text, '', ...lines])}>
              {t('security.saveFile')}
            </Button>
          )}
          <CopyButton text={lines.join('\n')} label={t('security.copy')} />
          <Button kind="primary" onClick={onClose}>
            {t('security.kept')}
          </Button>
        </>
      }
    >
      <div className={styles.stack}>
        <Notice kind="warning">{text}</Notice>
        <ul className={styles.codes}>
          {lines.map((line) => (
            <li key={line}>
              <code>{line}</code>
            </li>
          ))}
        </ul>
        {children}
      </div>
    </Dialog>
  )
}

function saveText(name: string, lines: readonly string[]): void {
  const bytes = new TextEncoder().encode(`${lines.join('\n')}\n`)
  saveFile({ bytes, type: 'text/plain; charset=utf-8', name }, name)
}

/** Copies a text, and says that it did. */
export function CopyButton(props: { text: string; label: string }) {
  const { text, label } = props
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
    } catch {
      // Not allowed here: the text can be marked and copied by hand.
    }
  }
  return (
    <Button icon={copied ? 'check' : 'copy'} onClick={() => void copy()}>
      {copied ? t('security.copied') : label}
    </Button>
  )
}
