import type { Application } from '../../../domain/entities/application.ts'
import { sampleTypes } from '../../../domain/entities/analysis.ts'
import type { Swarm } from '../../../domain/entities/swarm.ts'
import { t } from '../../i18n/intl.ts'
import type { Column } from '../../parts/table/column.ts'
import type { Facet } from '../../record/facets.ts'
import { makeArchivedFacet, makeMethodColumns, makeSwarmFacets } from '../method/method-columns.tsx'
import { nameSwarms } from '../method/say-swarm.ts'

/** Make the columns of a list of applications. */
export function makeApplicationColumns(swarms: readonly Swarm[]): Column<Application>[] {
  return makeMethodColumns<Application>({ swarms: nameSwarms(swarms) }, [
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
  ])
}

/** Write the types of samples that an application is for, in the order of the product. */
export function saySampleTypes({ sample_types: chosen }: Application): string {
  return sampleTypes
    .filter((type) => chosen.includes(type))
    .map((type) => t(`sample.type.${type}`))
    .join(', ')
}

/** Make what a list of applications can be narrowed down to. */
export function makeApplicationFacets(swarms: readonly Swarm[]): Facet<Application>[] {
  return [
    makeArchivedFacet(),
    {
      id: 'types',
      label: t('methods.sampleTypes'),
      valueOf: ({ sample_types }) => sample_types,
      choices: sampleTypes.map((value) => ({ value, label: t(`sample.type.${value}`) })),
    },
    ...makeSwarmFacets(swarms),
  ]
}
