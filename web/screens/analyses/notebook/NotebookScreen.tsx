import { Link } from 'wouter'
import { analysis as analysisEntity } from '../../../../domain/entities/analysis.ts'
import type { Analysis } from '../../../../domain/entities/analysis.ts'
import { t } from '../../../i18n/intl.ts'
import { Page } from '../../../parts/page/Page.tsx'
import { Progress } from '../../../parts/progress/Progress.tsx'
import card from '../../../parts/card/Card.module.css'
import { paths } from '../../../paths.ts'
import { usePageName } from '../../../state/page-name.ts'
import { recordsReady } from '../../../state/records.ts'
import { useRecord } from '../../../state/use-records.ts'
import { NotebookPanel } from '../detail/NotebookPanel.tsx'
import { useRefusal } from '../detail/use-refusal.ts'
import { AnalysisStatusBadge } from '../shared/AnalysisStatusBadge.tsx'
import { MissingAnalysis } from '../shared/MissingAnalysis.tsx'

/** Show the notes of one analysis on a page of their own (spec §2 `/analyses/notebook/{uuid}`). */
export function NotebookScreen({ params }: { params: Record<string, string | undefined> }) {
  const uuid = params['uuid'] ?? ''
  const record = useRecord(analysisEntity, uuid || null)
  if (record === undefined || (record === null && !recordsReady.value)) {
    return <Progress label={t('parts.loading')} />
  }
  if (record === null) return <MissingAnalysis />
  return <Notebook key={record.uuid} record={record} />
}

function Notebook({ record }: { record: Analysis }) {
  const refuse = useRefusal(record, { withoutService: true })
  usePageName(record.name)
  return (
    <Page
      title={t('notebook.pageTitle', { name: record.name })}
      state={<AnalysisStatusBadge status={record.status} />}
    >
      <p>
        <Link href={paths.analysis(record.uuid)}>{t('notebook.toAnalysis')}</Link>
      </p>
      <section className={card.card}>
        <NotebookPanel record={record} refusal={refuse('annotate')} />
      </section>
    </Page>
  )
}
