import { lazy, type ReactNode, Suspense, useEffect } from 'react'
import { attachmentCalls } from '../../../../domain/calls/attachments.ts'
import type { Analysis } from '../../../../domain/entities/analysis.ts'
import { standingComments } from '../../../../domain/rules/well-comment.ts'
import { Files } from '../../../entities/attachment/FilesPart.tsx'
import { t } from '../../../i18n/intl.ts'
import { Progress } from '../../../parts/progress/Progress.tsx'
import { Tabs } from '../../../parts/tabs/Tabs.tsx'
import { account, may } from '../../../state/session.ts'
import type { Picked } from './curves/use-picked.ts'
import styles from './Detail.module.css'
import { AuditPanel, CommentsPanel, fetchTabs, NotebookPanel } from './later-tabs.tsx'
import { useRefusal } from './use-refusal.ts'
import { useAddress } from '../../../use-address.ts'

const ImagesPanel = lazy(async () => {
  const { ImagesPanel: Panel } = await import('./images/ImagesPanel.tsx')
  return { default: Panel }
})

/** Show the files of an analysis; those of a signed one stay as they are. */
function AnalysisFiles({ record: { uuid, status } }: { record: Analysis }) {
  const closed = status === 'VALIDATION' ? t('refusal.validated') : null
  return <Files kind="analysis" uuid={uuid} closed={closed} />
}

export type LowerTab = { id: string; label: string; count?: number; content: ReactNode }

/** Show tabs below plate and curves; the address keeps the chosen one. */
export function LowerTabs(props: {
  record: Analysis
  /** Tabs of the view itself, before those that every analysis has. */
  before?: readonly LowerTab[]
  /** Selection on the plate, for the comments and the pictures. */
  picked?: Pick<Picked, 'selected' | 'onSelect'>
}) {
  const { record, before = [] } = props
  const { search, change } = useAddress()
  const refuse = useRefusal(record, { withoutService: true })
  const zone = account.value?.preferences.timezone ?? ''
  const { picked } = props
  const noted = standingComments(record).length
  useEffect(fetchTabs, [])
  const common: readonly LowerTab[] = [
    {
      id: 'notebook',
      label: t('wizard.notebook'),
      content: <NotebookPanel record={record} refusal={refuse('annotate')} />,
    },
    {
      id: 'comments',
      label: t('comments.title'),
      ...(noted > 0 ? { count: noted } : {}),
      content: <CommentsPanel record={record} refusal={refuse('comment')} picked={picked} />,
    },
    {
      id: 'audit',
      label: t('audit.title'),
      content: (
        <AuditPanel
          uuid={record.uuid}
          updatedAt={record.updated_at}
          run={record}
          samples={record.samples}
          timeZone={zone}
          onBeside={() => change({ beside: 'audit', tab: null })}
        />
      ),
    },
  ]
  // Leave out the tab that is shown beside the record.
  const own = common.filter(({ id }) => id !== search.get('beside'))
  const images: LowerTab[] =
    picked && record.status !== 'INIT' && may(attachmentCalls.search.needs)
      ? [
          {
            id: 'images',
            label: t('images.title'),
            content: (
              <Suspense fallback={<Progress label={t('parts.loading')} />}>
                <ImagesPanel record={record} picked={picked} />
              </Suspense>
            ),
          },
        ]
      : []
  const files: LowerTab[] = may(attachmentCalls.search.needs)
    ? [{ id: 'files', label: t('files.title'), content: <AnalysisFiles record={record} /> }]
    : []
  const tabs = [...before, ...images, ...own, ...files]
  const wanted = search.get('tab')
  const selected = tabs.find(({ id }) => id === wanted)?.id ?? tabs[0]?.id ?? ''
  return (
    <section
      className={styles.lower}
      // Keep the tab that a person works in when the run ends, and others come before it.
      onFocus={() =>
        record.status === 'RUNNING' && wanted !== selected && change({ tab: selected })
      }
    >
      <Tabs
        label={t('detail.more')}
        tabs={tabs}
        selected={selected}
        onSelect={(tab) => change({ tab })}
      />
    </section>
  )
}
