import { lazy, Suspense, useState } from 'react'
import type { Recipe } from '../../../domain/entities/recipe.ts'
import { formatNumber } from '../../i18n/format.ts'
import { t } from '../../i18n/intl.ts'
import { Notice } from '../../parts/notice/Notice.tsx'
import type { PanelFacts } from '../../record/RecordPanel.tsx'
import { localTime } from '../../state/local-time.ts'
import { FilesPart } from '../attachment/FilesPart.tsx'
import { methodFields } from '../method/method-fields.ts'
import { saySwarm } from '../method/say-swarm.ts'
import { sayTime } from '../process-recipe/process-recipe-columns.tsx'
import { FittedPicture } from '../process-recipe/ProgrammePicture.tsx'
import { sayPoints, sizeProcess } from '../process-recipe/size-process.ts'
import { Progress } from '../../parts/progress/Progress.tsx'
import styles from './RecipeVersions.module.css'
import { sayFigure, sayWithUnit } from './say-figure.ts'
import { type AnyRecipe, RecipeBadge, sayPlates, sayTargets } from './recipe-columns.tsx'

/** Fetched when it is first opened: it brings all words for settings along. */
const RecipeVersions = lazy(async () => ({
  default: (await import('./RecipeVersions.tsx')).RecipeVersions,
}))

/** Say what became of the newest request for publication, with the reason of a refusal. */
function PublicationNotice({ publication }: { publication: Recipe['publication'] }) {
  if (!publication) return null
  const { state, at, reason } = publication
  return (
    <Notice kind={state === 'refused' ? 'warning' : 'info'}>
      <span dir="auto">
        {t(`methods.publication.${state}`, { at: localTime(at) ?? '', reason })}
      </span>
    </Notice>
  )
}

/** Make what is shown of one recipe beside its list: its programme as a picture, what it looks for, and its history. */
export function recipePanel(
  kind: 'recipe' | 'global_recipe',
  recipe: AnyRecipe,
  names: ReadonlyMap<string, string>,
): PanelFacts {
  const size = sizeProcess(recipe.process)
  return {
    state: <RecipeBadge recipe={recipe} />,
    notice: 'publication' in recipe && <PublicationNotice publication={recipe.publication} />,
    facts: [
      [t('methods.version'), formatNumber(recipe.version)],
      ...('origin' in recipe && recipe.origin
        ? [
            [
              t('methods.origin'),
              t('methods.originOf', { version: formatNumber(recipe.origin.version) }),
            ] as const,
          ]
        : []),
      [t('methods.targets'), sayTargets(recipe)],
      [t('methods.plates'), sayPlates(recipe)],
      [t('methods.bkernel'), recipe.minimum_bkernel],
      [t('methods.cycles'), sayPoints(size?.cycles)],
      [t('methods.meltPoints'), sayPoints(size?.meltPoints)],
      [t('methods.time'), sayTime(recipe.process)],
      [t('methods.swarm'), saySwarm(recipe.swarm_uuid, names)],
      ...sayKeeper(recipe),
      [t('methods.changed'), localTime(recipe.updated_at)],
    ],
    more: (
      <>
        <FittedPicture label={t('methods.programme')} steps={recipe.process.steps} />
        {kind === 'recipe' && <VersionsPart recipe={recipe as Recipe} />}
      </>
    ),
    later: kind === 'recipe' && <FilesPart kind="recipe" uuid={recipe.uuid} />,
    history: {
      kind,
      say: sayStep,
      id: recipe.uuid,
      updatedAt: recipe.updated_at,
      fields: {
        name: { label: t('methods.name') },
        version: { label: t('methods.version') },
        minimum_bkernel: { label: t('methods.bkernel') },
        release: {
          label: t('versions.state'),
          show: (value) => sayRelease(value as Recipe['release']),
        },
        next: {
          label: t('versions.next'),
          show: (value) => sayNext(value as Recipe['next']),
        },
        figures: {
          label: t('versions.figures.title'),
          show: (value) => sayFigureNames(value as Recipe['figures']),
        },
        retired: { label: t('versions.state.retired'), show: () => t('record.yes') },
        publication_requested: {
          label: t('methods.requested'),
          show: (value) => t(value === 1 ? 'record.yes' : 'record.no'),
        },
        ...methodFields(names),
      },
    },
  }
}

const sayFigureNames = (figures: Recipe['figures']) =>
  (figures ?? []).map((one) => `${sayFigure(one)}: ${sayWithUnit(one.value, one)}`).join('; ')

/** Show the versions of a recipe, opened at once where one waits for a person. */
function VersionsPart({ recipe }: { recipe: Recipe }) {
  const [chosen, setChosen] = useState<boolean | null>(null)
  const { state = 'approved' } = recipe.next?.release ?? recipe.release ?? {}
  const isOpen = chosen ?? (recipe.next !== undefined || state !== 'approved')
  return (
    <details
      className={styles.versions}
      open={isOpen}
      onToggle={(event) => setChosen(event.currentTarget.open)}
    >
      <summary>{t('versions.title')}</summary>
      {isOpen && (
        <Suspense fallback={<Progress label={t('parts.loading')} />}>
          <RecipeVersions key={recipe.updated_at} recipe={recipe.uuid} />
        </Suspense>
      )}
    </details>
  )
}

const steps = [
  'send_version',
  'compare_version',
  'set_figure',
  'remove_figure',
  'withdraw_version',
  'approve_version',
  'ask_changes',
  'discard_version',
  'hand_over',
  'retire',
  'take_effect',
] as const

/** Say what a step in the life of a version was; null for what all records have. */
function sayStep(action: string): string | null {
  const step = steps.find((one) => action === `recipe.${one}`)
  return step ? t(`versions.did.${step}`) : null
}

/** Name the person to whom the version that people work on was handed over. */
function sayKeeper({ next, release }: Partial<Recipe>): [string, string][] {
  const { keeper, state } = next?.release ?? release ?? {}
  return keeper && state !== 'approved' ? [[t('versions.keeper'), keeper.user_name]] : []
}

const sayRelease = (release: Recipe['release']) =>
  release ? t(`versions.state.${release.state}`) : ''

const sayNext = (next: Recipe['next']) =>
  next ? t('versions.choice', { version: next.version, state: sayRelease(next.release) }) : ''
