import { type ReactNode, useState } from 'react'
import { saveFile } from '../client/save-file.ts'
import { t } from '../i18n/intl.ts'
import { Button } from '../parts/button/Button.tsx'
import { Dialog } from '../parts/dialog/Dialog.tsx'
import { Notice } from '../parts/notice/Notice.tsx'
import styles from './Record.module.css'

/**
 * Show a secret once: a key, or recovery codes. It closes after the person has confirmed that it is stored; before, the cross and
 * Escape close it only once it was copied or saved.
 */
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
  const [isTaken, setTaken] = useState(false)
  const [isAsked, setAsked] = useState(false)
  const taken = () => {
    setTaken(true)
    setAsked(false)
  }
  return (
    <Dialog
      open
      title={title}
      role="alertdialog"
      onClose={() => (isTaken ? onClose() : setAsked(true))}
      actions={
        <>
          {file !== undefined && (
            <Button
              icon="download"
              onClick={() => {
                saveText(file, [title, text, '', ...lines])
                taken()
              }}
            >
              {t('security.saveFile')}
            </Button>
          )}
          <CopyButton text={lines.join('\n')} label={t('security.copy')} onCopied={taken} />
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
        {isAsked && <p role="alert">{t('security.keepFirst', { kept: t('security.kept') })}</p>}
      </div>
    </Dialog>
  )
}

function saveText(name: string, lines: readonly string[]): void {
  const bytes = new TextEncoder().encode(`${lines.join('\n')}\n`)
  saveFile({ bytes, type: 'text/plain; charset=utf-8', name }, name)
}

/** Copy a text, and say that it did. */
export function CopyButton(props: { text: string; label: string; onCopied?: () => void }) {
  const { text, label, onCopied } = props
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
      onCopied?.()
    } catch {
      // Ignore a browser that does not allow it: the text can be marked and copied by hand.
    }
  }
  return (
    <Button icon={copied ? 'check' : 'copy'} onClick={() => void copy()}>
      {copied ? t('security.copied') : label}
    </Button>
  )
}
