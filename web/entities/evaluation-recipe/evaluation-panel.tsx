import type { Evaluation, EvaluationRecipe } from '../../../domain/entities/evaluation-recipe.ts'
import type { Swarm } from '../../../domain/entities/swarm.ts'
import { formatNumber } from '../../i18n/format.ts'
import { t } from '../../i18n/intl.ts'
import type { PanelFacts } from '../../record/RecordPanel.tsx'
import { localTime } from '../../state/local-time.ts'
import { ArchivedBadge } from '../method/ArchivedBadge.tsx'
import { methodFields } from '../method/method-fields.ts'
import { nameSwarms, saySwarm } from '../method/say-swarm.ts'
import { sayChannels } from './evaluation-columns.tsx'
import styles from './EvaluationText.module.css'
import { findDifferences } from './find-differences.ts'
import { runTopics, sayRun, sayTarget, targetTopics } from './say-evaluation.ts'

/** Make what is shown of one evaluation recipe beside its list: all of it in sentences, facts and history. */
export function evaluationPanel(recipe: EvaluationRecipe, swarms: readonly Swarm[]): PanelFacts {
  const names = nameSwarms(swarms)
  return {
    state: recipe.archived === 1 && <ArchivedBadge />,
    facts: [
      [t('methods.version'), formatNumber(recipe.version)],
      [t('methods.channels'), sayChannels(recipe)],
      [t('methods.swarm'), saySwarm(recipe.swarm_uuid, names)],
      [t('methods.changed'), localTime(recipe.updated_at)],
    ],
    more: <EvaluationText evaluation={recipe.evaluation} />,
    history: {
      kind: 'evaluation_recipe',
      id: recipe.uuid,
      updatedAt: recipe.updated_at,
      fields: {
        name: { label: t('methods.name') },
        version: { label: t('methods.version') },
        evaluation: { label: t('evaluation.evaluation'), differ: sayChanged },
        ...methodFields(names),
      },
    },
  }
}

/** Say what a change of an evaluation has moved: `N1: Threshold: 0.1 → 0.12`. */
function sayChanged(earlier: unknown, later: unknown): string[] {
  return findDifferences(earlier as Evaluation, later as Evaluation).map(
    ({ what: field, before, after }) => t('record.changed', { field, before, after }),
  )
}

/** Write an evaluation as a text: a paragraph for each target, and one for the run. */
export function EvaluationText({ evaluation }: { evaluation: Evaluation }) {
  const { kind } = evaluation.assay ?? { kind: 'pcr' as const }
  return (
    <div className={styles.text}>
      {evaluation.targets.map((target) => (
        <section key={target.name}>
          <h3>{target.name}</h3>
          <p>{targetTopics.map((topic) => sayTarget(target, topic, kind)).join(' ')}</p>
        </section>
      ))}
      <section>
        <h3>{t('evaluation.wholeRun')}</h3>
        <p>{runTopics.map((topic) => sayRun(evaluation, topic)).join(' ')}</p>
      </section>
    </div>
  )
}
