import type { Application } from '../../../domain/entities/application.ts'
import { sampleTypes } from '../../../domain/entities/analysis.ts'
import type { Swarm } from '../../../domain/entities/swarm.ts'
import { formatNumber } from '../../i18n/format.ts'
import { t } from '../../i18n/intl.ts'
import type { Column } from '../../parts/table/column.ts'
import type { Facet } from '../../record/facets.ts'
import { localTime } from '../../state/local-time.ts'
import { ArchivedBadge } from '../method/ArchivedBadge.tsx'
import { saySwarm } from '../method/say-swarm.ts'

/** Make the columns of a list of applications. */
export function makeApplicationColumns(swarms: readonly Swarm[]): Column<Application>[] {
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
    {
      id: 'sample_types',
      header: t('methods.sampleTypes'),
      value: saySampleTypes,
      width: 320,
    },
    {
      id: 'variables',
      header: t('methods.variables'),
      kind: 'number',
      value: ({ variables }) => variables.length,
      width: 110,
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
      text: ({ updated_at }) => localTime(updated_at, 'date') ?? updated_at,
      width: 120,
    },
  ]
}

/** Write the types of samples that an application is for, in the order of the product. */
export function saySampleTypes({ sample_types: chosen }: Application): string {
  return sampleTypes
    .filter((type) => chosen.includes(type))
    .map((type) => t(`sample.type.${type}`))
    .join(', ')
}

/** Make what a list of applications can be narrowed down to. */
export function makeApplicationFacets(): Facet<Application>[] {
  return [
    {
      id: 'state',
      label: t('methods.state'),
      valueOf: ({ archived }) => (archived === 1 ? 'archived' : 'active'),
      choices: [
        { value: 'active', label: t('methods.active') },
        { value: 'archived', label: t('methods.archived'), badge: <ArchivedBadge /> },
      ],
    },
    {
      id: 'types',
      label: t('methods.sampleTypes'),
      valueOf: ({ sample_types }) => sample_types,
      choices: sampleTypes.map((value) => ({ value, label: t(`sample.type.${value}`) })),
    },
  ]
}
