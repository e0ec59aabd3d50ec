import type { Profile } from '../../../domain/entities/profile.ts'
import type { Swarm } from '../../../domain/entities/swarm.ts'
import type { User } from '../../../domain/entities/user.ts'
import { t } from '../../i18n/intl.ts'
import { Badge } from '../../parts/badge/Badge.tsx'
import type { Column } from '../../parts/table/column.ts'
import type { Facet } from '../../record/facets.ts'
import { localTime } from '../../state/local-time.ts'
import { writeSwarms } from '../swarm/write-swarms.ts'

/** Make the columns of a list of people. */
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
    {
      id: 'email',
      header: t('users.column.email'),
      value: ({ email, service }) => (service ? '' : email),
      // Put the badge first: behind a long name it would be cut off.
      cell: ({ email, service }) =>
        service ? <Badge tone="info">{t('people.service')}</Badge> : email,
      width: 210,
    },
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
      text: (row) => localTime(row.created_at, 'date'),
      width: 120,
    },
  ]
}

/** Show if a person may sign in. */
export function AccessBadge({ active }: { active: boolean }) {
  return (
    <Badge shape={active ? 'disc' : 'ring'} tone={active ? 'accent' : 'neutral'}>
      {t(active ? 'users.active' : 'users.inactive')}
    </Badge>
  )
}

/** Make what a list of people can be narrowed down to. */
export function makeUserFacets(profiles: readonly Profile[]): Facet<User>[] {
  const access = (['Y', 'N'] as const).map((value) => ({
    value,
    label: t(value === 'Y' ? 'users.active' : 'users.inactive'),
    badge: <AccessBadge active={value === 'Y'} />,
  }))
  return [
    {
      id: 'access',
      label: t('users.column.active'),
      valueOf: ({ active }) => active,
      choices: access,
    },
    {
      id: 'duty',
      label: t('people.standing'),
      valueOf: ({ reviewer, unconfirmed, service }) => [
        ...(service ? ['service'] : []),
        ...(reviewer === 'Y' ? ['reviewer'] : []),
        ...(unconfirmed?.length ? ['unconfirmed'] : []),
      ],
      choices: [
        { value: 'reviewer', label: t('people.reviewer') },
        { value: 'unconfirmed', label: t('people.unconfirmed') },
        { value: 'service', label: t('people.service') },
      ],
    },
    {
      id: 'profile',
      label: t('users.column.profile'),
      valueOf: ({ profile_uuid }) => profile_uuid,
      choices: profiles.map(({ uuid, name }) => ({ value: uuid, label: name })),
    },
  ]
}
