import { displayName } from '../../../domain/catalog/wavelengths.ts'
import { methodState } from '../../../domain/actions/method.ts'
import { versionStates } from '../../../domain/actions/recipe-version.ts'
import type { GlobalRecipe } from '../../../domain/entities/global-recipe.ts'
import type { Recipe } from '../../../domain/entities/recipe.ts'
import { versionState } from '../../../domain/rules/recipe-version.ts'
import { t } from '../../i18n/intl.ts'
import { Badge } from '../../parts/badge/Badge.tsx'
import { sayPlate } from '../../parts/plate/say-plate.ts'
import type { Column } from '../../parts/table/column.ts'
import type { Facet } from '../../record/facets.ts'
import { ArchivedBadge } from '../method/ArchivedBadge.tsx'
import { sayTime } from '../process-recipe/process-recipe-columns.tsx'
import { makeMethodColumns } from '../method/method-columns.tsx'
import { VersionBadge } from './VersionBadge.tsx'

/** A recipe of the company, or one that the provider publishes. */
export type AnyRecipe = Recipe | GlobalRecipe

/** Make the columns of a list of recipes. @param names of swarms, by their ids. */
export function makeRecipeColumns<Row extends AnyRecipe>(
  names: ReadonlyMap<string, string>,
): Column<Row>[] {
  return makeMethodColumns<Row>(
    { swarms: names, badge: (recipe) => <RecipeBadge recipe={recipe} />, nameWidth: 260 },
    [
      { id: 'targets', header: t('methods.targets'), value: sayTargets, width: 240 },
      {
        id: 'time',
        header: t('methods.time'),
        value: ({ process }) => sayTime(process),
        width: 120,
      },
      { id: 'plates', header: t('methods.plates'), value: sayPlates, width: 150 },
    ],
  )
}

/** Show what is out of the ordinary: archived, a version that is not in force, a request for publication and what became of it. */
export function RecipeBadge({ recipe }: { recipe: AnyRecipe }) {
  const state = methodState(recipe)
  if (state === 'retired') return <VersionBadge state="retired" />
  if (state === 'archived') return <ArchivedBadge />
  const version = stateOfVersion(recipe)
  return (
    <>
      {version !== 'effective' && <VersionBadge state={version} />}
      <PublicationBadge recipe={recipe} />
    </>
  )
}

/** Show what became of a request for publication; nothing for a recipe without one. */
function PublicationBadge({ recipe }: { recipe: AnyRecipe }) {
  if (methodState(recipe) === 'requested') {
    return (
      <Badge shape="half" tone="info">
        {t('methods.requested')}
      </Badge>
    )
  }
  const decision = 'publication' in recipe ? recipe.publication?.state : undefined
  if (decision === 'published') {
    return (
      <Badge shape="disc" tone="accent">
        {t('methods.published')}
      </Badge>
    )
  }
  if (decision !== 'refused') return null
  return (
    <Badge shape="triangle" tone="warning">
      {t('methods.publicationRefused')}
    </Badge>
  )
}

/** Return the state of the version that people work on; one of the provider's is in force. */
const stateOfVersion = (recipe: AnyRecipe) =>
  isOwn(recipe) ? versionState(recipe, new Date().toISOString()) : 'effective'

const isOwn = (recipe: AnyRecipe): recipe is Recipe => 'release' in recipe || 'next' in recipe

/** Make the facet by which versions in review are found. */
export const versionFacet = (): Facet<Recipe> => ({
  id: 'version',
  label: t('versions.state'),
  valueOf: (recipe) => versionState(recipe, new Date().toISOString()),
  choices: versionStates.map((value) => ({ value, label: t(`versions.state.${value}`) })),
})

/** Write the targets of a recipe, each with the channel that it is read in. */
export const sayTargets = ({ evaluation }: Pick<AnyRecipe, 'evaluation'>): string =>
  evaluation.targets.map(({ name, channel }) => `${name} (${displayName(channel)})`).join(', ')

/** Write the plates that a recipe can be run on. */
export const sayPlates = ({ cartridge_types }: Pick<AnyRecipe, 'cartridge_types'>): string =>
  cartridge_types.map(sayPlate).join(', ')

/** Make what a list of recipes can be narrowed down to. */
export function makeRecipeFacets<Row extends AnyRecipe>(
  states: readonly ('active' | 'requested' | 'archived')[],
): Facet<Row>[] {
  return [
    {
      id: 'state',
      label: t('methods.state'),
      valueOf: (row) => (methodState(row) === 'retired' ? 'archived' : methodState(row)),
      choices: states.map((value) => ({ value, label: t(`methods.${value}`) })),
    },
  ]
}
