import type { ReactNode } from 'react'
import type { Swarm } from '../../../domain/entities/swarm.ts'
import { formatNumber } from '../../i18n/format.ts'
import { t } from '../../i18n/intl.ts'
import type { Column } from '../../parts/table/column.ts'
import type { Facet } from '../../record/facets.ts'
import { localTime } from '../../state/local-time.ts'
import { ArchivedBadge } from './ArchivedBadge.tsx'
import { everybody } from './MigrateForm.tsx'
import { saySwarm } from './say-swarm.ts'
import type { MethodRecord } from './why-not.ts'

/** Fields that a list of methods of any kind shows. */
type ListedMethod = Pick<MethodRecord, 'name' | 'updated_at' | 'archived' | 'swarm_uuid'> & {
  version: number
}

/**
 * Put the columns of one kind of method between those that all kinds have: name and version before, swarm and last
 * change after.
 *
 * @param options.swarms names of swarms by their ids
 * @param options.badge drawn after the name, by default for archived methods
 * @param options.nameWidth in pixels
 */
export function makeMethodColumns<Row extends ListedMethod>(
  options: {
    swarms: ReadonlyMap<string, string>
    badge?: (row: Row) => ReactNode
    nameWidth?: number
  },
  own: readonly Column<Row>[],
): Column<Row>[] {
  const { swarms, badge = ({ archived }) => archived === 1 && <ArchivedBadge /> } = options
  return [
    {
      id: 'name',
      header: t('methods.name'),
      value: ({ name }) => name,
      cell: (row) => (
        <>
          <strong>{row.name}</strong> {badge(row)}
        </>
      ),
      fixed: true,
      width: options.nameWidth ?? 230,
    },
    {
      id: 'version',
      header: t('methods.version'),
      kind: 'number',
      value: ({ version }) => version,
      cell: ({ version }) => formatNumber(version),
      width: 90,
    },
    ...own,
    {
      id: 'swarm',
      header: t('methods.swarm'),
      value: ({ swarm_uuid: swarm }) => saySwarm(swarm, swarms),
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

/** Make the facet that separates archived methods from those in use. */
export const makeArchivedFacet = (): Facet<Pick<MethodRecord, 'archived'>> => ({
  id: 'state',
  label: t('methods.state'),
  valueOf: ({ archived }) => (archived === 1 ? 'archived' : 'active'),
  choices: [
    { value: 'active', label: t('methods.active') },
    { value: 'archived', label: t('methods.archived'), badge: <ArchivedBadge /> },
  ],
})

/** Make the facet by which methods of one swarm, or of the whole company, are found; none in a company without swarms. */
export function makeSwarmFacets(
  swarms: readonly Swarm[],
): Facet<Pick<MethodRecord, 'swarm_uuid'>>[] {
  if (swarms.length === 0) return []
  return [
    {
      id: 'swarm',
      label: t('methods.swarm'),
      valueOf: ({ swarm_uuid: swarm }) => swarm ?? everybody,
      choices: [
        { value: everybody, label: t('methods.wholeCompany') },
        ...swarms.map(({ uuid, name }) => ({ value: uuid, label: name })),
      ],
    },
  ]
}
