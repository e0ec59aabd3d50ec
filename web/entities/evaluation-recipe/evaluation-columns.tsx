import { displayName } from '../../../domain/catalog/wavelengths.ts'
import type { EvaluationRecipe } from '../../../domain/entities/evaluation-recipe.ts'
import type { Swarm } from '../../../domain/entities/swarm.ts'
import { t } from '../../i18n/intl.ts'
import type { Column } from '../../parts/table/column.ts'
import type { Facet } from '../../record/facets.ts'
import { makeArchivedFacet, makeMethodColumns, makeSwarmFacets } from '../method/method-columns.tsx'
import { nameSwarms } from '../method/say-swarm.ts'
import { sayAssay, sayList, sayQuantity } from './say-values.ts'

/** Write the targets of an evaluation by name. */
function sayTargets({ evaluation }: Pick<EvaluationRecipe, 'evaluation'>): string {
  return sayList(evaluation.targets.map(({ name }) => name))
}

/** Write the channels that an evaluation reads, each once. */
export function sayChannels({ evaluation }: Pick<EvaluationRecipe, 'evaluation'>): string {
  const channels = new Set(evaluation.targets.map(({ channel }) => channel))
  return sayList([...channels].map(displayName))
}

/** Make the columns of a list of evaluation recipes. */
export function makeEvaluationColumns(swarms: readonly Swarm[]): Column<EvaluationRecipe>[] {
  return makeMethodColumns<EvaluationRecipe>({ swarms: nameSwarms(swarms) }, [
    { id: 'targets', header: t('methods.targets'), value: sayTargets, width: 220 },
    { id: 'channels', header: t('methods.channels'), value: sayChannels, width: 150 },
    {
      id: 'assay',
      header: t('evaluation.topic.assay'),
      value: ({ evaluation }) => sayAssay(evaluation),
      width: 130,
    },
    {
      id: 'quantities',
      header: t('evaluation.quantities'),
      value: ({ evaluation }) => sayQuantity(evaluation),
      width: 160,
    },
  ])
}

/** Make what a list of evaluation recipes can be narrowed down to. */
export function makeEvaluationFacets(swarms: readonly Swarm[]): Facet<EvaluationRecipe>[] {
  return [
    makeArchivedFacet(),
    {
      id: 'assay',
      label: t('evaluation.topic.assay'),
      valueOf: ({ evaluation }) => evaluation.assay?.kind ?? 'pcr',
      choices: (['pcr', 'isothermal'] as const).map((value) => ({
        value,
        label: t(`evaluation.choice.${value}`),
      })),
    },
    {
      id: 'quantities',
      label: t('evaluation.quantities'),
      valueOf: ({ evaluation }) => evaluation.quantification?.method ?? 'none',
      choices: (['none', 'standard_curve', 'relative'] as const).map((value) => ({
        value,
        label: t(`evaluation.choice.${value}`),
      })),
    },
    ...makeSwarmFacets(swarms),
  ]
}
