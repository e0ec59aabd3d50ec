import { lazy, Suspense, useMemo, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { recipeCalls } from '../../../../domain/calls/recipes.ts'
import { globalRecipe } from '../../../../domain/entities/global-recipe.ts'
import { type Recipe, recipe as recipeEntity } from '../../../../domain/entities/recipe.ts'
import { type Swarm, swarm as swarmEntity } from '../../../../domain/entities/swarm.ts'
import {
  figuredVersion,
  openVersion,
  withOpenVersion,
} from '../../../../domain/rules/recipe-version.ts'
import { call } from '../../../client/call.ts'
import { methodRevert } from '../../../entities/method/method-acts.ts'
import { makeSwarmFacets } from '../../../entities/method/method-columns.tsx'
import { MigrateForm } from '../../../entities/method/MigrateForm.tsx'
import { nameSwarms } from '../../../entities/method/say-swarm.ts'
import { makeRecipeActs } from '../../../entities/recipe/recipe-acts.ts'
import {
  makeRecipeColumns,
  makeRecipeFacets,
  versionFacet,
} from '../../../entities/recipe/recipe-columns.tsx'
import { recipePanel } from '../../../entities/recipe/recipe-panel.tsx'
import { t } from '../../../i18n/intl.ts'
import { Button } from '../../../parts/button/Button.tsx'
import { Notice } from '../../../parts/notice/Notice.tsx'
import { paths } from '../../../paths.ts'
import { RecordPage } from '../../../record/RecordPage.tsx'
import { whyNotCall } from '../../../record/rights.ts'
import { localRows, useRows } from '../../../record/use-rows.ts'
import { minute } from '../../../state/clock.ts'
import { resyncRecords } from '../../../state/records.ts'
import { showToast } from '../../../state/toasts.ts'
import { useOwnCompany } from '../../../state/use-own-company.ts'
import { useRecords } from '../../../state/use-records.ts'
import { useAddress } from '../../../use-address.ts'
import { AdoptForm } from './offers/AdoptForm.tsx'
import { OfferList } from './offers/OfferList.tsx'
import { DecisionNotices } from './DecisionNotices.tsx'
import { type RecipeContent, RecipeForm } from './RecipeForm.tsx'
import { ReviewSwitch } from './ReviewSwitch.tsx'

/** Fetched when they are first opened, with the words for all settings. */
const SendVersionDialog = lazy(async () => ({
  default: (await import('./SendVersionDialog.tsx')).SendVersionDialog,
}))
const FiguresDialog = lazy(async () => ({
  default: (await import('./FiguresDialog.tsx')).FiguresDialog,
}))
const ApproveVersionDialog = lazy(async () => ({
  default: (await import('./ApproveVersionDialog.tsx')).ApproveVersionDialog,
}))

const recipeRows = localRows(recipeEntity)
const swarmRows = localRows(swarmEntity)
const revert = methodRevert('recipe', recipeCalls)

/** Show the address `/recipes`: programme and evaluation together, which protocols and plans are made with. */
export const RecipesScreen = () => <Recipes form={null} />

/** Show the address `/recipe`: the list with the form of a new recipe. */
export const NewRecipeScreen = () => <Recipes form="new" />

/** Show `/recipe/{uuid}`, the target of links to a recipe (PERM-052): the list with the form of this one. */
export function EditRecipeScreen({ params }: { params: Record<string, string | undefined> }) {
  return <Recipes form={params['uuid'] ?? ''} />
}

/** @param props.form null, `new`, or the recipe that is changed. */
function Recipes({ form }: { form: string | null }) {
  const [, go] = useLocation()
  const [moved, setMoved] = useState<Recipe | null>(null)
  const list = useRows(recipeRows)
  const { rows: swarms = none } = useRows(swarmRows)
  const names = useMemo(() => nameSwarms(swarms), [swarms])
  const columns = useMemo(() => makeRecipeColumns<Recipe>(names), [names])
  const steps = useVersionSteps(list.rows)
  const own = useOwnCompany()
  const isReviewed = own?.recipe_review === 'Y'
  const facets = useMemo(() => listFacets(isReviewed, swarms), [isReviewed, swarms])
  const why = whyNotCall(recipeCalls.create)
  const edited = list.rows?.find(({ uuid }) => uuid === form)
  const create = () => go(paths.newRecipe())
  return (
    <RecordPage
      name="recipe"
      file="recipes"
      title={t('nav.recipes')}
      list={list}
      columns={columns}
      facets={facets}
      firstSort="name"
      nameOf={({ name }) => name}
      primary={{
        label: t('methods.recipe.new'),
        icon: 'plus',
        disabledReason: why,
        onPress: create,
      }}
      menu={<AdoptButton />}
      notices={
        <>
          {form !== null && form !== 'new' && list.isWhole && !edited && (
            <Notice kind="warning">{t('methods.recipe.gone')}</Notice>
          )}
          {own && <ReviewSwitch company={own} />}
          <DecisionNotices recipes={list.rows ?? none} />
          <OfferList recipes={list.rows ?? none} />
        </>
      }
      empty={{
        area: 'recipes',
        title: t('methods.recipe.emptyTitle'),
        text: t('methods.recipe.emptyText'),
        action: (
          <Button icon="plus" disabledReason={why} onClick={create}>
            {t('methods.recipe.new')}
          </Button>
        ),
      }}
      revert={revert}
      panel={(recipe) => recipePanel('recipe', recipe, names)}
      actsOf={(recipe) =>
        makeRecipeActs(recipe, {
          isReviewed,
          onEdit: () => go(paths.recipe(recipe.uuid)),
          onMigrate: () => setMoved(recipe),
          onPlan: () => go(paths.planOf(recipe.uuid)),
          onProtocol: () => go(paths.newProtocol(recipe.uuid)),
          onSend: () => steps.begin(recipe, 'send'),
          onApprove: () => steps.begin(recipe, 'approve'),
          onFigures: () => steps.begin(recipe, 'figures'),
        })
      }
    >
      {form === 'new' && <NewForm />}
      {edited && <EditForm key={edited.uuid} opened={edited} />}
      {steps.dialog}
      {moved && (
        <MigrateForm
          row={recipeCalls.migrate}
          record={moved}
          swarms={swarms}
          onClose={() => setMoved(null)}
        />
      )}
    </RecordPage>
  )
}

/** Open the form that makes a recipe from one of the provider's. */
function AdoptButton() {
  const published = useRecords(globalRecipe) ?? none
  const offered = published.filter(({ archived }) => archived === 0)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        icon="globe"
        disabledReason={
          whyNotCall(recipeCalls.adopt) ?? (offered.length > 0 ? null : t('methods.adopt.none'))
        }
        onClick={() => setOpen(true)}
      >
        {t('methods.adopt.button')}
      </Button>
      {isOpen && <AdoptForm offered={offered} onClose={() => setOpen(false)} />}
    </>
  )
}

/** Make a recipe, and show it in the list: its panel leads on to a protocol or a plan. */
function NewForm() {
  const [, go] = useLocation()
  const { search } = useAddress()
  const made = useRef<string | null>(null)
  return (
    <RecipeForm
      title={t('methods.recipe.new')}
      recipe={null}
      halves={{ process: search.get('process'), evaluation: search.get('evaluation') }}
      send={async (content, opId) => {
        const body = { ...(content as RecipeContent), swarm_uuid: null }
        const recipe = await call(recipeCalls.create, { body }, { opId })
        made.current = recipe.uuid
        done(recipe)
      }}
      onClose={() => go(made.current ? paths.recipes(made.current) : paths.recipes())}
    />
  )
}

/** Edit a recipe as it was opened, and show it in the list, where a draft is sent to review: another person's change removes nothing that was typed, and is reported when this is sent. */
function EditForm({ opened }: { opened: Recipe }) {
  const [, go] = useLocation()
  const [recipe] = useState(opened)
  return (
    <RecipeForm
      title={t('methods.recipe.edit', { name: recipe.name })}
      recipe={withOpenVersion(recipe, new Date(minute.value).toISOString())}
      send={async (content, opId) => {
        const body = { ...content, base: recipe.updated_at }
        done(await call(recipeCalls.edit, { params: { id: recipe.uuid }, body }, { opId }))
      }}
      onClose={() => go(paths.recipes(recipe.uuid))}
    />
  )
}

/** List what narrows the recipes down: in a company with review also the state of the version that people work on. */
function listFacets(isReviewed: boolean, swarms: readonly Swarm[]) {
  const facets = [
    ...makeRecipeFacets<Recipe>(['active', 'requested', 'archived']),
    ...makeSwarmFacets(swarms),
  ]
  return isReviewed ? [...facets, versionFacet()] : facets
}

const stepDialogs = {
  send: SendVersionDialog,
  approve: ApproveVersionDialog,
  figures: FiguresDialog,
} as const
type StepName = keyof typeof stepDialogs

/** Open the dialogs of the steps of a version: draw `dialog` once. */
function useVersionSteps(rows: readonly Recipe[] | undefined) {
  const [step, setStep] = useState<{ uuid: string; name: StepName } | null>(null)
  const recipe = rows?.find(({ uuid }) => uuid === step?.uuid)
  const at = new Date(minute.value).toISOString()
  const openOf = step?.name === 'figures' ? figuredVersion : openVersion
  const open = recipe && openOf(recipe, at)
  const Dialog = stepDialogs[step?.name ?? 'approve']
  return {
    begin: ({ uuid }: Recipe, name: StepName) => setStep({ uuid, name }),
    dialog: recipe && open && (
      <Suspense>
        <Dialog recipe={recipe} open={open} onClose={() => setStep(null)} />
      </Suspense>
    ),
  }
}

function done(recipe: Recipe): void {
  const { name } = recipe
  const open = openVersion(recipe, new Date().toISOString())
  resyncRecords()
  showToast(
    'done',
    open
      ? t('versions.done.draft', { name, version: open.version })
      : t('methods.done.saved', { name }),
  )
}

const none: never[] = []
