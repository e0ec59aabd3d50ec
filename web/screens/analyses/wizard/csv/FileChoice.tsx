import { type DragEvent, type ReactNode, type RefObject, useRef, useState } from 'react'
import { t } from '../../../../i18n/intl.ts'
import { Button } from '../../../../parts/button/Button.tsx'
import styles from './Csv.module.css'

/** Choose a file by the system's dialog. */
export function FileButton(props: { chosen: boolean; onChoose: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button icon="upload" onClick={() => input.current?.click()}>
        {t(props.chosen ? 'wizard.csv.chooseOther' : 'wizard.csv.choose')}
      </Button>
      <input
        ref={input}
        type="file"
        accept=".csv,.tsv,.txt,.hl7,.json,text/csv,text/tab-separated-values,text/plain,application/json"
        aria-label={t('wizard.csv.choose')}
        hidden
        onChange={({ currentTarget }) => {
          const [chosen] = currentTarget.files ?? []
          if (chosen) props.onChoose(chosen)
          // Forget the choice, so that the same file may be chosen again once it has been mended.
          currentTarget.value = ''
        }}
      />
    </>
  )
}

/** Take a file that is dropped anywhere on what it holds, or rows that are pasted there; the button stays for all others. */
export function DropArea({
  area,
  onChoose,
  children,
}: {
  area: RefObject<HTMLDivElement | null>
  onChoose: (file: File) => void
  children: ReactNode
}) {
  const [isOver, setIsOver] = useState(false)
  const allow = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    setIsOver(true)
  }
  return (
    <div
      ref={area}
      className={styles.dialog}
      data-over={isOver || undefined}
      onDragOver={allow}
      onDragLeave={() => setIsOver(false)}
      onPaste={(event) => {
        const text = event.clipboardData.getData('text/plain')
        const isField = (event.target as Element).closest('input, textarea, select') !== null
        if (isField || !/[\r\n]/.test(text)) return
        event.preventDefault()
        onChoose(new File([text], t('wizard.csv.clipboard'), { type: 'text/csv' }))
      }}
      onDrop={(event) => {
        const [file] = event.dataTransfer.files
        setIsOver(false)
        if (!file) return
        event.preventDefault()
        onChoose(file)
      }}
    >
      {children}
    </div>
  )
}
