import { useMemo } from 'react'
import { evaluationRecipe } from '../../../../domain/entities/evaluation-recipe.ts'
import { processRecipe } from '../../../../domain/entities/process-recipe.ts'
import { swarm as swarmEntity } from '../../../../domain/entities/swarm.ts'
import { t } from '../../../i18n/intl.ts'
import { EmptyState } from '../../../parts/empty/EmptyState.tsx'
import { areaIcons } from '../../../parts/icon/area-icons.ts'
import { Page } from '../../../parts/page/Page.tsx'
import { Progress } from '../../../parts/progress/Progress.tsx'
import { recordsReady } from '../../../state/records.ts'
import { account } from '../../../state/session.ts'
import { useRecord, useRecords } from '../../../state/use-records.ts'
import { useAddress } from '../../../use-address.ts'
import { firstProcess } from './draft/draft.ts'
import { ProcessEditor } from './ProcessEditor.tsx'

/** Show `/recipe-process-new`: an empty programme, one for the evaluation that is named, or the draft that was left. */
export function NewProcessRecipeScreen() {
  const swarms = useRecords(swarmEntity) ?? none
  const read = useRecord(evaluationRecipe, useAddress().search.get('evaluation'))
  const first = useMemo(() => (read ? firstProcess(read) : null), [read])
  const who = account.value?.uuid
  return who ? (
    <ProcessEditor key={who} who={who} record={null} first={first} swarms={swarms} />
  ) : null
}

/** Show `/recipe-process/{uuid}`: a programme to edit, or to read where it cannot be edited. */
export function ProcessRecipeScreen({ params }: { params: Record<string, string | undefined> }) {
  const uuid = params['uuid'] ?? ''
  const record = useRecord(processRecipe, uuid || null)
  const swarms = useRecords(swarmEntity) ?? none
  const who = account.value?.uuid
  if (!who) return null
  if (record === undefined || (record === null && !recordsReady.value)) {
    return <Progress label={t('parts.loading')} />
  }
  if (record) return <ProcessEditor key={uuid} who={who} record={record} swarms={swarms} />
  return (
    <Page title={t('methods.process.title')}>
      <EmptyState icon={areaIcons.processRecipes} title={t('methods.process.gone')}>
        {t('methods.process.goneText')}
      </EmptyState>
    </Page>
  )
}

const none: never[] = []
