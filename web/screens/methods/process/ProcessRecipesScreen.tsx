import { useMemo, useState } from 'react'
import { useLocation } from 'wouter'
import { processRecipeCalls } from '../../../../domain/calls/process-recipes.ts'
import { type ProcessRecipe, processRecipe } from '../../../../domain/entities/process-recipe.ts'
import { swarm as swarmEntity } from '../../../../domain/entities/swarm.ts'
import { makeMethodActs, methodRevert } from '../../../entities/method/method-acts.ts'
import { MigrateForm } from '../../../entities/method/MigrateForm.tsx'
import {
  makeProcessColumns,
  makeProcessFacets,
} from '../../../entities/process-recipe/process-recipe-columns.tsx'
import { processPanel } from '../../../entities/process-recipe/process-recipe-panel.tsx'
import { seesWavelength } from '../../../entities/process-recipe/seen-wavelengths.ts'
import { t } from '../../../i18n/intl.ts'
import { Button } from '../../../parts/button/Button.tsx'
import { paths } from '../../../paths.ts'
import { RecordPage } from '../../../record/RecordPage.tsx'
import { whyNotCall } from '../../../record/rights.ts'
import { localRows, useRows } from '../../../record/use-rows.ts'
import { account } from '../../../state/session.ts'
import { useNextSteps, withNext } from '../use-next-step.ts'

const recipeRows = localRows(processRecipe)
const swarmRows = localRows(swarmEntity)
const revert = methodRevert('process_recipe', processRecipeCalls)

/** List the thermal programmes of the company: one of them beside the list as a picture, with its actions. */
export function ProcessRecipesScreen() {
  const [, go] = useLocation()
  const [moved, setMoved] = useState<ProcessRecipe | null>(null)
  const list = useRows(recipeRows)
  const { rows: swarms = none } = useRows(swarmRows)
  const next = useNextSteps('process')
  const columns = useMemo(() => makeProcessColumns(swarms, seesWavelength), [swarms])
  const facets = useMemo(() => makeProcessFacets(swarms), [swarms])
  if (!account.value) return null
  const why = whyNotCall(processRecipeCalls.create)
  const create = () => go(paths.newProcessRecipe())
  return (
    <RecordPage
      name="recipe"
      file="process-recipes"
      title={t('nav.processRecipes')}
      list={list}
      columns={columns}
      facets={facets}
      firstSort="name"
      nameOf={({ name }) => name}
      primary={{
        label: t('methods.process.new'),
        icon: 'plus',
        disabledReason: why,
        onPress: create,
      }}
      empty={{
        area: 'processRecipes',
        title: t('methods.process.emptyTitle'),
        text: t('methods.process.emptyText'),
        action: (
          <Button icon="plus" disabledReason={why} onClick={create}>
            {t('methods.process.new')}
          </Button>
        ),
      }}
      revert={revert}
      panel={(recipe) => processPanel(recipe, swarms, seesWavelength)}
      actsOf={(recipe) =>
        withNext(
          makeMethodActs('process_recipe', processRecipeCalls, recipe, {
            onEdit: () => go(paths.processRecipe(recipe.uuid)),
            onMigrate: () => setMoved(recipe),
          }),
          recipe.archived === 0 ? next(recipe) : [],
        )
      }
    >
      {moved && (
        <MigrateForm
          row={processRecipeCalls.migrate}
          record={moved}
          swarms={swarms}
          onClose={() => setMoved(null)}
        />
      )}
    </RecordPage>
  )
}

const none: never[] = []
