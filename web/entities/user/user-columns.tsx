import type { Profile } from '../../../domain/entities/profile.ts'
import type { Swarm } from '../../../domain/entities/swarm.ts'
import type { User } from '../../../domain/entities/user.ts'
import { t } from '../../i18n/intl.ts'
import { Badge } from '../../parts/badge/Badge.tsx'
import type { Column } from '../../parts/table/column.ts'
import { localTime } from '../../state/local-time.ts'
import { writeSwarms } from '../swarm/write-swarms.ts'

/** Columns of the list of users. */
export function makeUserColumns(
  profiles: readonly Profile[],
  swarms: readonly Swarm[],
): Column<User>[] {
  const profileNames = new Map(profiles.map(({ uuid, name }) => [uuid, name]))
  return [
    {
      id: 'name',
      header: t('users.column.name'),
      value: (row) => row.name,
      cell: (row) => <strong>{row.name}</strong>,
      fixed: true,
      width: 160,
    },
    {
      id: 'username',
      header: t('users.column.username'),
      value: (row) => row.username,
      width: 150,
    },
    { id: 'email', header: t('users.column.email'), value: (row) => row.email, width: 210 },
    {
      id: 'profile',
      header: t('users.column.profile'),
      value: (row) => profileNames.get(row.profile_uuid),
      width: 140,
    },
    {
      id: 'swarms',
      header: t('users.column.swarms'),
      value: (row) => writeSwarms(row.swarms, swarms),
      width: 200,
    },
    {
      id: 'active',
      header: t('users.column.active'),
      value: (row) => t(row.active === 'Y' ? 'users.active' : 'users.inactive'),
      cell: (row) => <AccessBadge active={row.active === 'Y'} />,
      width: 110,
    },
    {
      id: 'reviewer',
      header: t('people.reviewer'),
      value: (row) => (row.reviewer === 'Y' ? t('people.reviewer') : ''),
      cell: (row) => row.reviewer === 'Y' && <Badge tone="info">{t('people.reviewer')}</Badge>,
      width: 110,
    },
    {
      id: 'created_at',
      header: t('users.column.since'),
      kind: 'date',
      value: (row) => row.created_at,
      cell: (row) => localTime(row.created_at, 'date'),
      width: 120,
    },
  ]
}

export function AccessBadge({ active }: { active: boolean }) {
  return (
    <Badge shape={active ? 'disc' : 'ring'} tone={active ? 'accent' : 'neutral'}>
      {t(active ? 'users.active' : 'users.inactive')}
    </Badge>
  )
}
