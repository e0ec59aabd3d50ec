import { t } from '../../../i18n/intl.ts'
import { draftKept } from '../../../state/draft.ts'
import styles from './Wizard.module.css'

/** Whether what was planned so far would be there again after a reload: said as it is, never assumed. */
export function DraftState() {
  const { value } = draftKept
  return (
    <span role="status" className={value === 'failed' ? styles.why : undefined}>
      {t(`wizard.draft.${value}`)}
    </span>
  )
}
