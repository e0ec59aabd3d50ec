import { t } from '../i18n/intl.ts'
import { Button } from '../parts/button/Button.tsx'
import { Notice } from '../parts/notice/Notice.tsx'
import { sayUnfetched } from '../state/say-unfetched.ts'
import { recordsFailure } from '../state/records.ts'
import { isUnfetched } from './ErrorBoundary.tsx'
import styles from './Locked.module.css'

/** Say on every page why its lists stay empty: the records on this machine could not be opened. */
export function RecordsFailure() {
  const { value: error } = recordsFailure
  if (error === null) return null
  return (
    <div className={styles.bar}>
      <Notice
        kind="error"
        title={t('records.failed')}
        action={
          <Button kind="primary" icon="refresh" onClick={() => location.reload()}>
            {t('app.crashed.reload')}
          </Button>
        }
      >
        {error instanceof Error && isUnfetched(error) ? sayUnfetched() : t('records.failed.hint')}
      </Notice>
    </div>
  )
}
