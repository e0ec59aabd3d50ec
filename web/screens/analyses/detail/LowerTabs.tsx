import type { ReactNode } from 'react'
import type { Analysis } from '../../../../domain/entities/analysis.ts'
import { t } from '../../../i18n/intl.ts'
import { Tabs } from '../../../parts/tabs/Tabs.tsx'
import { account } from '../../../state/session.ts'
import { AuditPanel } from './AuditPanel.tsx'
import styles from './Detail.module.css'
import { NotebookPanel } from './NotebookPanel.tsx'
import { useRefusal } from './use-refusal.ts'
import { useAddress } from '../../../use-address.ts'

export type LowerTab = { id: string; label: string; count?: number; content: ReactNode }

/** What lies below plate and curves, one at a time, the chosen one in the address. */
export function LowerTabs(props: {
  record: Analysis
  /** Tabs of the view itself, before those that every analysis has. */
  before?: readonly LowerTab[]
  tabs: readonly ('notebook' | 'audit')[]
}) {
  const { record, before = [] } = props
  const { search, change } = useAddress()
  const refuse = useRefusal(record, { withoutService: true })
  const zone = account.value?.preferences.timezone ?? ''
  const common: Record<'notebook' | 'audit', LowerTab> = {
    notebook: {
      id: 'notebook',
      label: t('wizard.notebook'),
      content: <NotebookPanel record={record} refusal={refuse('annotate')} />,
    },
    audit: {
      id: 'audit',
      label: t('audit.title'),
      content: <AuditPanel uuid={record.uuid} updatedAt={record.updated_at} timeZone={zone} />,
    },
  }
  const tabs = [...before, ...props.tabs.map((id) => common[id])]
  const wanted = search.get('tab')
  const selected = tabs.find(({ id }) => id === wanted)?.id ?? tabs[0]?.id ?? ''
  return (
    <section className={styles.lower}>
      <Tabs
        label={t('detail.more')}
        tabs={tabs}
        selected={selected}
        onSelect={(tab) => change({ tab })}
      />
    </section>
  )
}
