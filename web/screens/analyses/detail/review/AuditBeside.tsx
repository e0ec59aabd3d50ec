import type { ReactNode } from 'react'
import type { Analysis } from '../../../../../domain/entities/analysis.ts'
import { t } from '../../../../i18n/intl.ts'
import { Button } from '../../../../parts/button/Button.tsx'
import { account } from '../../../../state/session.ts'
import { useAddress } from '../../../../use-address.ts'
import { AuditPanel } from '../later-tabs.tsx'
import styles from './AuditBeside.module.css'

/** Show the audit trail with the record, if opened: on wide screens beside it, else below. */
export function AuditBeside({ record, children }: { record: Analysis; children: ReactNode }) {
  const { search, change } = useAddress()
  const isOpen = search.get('beside') === 'audit'
  return (
    <div className={isOpen ? styles.columns : styles.alone}>
      <div className={styles.record}>{children}</div>
      {isOpen && (
        <aside className={styles.beside} aria-label={t('audit.title')}>
          <header>
            <h2>{t('audit.title')}</h2>
            <Button kind="plain" icon="close" iconOnly onClick={() => change({ beside: null })}>
              {t('parts.close')}
            </Button>
          </header>
          <div className={styles.trail} tabIndex={0} role="region" aria-label={t('audit.title')}>
            <AuditPanel
              uuid={record.uuid}
              updatedAt={record.updated_at}
              run={record}
              samples={record.samples}
              timeZone={account.value?.preferences.timezone ?? ''}
            />
          </div>
        </aside>
      )}
    </div>
  )
}
