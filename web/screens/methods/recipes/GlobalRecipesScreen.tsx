import { useMemo, useState } from 'react'
import { globalRecipeCalls } from '../../../../domain/calls/global-recipes.ts'
import { publicationCalls } from '../../../../domain/calls/publications.ts'
import { type GlobalRecipe, globalRecipe } from '../../../../domain/entities/global-recipe.ts'
import { call } from '../../../client/call.ts'
import { makeMethodActs, methodRevert } from '../../../entities/method/method-acts.ts'
import { makeRecipeColumns, makeRecipeFacets } from '../../../entities/recipe/recipe-columns.tsx'
import { recipePanel } from '../../../entities/recipe/recipe-panel.tsx'
import { t } from '../../../i18n/intl.ts'
import { RecordPage } from '../../../record/RecordPage.tsx'
import { whyNotCall } from '../../../record/rights.ts'
import { askedRows, localRows, useRows } from '../../../record/use-rows.ts'
import { resyncRecords } from '../../../state/records.ts'
import { showToast } from '../../../state/toasts.ts'
import { type RecipeContent, RecipeForm } from './RecipeForm.tsx'
import { RequestList } from './requests/RequestList.tsx'

const recipeRows = localRows(globalRecipe)
const requestRows = askedRows(publicationCalls.search, {
  order: 'created_at ASC',
  body: { filters: { status: 'open' } },
})
const revert = methodRevert('global_recipe', globalRecipeCalls)
const noSwarms: ReadonlyMap<string, string> = new Map()
const none: never[] = []

/** List the recipes that the provider publishes for all companies, and requests of companies for more. */
export function GlobalRecipesScreen() {
  const [form, setForm] = useState<'new' | GlobalRecipe | null>(null)
  const list = useRows(recipeRows)
  const requests = useRows(requestRows)
  const columns = useMemo(
    () => makeRecipeColumns<GlobalRecipe>(noSwarms).filter(({ id }) => id !== 'swarm'),
    [],
  )
  const facets = useMemo(() => makeRecipeFacets<GlobalRecipe>(['active', 'archived']), [])
  const close = () => setForm(null)
  return (
    <RecordPage
      name="recipe"
      file="global-recipes"
      title={t('nav.globalRecipes')}
      list={list}
      columns={columns}
      facets={facets}
      firstSort="name"
      nameOf={({ name }) => name}
      primary={{
        label: t('methods.global.new'),
        icon: 'plus',
        disabledReason: whyNotCall(globalRecipeCalls.create),
        onPress: () => setForm('new'),
      }}
      empty={{
        area: 'globalRecipes',
        title: t('methods.global.emptyTitle'),
        text: t('methods.global.emptyText'),
      }}
      notices={<RequestList requests={requests} published={list.rows ?? none} />}
      revert={revert}
      panel={(recipe) => recipePanel('global_recipe', recipe, noSwarms)}
      actsOf={(recipe) =>
        makeMethodActs('global_recipe', globalRecipeCalls, recipe, {
          onEdit: () => setForm(recipe),
          onMigrate: close,
        })
      }
    >
      {form === 'new' && (
        <RecipeForm
          title={t('methods.global.new')}
          recipe={null}
          send={async (content, opId) => {
            done(await call(globalRecipeCalls.create, { body: content as RecipeContent }, { opId }))
          }}
          onClose={close}
        />
      )}
      {form !== null && form !== 'new' && (
        <RecipeForm
          title={t('methods.recipe.edit', { name: form.name })}
          recipe={form}
          send={async (content, opId) => {
            const body = { ...content, base: form.updated_at }
            done(await call(globalRecipeCalls.edit, { params: { id: form.uuid }, body }, { opId }))
          }}
          onClose={close}
        />
      )}
    </RecordPage>
  )
}

function done({ name }: { name: string }): void {
  resyncRecords()
  showToast('done', t('methods.done.saved', { name }))
}
