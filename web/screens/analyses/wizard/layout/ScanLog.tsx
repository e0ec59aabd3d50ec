import { t } from '../../../../i18n/intl.ts'
import { Button } from '../../../../parts/button/Button.tsx'
import styles from './Layout.module.css'
import type { Editor } from './use-editor.ts'
import type { Scans } from './use-scans.ts'

/** What was scanned, and position by position what could not be taken; the rest stays as it is. */
export function ScanLog({ scans, editor }: { scans: Scans; editor: Editor }) {
  const { issues, count } = scans
  if (count === 0 && issues.length === 0) return null
  return (
    <section className={styles.scans} aria-label={t('wizard.scanned.title')}>
      <p>{t('wizard.scanned.count', { count, issues: issues.length })}</p>
      {issues.length > 0 && (
        <ul className={styles.issues}>
          {issues.map((issue) => (
            <li key={issue.well}>
              <span>
                <bdi dir="ltr">
                  <strong>{issue.well}</strong>
                </bdi>
                {': '}
                {issue.reason === 'duplicate'
                  ? t('wizard.scanned.duplicateIn', {
                      code: issue.code,
                      wells: issue.elsewhere.join(', '),
                    })
                  : t('wizard.scanned.misread', { code: issue.code })}
              </span>
              <span className={styles.buttons}>
                <Button onClick={() => editor.goTo(issue.well)}>{t('wizard.scanned.again')}</Button>
                {issue.reason === 'duplicate' && (
                  <Button onClick={() => scans.keep(issue)}>{t('wizard.scanned.replicate')}</Button>
                )}
                <Button kind="plain" onClick={() => scans.dismiss(issue)}>
                  {t('wizard.scanned.leave', { well: issue.well })}
                </Button>
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
