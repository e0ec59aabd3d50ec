import { evaluationRecipe } from '../../../../domain/entities/evaluation-recipe.ts'
import { swarm as swarmEntity } from '../../../../domain/entities/swarm.ts'
import { t } from '../../../i18n/intl.ts'
import { EmptyState } from '../../../parts/empty/EmptyState.tsx'
import { Page } from '../../../parts/page/Page.tsx'
import { Progress } from '../../../parts/progress/Progress.tsx'
import { recordsReady } from '../../../state/records.ts'
import { account } from '../../../state/session.ts'
import { useRecord, useRecords } from '../../../state/use-records.ts'
import { EvaluationEditor } from './EvaluationEditor.tsx'

/** The address `/recipe-evaluation-new`: an evaluation from nothing, or as it was left. */
export function NewEvaluationRecipeScreen() {
  const swarms = useRecords(swarmEntity) ?? none
  const who = account.value?.uuid
  return who ? <EvaluationEditor key={who} who={who} record={null} swarms={swarms} /> : null
}

/** The address `/recipe-evaluation/{uuid}`: an evaluation to be changed, or to be looked at where it cannot be. */
export function EvaluationRecipeScreen({ params }: { params: Record<string, string | undefined> }) {
  const uuid = params['uuid'] ?? ''
  const record = useRecord(evaluationRecipe, uuid || null)
  const swarms = useRecords(swarmEntity) ?? none
  const who = account.value?.uuid
  if (!who) return null
  if (record === undefined || (record === null && !recordsReady.value)) {
    return <Progress label={t('parts.loading')} />
  }
  if (record) return <EvaluationEditor key={uuid} who={who} record={record} swarms={swarms} />
  return (
    <Page title={t('evaluation.title')}>
      <EmptyState icon="curve" title={t('evaluation.gone')}>
        {t('evaluation.goneText')}
      </EmptyState>
    </Page>
  )
}

const none: never[] = []
