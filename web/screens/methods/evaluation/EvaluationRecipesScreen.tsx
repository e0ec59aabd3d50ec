import { useMemo, useState } from 'react'
import { useLocation } from 'wouter'
import { evaluationRecipeCalls } from '../../../../domain/calls/evaluation-recipes.ts'
import {
  type EvaluationRecipe,
  evaluationRecipe,
} from '../../../../domain/entities/evaluation-recipe.ts'
import { swarm as swarmEntity } from '../../../../domain/entities/swarm.ts'
import { makeMethodActs, methodRevert } from '../../../entities/method/method-acts.ts'
import { MigrateForm } from '../../../entities/method/MigrateForm.tsx'
import {
  makeEvaluationColumns,
  makeEvaluationFacets,
} from '../../../entities/evaluation-recipe/evaluation-columns.tsx'
import { evaluationPanel } from '../../../entities/evaluation-recipe/evaluation-panel.tsx'
import { t } from '../../../i18n/intl.ts'
import { Button } from '../../../parts/button/Button.tsx'
import { paths } from '../../../paths.ts'
import { RecordPage } from '../../../record/RecordPage.tsx'
import { whyNotCall } from '../../../record/rights.ts'
import { localRows, useRows } from '../../../record/use-rows.ts'
import { account } from '../../../state/session.ts'
import { useNextSteps, withNext } from '../use-next-step.ts'

const recipeRows = localRows(evaluationRecipe)
const swarmRows = localRows(swarmEntity)
const revert = methodRevert('evaluation_recipe', evaluationRecipeCalls)

/** List the evaluations of the company: one of them beside the list in sentences, with its actions. */
export function EvaluationRecipesScreen() {
  const [, go] = useLocation()
  const [moved, setMoved] = useState<EvaluationRecipe | null>(null)
  const list = useRows(recipeRows)
  const { rows: swarms = none } = useRows(swarmRows)
  const next = useNextSteps('evaluation')
  const columns = useMemo(() => makeEvaluationColumns(swarms), [swarms])
  const facets = useMemo(() => makeEvaluationFacets(swarms), [swarms])
  if (!account.value) return null
  const why = whyNotCall(evaluationRecipeCalls.create)
  const create = () => go(paths.newEvaluationRecipe())
  return (
    <RecordPage
      name="recipe"
      file="evaluation-recipes"
      title={t('nav.evaluationRecipes')}
      list={list}
      columns={columns}
      facets={facets}
      firstSort="name"
      nameOf={({ name }) => name}
      primary={{
        label: t('evaluation.new'),
        icon: 'plus',
        disabledReason: why,
        onPress: create,
      }}
      empty={{
        area: 'evaluationRecipes',
        title: t('evaluation.emptyTitle'),
        text: t('evaluation.emptyText'),
        action: (
          <Button icon="plus" disabledReason={why} onClick={create}>
            {t('evaluation.new')}
          </Button>
        ),
      }}
      revert={revert}
      panel={(recipe) => evaluationPanel(recipe, swarms)}
      actsOf={(recipe) =>
        withNext(
          makeMethodActs('evaluation_recipe', evaluationRecipeCalls, recipe, {
            onEdit: () => go(paths.evaluationRecipe(recipe.uuid)),
            onMigrate: () => setMoved(recipe),
          }),
          recipe.archived === 0 ? next(recipe) : [],
        )
      }
    >
      {moved && (
        <MigrateForm
          row={evaluationRecipeCalls.migrate}
          record={moved}
          swarms={swarms}
          onClose={() => setMoved(null)}
        />
      )}
    </RecordPage>
  )
}

const none: never[] = []
