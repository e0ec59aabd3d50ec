import type { Dispatch } from 'react'
import { t } from '../../../i18n/intl.ts'
import { Button } from '../../../parts/button/Button.tsx'
import type { History } from '../../../state/history.ts'
import styles from './Editing.module.css'

/** Undo and redo, at the end of a bar. */
export function UndoButtons(props: {
  history: History<unknown>
  act: Dispatch<{ type: 'undo' | 'redo' }>
}) {
  const { past, future } = props.history
  return (
    <span className={styles.ends}>
      <Button
        icon="undo"
        iconOnly
        disabledReason={past.length === 0 ? t('methods.nothingToUndo') : null}
        onClick={() => props.act({ type: 'undo' })}
      >
        {t('methods.undo')}
      </Button>
      <Button
        icon="redo"
        iconOnly
        disabledReason={future.length === 0 ? t('methods.nothingToRedo') : null}
        onClick={() => props.act({ type: 'redo' })}
      >
        {t('methods.redo')}
      </Button>
    </span>
  )
}
