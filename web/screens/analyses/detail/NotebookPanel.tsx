import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useSignals } from '@preact/signals-react/runtime'
import type { Analysis } from '../../../../domain/entities/analysis.ts'
import { Link } from 'wouter'
import { errorTexts } from '../../../i18n/faults.ts'
import { t } from '../../../i18n/intl.ts'
import { Button } from '../../../parts/button/Button.tsx'
import { TextAreaField } from '../../../parts/form/TextAreaField.tsx'
import { paths } from '../../../paths.ts'
import { useOpenWork } from '../../../state/open-work.ts'
import { editAnalysis, waiting } from '../../../state/outbox.ts'
import { account, holdPerson } from '../../../state/session.ts'
import detail from './Detail.module.css'
import styles from './NotebookPanel.module.css'
import { keepItem } from '../../../keep-item.ts'

/** Pause in typing after which the notebook is saved. */
const saveAfterMs = 1500
/** Longest that typing goes on before what there is of it is saved. */
const saveWithinMs = 5000

/**
 * Keep what is typed into the notebook: on this machine when typing pauses, or every few seconds while it goes on. What is
 * not kept yet is in the browser's own storage as well.
 */
function useNotebook(record: Analysis, refusal: string | null) {
  useSignals()
  // Keep it by account: what one person typed is never saved in the name of another.
  const key = `notebook-${account.value?.uuid}-${record.uuid}`
  const seenKey = `${key}-seen`
  const [text, setText] = useState(() => localStorage.getItem(key) ?? record.notebook)
  const [state, setState] = useState<'saved' | 'waiting' | 'saving' | 'failed'>(
    text === record.notebook ? 'saved' : 'waiting',
  )
  const [error, setError] = useState<unknown>(null)
  const typed = useRef(text)
  typed.current = text
  // Keep the text as it was when typing began: it shows which notes others have added since.
  const [begun] = useState(() => {
    const wasTyped = text !== record.notebook
    return (wasTyped ? localStorage.getItem(seenKey) : null) ?? record.notebook
  })
  const seen = useRef(begun)
  /** Time of the first word that is not saved yet. */
  const waitingSince = useRef<number | null>(null)

  /** With what it was typed on: a page that is opened again days later cannot know it otherwise. */
  const keepTyped = () => {
    // Ignore a missing storage: the text still is on the page.
    keepItem(seenKey, seen.current)
    keepItem(key, typed.current)
  }
  const save = async () => {
    const kept = typed.current
    waitingSince.current = null
    setState('saving')
    try {
      const change = { field: 'notebook', from: seen.current, to: kept } as const
      const after = await editAnalysis(record.uuid, [change])
      seen.current = kept
      if (typed.current !== kept) {
        keepTyped()
        return setState('waiting')
      }
      // Take what others wrote meanwhile, on which the next word is typed.
      seen.current = (after?.['notebook'] as string | undefined) ?? kept
      setText(seen.current)
      localStorage.removeItem(key)
      localStorage.removeItem(seenKey)
      setState('saved')
    } catch (failure) {
      setError(failure)
      setState('failed')
    }
  }
  useEffect(() => {
    if (state !== 'waiting' || refusal) return
    waitingSince.current ??= Date.now()
    const longest = waitingSince.current + saveWithinMs - Date.now()
    const timer = setTimeout(() => void save(), Math.max(0, Math.min(saveAfterMs, longest)))
    return () => clearTimeout(timer)
    // Start the pause again at each keystroke, but not the longest wait.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [text, state, refusal])
  useLeaving(state === 'waiting' && !refusal ? save : null)
  // Show a note that another page saved when nothing of this one would be lost.
  useEffect(() => {
    if (state !== 'saved') return
    setText(record.notebook)
    seen.current = record.notebook
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [record.notebook])

  const type = (next: string) => {
    setText(next)
    setState('waiting')
    typed.current = next
    keepTyped()
  }
  return { text, state, error, type, save }
}

/** Do something once the panel is left by the person who opened it, such as save the last words, which nobody comes back to send. */
function useLeaving(work: (() => unknown) | null): void {
  const leave = useRef(work)
  useLayoutEffect(() => {
    leave.current = work
  })
  useEffect(() => {
    const isHere = holdPerson()
    return () => {
      if (isHere()) leave.current?.()
    }
  }, [])
}

/**
 * Show the notes of the analysis, kept by themselves and sent from this machine; two people's notes are joined. A page that is closed
 * loses nothing, a browser that is killed loses at most the seconds since the last save.
 */
export function NotebookPanel({ record, refusal }: { record: Analysis; refusal: string | null }) {
  useSignals()
  const { text, state, error, type, save } = useNotebook(record, refusal)
  const here = waiting.value.find(({ uuid }) => uuid === record.uuid)?.pending ?? []
  const isRefused = here.some((one) => one.state === 'refused')
  useOpenWork(state !== 'saved')

  if (refusal && state === 'saved') {
    return (
      <div className={detail.pad}>
        <p className={styles.note}>{record.notebook || t('notebook.empty')}</p>
        <p className={detail.quiet}>{refusal}</p>
      </div>
    )
  }
  return (
    <div className={detail.pad}>
      <TextAreaField
        label={t('wizard.notebook')}
        value={text}
        rows={8}
        maxLength={20_000}
        error={state === 'failed' ? errorTexts(error).join(' ') : null}
        onChange={type}
      />
      <p className={styles.saveState} role="status">
        {t(
          `notebook.${state === 'saved' && here.length > 0 ? (isRefused ? 'refused' : 'kept') : state}`,
        )}
        {isRefused && <Link href={paths.sync()}>{t('sync.title')}</Link>}
        {state === 'failed' && (
          <Button kind="plain" onClick={() => void save()}>
            {t('detail.retry')}
          </Button>
        )}
        {refusal && ` ${refusal}`}
      </p>
    </div>
  )
}
