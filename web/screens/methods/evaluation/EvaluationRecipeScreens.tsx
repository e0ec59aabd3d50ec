import { lazy, Suspense, useMemo, useState } from 'react'
import { evaluationRecipe } from '../../../../domain/entities/evaluation-recipe.ts'
import { processRecipe } from '../../../../domain/entities/process-recipe.ts'
import { swarm as swarmEntity } from '../../../../domain/entities/swarm.ts'
import { completeTexts } from '../../../i18n/catalogs.ts'
import { t } from '../../../i18n/intl.ts'
import { Button } from '../../../parts/button/Button.tsx'
import { EmptyState } from '../../../parts/empty/EmptyState.tsx'
import { areaIcons } from '../../../parts/icon/area-icons.ts'
import { Page } from '../../../parts/page/Page.tsx'
import { Progress } from '../../../parts/progress/Progress.tsx'
import { recordsReady } from '../../../state/records.ts'
import { account } from '../../../state/session.ts'
import { useRecord, useRecords } from '../../../state/use-records.ts'
import { useAddress } from '../../../use-address.ts'
import { firstEvaluation } from './draft/draft.ts'
import styles from './Evaluation.module.css'
import { type BenchVersions, EvaluationEditor } from './EvaluationEditor.tsx'

// Opened when a draft is to be proved; it brings the compute core and the charts.
const MethodBench = lazy(async () => {
  const [bench] = await Promise.all([
    import('../bench/MethodBench.tsx'),
    completeTexts('bench'),
    completeTexts('analysis'),
  ])
  return { default: bench.MethodBench }
})

/** Show `/recipe-evaluation-new`: an empty evaluation, one of the thermal profile that is named, or the draft that was left. */
export function NewEvaluationRecipeScreen() {
  const swarms = useRecords(swarmEntity) ?? none
  const measured = useRecord(processRecipe, useAddress().search.get('process'))
  const first = useMemo(() => (measured ? firstEvaluation(measured) : null), [measured])
  const who = account.value?.uuid
  return who ? (
    <EvaluationEditor
      key={who}
      who={who}
      record={null}
      first={first}
      swarms={swarms}
      bench={BenchOfDraft}
    />
  ) : null
}

/** Show `/recipe-evaluation/{uuid}`: an evaluation to edit, or to read where it cannot be edited. */
export function EvaluationRecipeScreen({ params }: { params: Record<string, string | undefined> }) {
  const uuid = params['uuid'] ?? ''
  const record = useRecord(evaluationRecipe, uuid || null)
  const swarms = useRecords(swarmEntity) ?? none
  const who = account.value?.uuid
  if (!who) return null
  if (record === undefined || (record === null && !recordsReady.value)) {
    return <Progress label={t('parts.loading')} />
  }
  if (record) {
    return (
      <EvaluationEditor key={uuid} who={who} record={record} swarms={swarms} bench={BenchOfDraft} />
    )
  }
  return (
    <Page title={t('evaluation.title')}>
      <EmptyState icon={areaIcons.evaluationRecipes} title={t('evaluation.gone')}>
        {t('evaluation.goneText')}
      </EmptyState>
    </Page>
  )
}

const none: never[] = []

/** Offer the test bench below the editor: the effect of the draft on runs of the company. */
function BenchOfDraft({ draft, ...versions }: BenchVersions) {
  const [isOpen, setOpen] = useState(false)
  if (!isOpen || !draft) {
    return (
      <section className={styles.bench} aria-label={t('evaluation.bench')}>
        <h2>{t('evaluation.bench')}</h2>
        <p className={styles.quiet}>
          {t(versions.inForce ? 'evaluation.benchHint' : 'evaluation.benchHintNew')}
        </p>
        <Button
          icon="curve"
          disabledReason={draft ? null : t('evaluation.benchNot')}
          onClick={() => setOpen(true)}
        >
          {t('evaluation.benchOpen')}
        </Button>
      </section>
    )
  }
  return (
    <Suspense fallback={<Progress label={t('parts.loading')} />}>
      <MethodBench {...versions} draft={draft} />
    </Suspense>
  )
}
