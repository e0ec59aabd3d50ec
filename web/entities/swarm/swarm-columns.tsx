import type { Swarm } from '../../../domain/entities/swarm.ts'
import { t } from '../../i18n/intl.ts'
import { Badge } from '../../parts/badge/Badge.tsx'
import type { Column } from '../../parts/table/column.ts'
import { localTime } from '../../state/local-time.ts'

/** Something that is in swarms: a person or a device. */
export interface Member {
  uuid: string
  name: string
  swarms: readonly string[]
}

/** Make the columns of a list of swarms. */
export function makeSwarmColumns(
  people: readonly Member[],
  devices: readonly Member[],
): Column<Swarm>[] {
  return [
    {
      id: 'name',
      header: t('users.column.name'),
      value: (row) => row.name,
      cell: (row) => (
        <>
          <strong>{row.name}</strong>{' '}
          {row.archived === 1 && <Badge tone="neutral">{t('swarms.archived')}</Badge>}
        </>
      ),
      fixed: true,
      width: 220,
    },
    {
      id: 'people',
      header: t('swarms.people'),
      kind: 'number',
      value: (row) => membersOf(row, people).length,
      width: 110,
    },
    {
      id: 'devices',
      header: t('nav.devices'),
      kind: 'number',
      value: (row) => membersOf(row, devices).length,
      width: 110,
    },
    {
      id: 'created_at',
      header: t('users.column.since'),
      kind: 'date',
      value: (row) => row.created_at,
      cell: (row) => localTime(row.created_at, 'date'),
      text: (row) => localTime(row.created_at, 'date'),
      width: 120,
    },
  ]
}

/** List the members of a swarm, by name. */
export function membersOf<One extends Member>({ uuid }: Swarm, all: readonly One[]): One[] {
  return all.filter(({ swarms }) => swarms.includes(uuid)).toSorted(byName)
}

const byName = (one: Member, other: Member) => one.name.localeCompare(other.name)
