import { analysis as analysisEntity } from '../../../../domain/entities/analysis.ts'
import { t } from '../../../i18n/intl.ts'
import { Progress } from '../../../parts/progress/Progress.tsx'
import { recordsReady } from '../../../state/records.ts'
import { useRecord } from '../../../state/use-records.ts'
import { AnalysisPage } from './AnalysisPage.tsx'
import { ReviewBar } from './review/ReviewBar.tsx'
import { MissingAnalysis } from '../shared/MissingAnalysis.tsx'

/** Show one analysis through its whole life: prepared, running, over, validated; in a reviewer's round with its bar. */
export function AnalysisScreen({ params }: { params: Record<string, string | undefined> }) {
  const uuid = params['uuid'] ?? ''
  return (
    <>
      <ReviewBar uuid={uuid} />
      <OneAnalysis uuid={uuid} />
    </>
  )
}

function OneAnalysis({ uuid }: { uuid: string }) {
  const record = useRecord(analysisEntity, uuid || null)
  if (record === undefined || (record === null && !recordsReady.value)) {
    return <Progress label={t('parts.loading')} />
  }
  if (record === null) return <MissingAnalysis />
  // Show the last one no longer while the next one is read.
  if (record.uuid !== uuid) return <Progress label={t('parts.loading')} />
  return <AnalysisPage key={record.uuid} record={record} />
}
