import { useState } from 'react'
import type { ListView } from '../../../../../workers/files/sample-list/list-view.ts'
import { t } from '../../../../i18n/intl.ts'
import { Button } from '../../../../parts/button/Button.tsx'
import styles from './Csv.module.css'

/** Ask before closing a list with changes by hand: a press outside the dialog happens easily. */
export function useLeaving(view: ListView | null, leave: () => void) {
  const [isAsked, setIsAsked] = useState(false)
  const hasChanges = (view?.counts.changed ?? 0) > 0
  const close = () => {
    if (hasChanges && !isAsked) setIsAsked(true)
    else leave()
  }
  return { close, isAsked: isAsked && hasChanges, stay: () => setIsAsked(false), leave }
}

/** Show the buttons of the dialog, the deciding one last. */
export function ListActions(props: {
  names: number
  /** Reason why nothing can be imported yet. */
  refused: string | null
  leaving: ReturnType<typeof useLeaving>
}) {
  const { names, refused, leaving } = props
  return (
    <>
      {leaving.isAsked ? (
        <>
          <p className={styles.leaving} role="alert">
            {t('wizard.csv.leaving')}
          </p>
          <Button onClick={leaving.stay}>{t('wizard.csv.stay')}</Button>
          <Button kind="danger" onClick={leaving.leave}>
            {t('wizard.csv.discard')}
          </Button>
        </>
      ) : (
        <Button onClick={leaving.close}>{t('parts.cancel')}</Button>
      )}
      <Button type="submit" kind="primary" icon="check" disabledReason={refused}>
        {t('wizard.csv.take', { count: names })}
      </Button>
    </>
  )
}
