import { displayName } from '../../../domain/catalog/wavelengths.ts'
import type { EvaluationRecipe } from '../../../domain/entities/evaluation-recipe.ts'
import type { Swarm } from '../../../domain/entities/swarm.ts'
import { formatNumber } from '../../i18n/format.ts'
import { t } from '../../i18n/intl.ts'
import { Badge } from '../../parts/badge/Badge.tsx'
import type { Column } from '../../parts/table/column.ts'
import type { Facet } from '../../record/facets.ts'
import { localTime } from '../../state/local-time.ts'
import { ArchivedBadge } from '../method/ArchivedBadge.tsx'
import { saySwarm } from '../method/say-swarm.ts'
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
  const names = new Map(swarms.map(({ uuid, name }) => [uuid, name]))
  return [
    {
      id: 'name',
      header: t('methods.name'),
      value: ({ name }) => name,
      cell: ({ name, archived }) => (
        <>
          <strong>{name}</strong> {archived === 1 && <ArchivedBadge />}
        </>
      ),
      fixed: true,
      width: 230,
    },
    {
      id: 'version',
      header: t('methods.version'),
      kind: 'number',
      value: ({ version }) => version,
      cell: ({ version }) => formatNumber(version),
      width: 90,
    },
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
    {
      id: 'swarm',
      header: t('methods.swarm'),
      value: ({ swarm_uuid: swarm }) => saySwarm(swarm, names),
      width: 150,
    },
    {
      id: 'updated_at',
      header: t('methods.changed'),
      kind: 'date',
      value: ({ updated_at }) => updated_at,
      cell: ({ updated_at }) => localTime(updated_at, 'date'),
      text: ({ updated_at }) => localTime(updated_at, 'date'),
      width: 120,
    },
  ]
}

/** Make what a list of evaluation recipes can be narrowed down to. */
export function makeEvaluationFacets(swarms: readonly Swarm[]): Facet<EvaluationRecipe>[] {
  return [
    {
      id: 'state',
      label: t('methods.state'),
      valueOf: ({ archived }) => (archived === 1 ? 'archived' : 'active'),
      choices: [
        {
          value: 'active',
          label: t('methods.active'),
          badge: (
            <Badge shape="disc" tone="accent">
              {t('methods.active')}
            </Badge>
          ),
        },
        { value: 'archived', label: t('methods.archived'), badge: <ArchivedBadge /> },
      ],
    },
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
    {
      id: 'swarm',
      label: t('methods.swarm'),
      valueOf: ({ swarm_uuid: swarm }) => swarm ?? 'all',
      choices: [
        { value: 'all', label: t('methods.wholeCompany') },
        ...swarms.map(({ uuid, name }) => ({ value: uuid, label: name })),
      ],
    },
  ]
}
