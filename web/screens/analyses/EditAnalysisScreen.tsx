import { Redirect } from 'wouter'
import { analysis as analysisEntity } from '../../../domain/entities/analysis.ts'
import { t } from '../../i18n/intl.ts'
import { Progress } from '../../parts/progress/Progress.tsx'
import { paths } from '../../paths.ts'
import { recordsReady } from '../../state/records.ts'
import { useRecord } from '../../state/use-records.ts'
import { MissingAnalysis } from './shared/MissingAnalysis.tsx'
import { NewAnalysisScreen } from './wizard/NewAnalysisScreen.tsx'

/** Show the address `/analyses/{uuid}`: the plan of an unlaunched run, or the page of any other (spec §2). */
export function EditAnalysisScreen({ params }: { params: Record<string, string | undefined> }) {
  const uuid = params['uuid'] ?? ''
  const record = useRecord(analysisEntity, uuid || null)
  if (record === undefined || (record === null && !recordsReady.value)) {
    return <Progress label={t('parts.loading')} />
  }
  if (record === null) return <MissingAnalysis />
  if (record.status === 'INIT') return <NewAnalysisScreen params={params} />
  return <Redirect to={paths.analysis(uuid)} replace />
}
