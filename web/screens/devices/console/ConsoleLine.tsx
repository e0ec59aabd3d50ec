import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react'
import { t } from '../../../i18n/intl.ts'
import { Button } from '../../../parts/button/Button.tsx'
import styles from './Console.module.css'

/** Most lines that the arrow keys bring back. */
const remembered = 100

/** Enter one line for the shell. Arrow up and down bring back earlier ones, as in any shell; Escape empties it. */
export function ConsoleLine(props: {
  hostname: string
  busy: boolean
  /** False when it was not carried out: the line stays. */
  onRun: (line: string) => Promise<boolean>
}) {
  const { hostname, busy, onRun } = props
  const [line, setLine] = useState('')
  const past = useRef<string[]>([])
  const at = useRef(0)
  const run = async (event: FormEvent) => {
    event.preventDefault()
    const typed = line.trim()
    if (typed === '' || busy) return
    if (!(await onRun(typed))) return
    past.current = [...past.current.filter((one) => one !== typed), typed].slice(-remembered)
    at.current = past.current.length
    setLine('')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') setLine('')
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
    if (step === 0) return
    event.preventDefault()
    at.current = Math.min(Math.max(at.current + step, 0), past.current.length)
    setLine(past.current[at.current] ?? '')
  }
  return (
    <form className={styles.line} dir="ltr" onSubmit={(event) => void run(event)}>
      <span className={styles.prompt} aria-hidden="true">
        {hostname}:
      </span>
      <input
        className={styles.input}
        aria-label={t('console.line')}
        value={line}
        maxLength={200}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        autoFocus
        onChange={(event) => setLine(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <Button type="submit" busy={busy}>
        {t('console.run')}
      </Button>
    </form>
  )
}
