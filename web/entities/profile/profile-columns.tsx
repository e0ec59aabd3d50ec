import type { CountedProfile } from '../../../domain/calls/profiles.ts'
import { type BaseProfile, defaultProfiles } from '../../../domain/base-profiles.ts'
import { comparePermissions } from '../../../domain/rules/profile-change.ts'
import { t } from '../../i18n/intl.ts'
import type { Column } from '../../parts/table/column.ts'
import type { Facet } from '../../record/facets.ts'

/** Make the columns of a list of profiles. */
export function makeProfileColumns(): Column<CountedProfile>[] {
  return [
    {
      id: 'name',
      header: t('users.column.name'),
      value: (row) => row.name,
      cell: (row) => <strong>{row.name}</strong>,
      fixed: true,
      width: 200,
    },
    { id: 'base', header: t('rights.column.base'), value: (row) => row.base, width: 150 },
    {
      id: 'people',
      header: t('rights.column.people'),
      kind: 'number',
      value: (row) => row.users_count,
      width: 110,
    },
    {
      id: 'permissions',
      header: t('rights.title'),
      kind: 'number',
      value: (row) => row.permissions.length,
      width: 130,
    },
    { id: 'drift', header: t('rights.column.drift'), value: sayDrift, width: 240 },
  ]
}

/** Say by how much a profile differs from the ordinary one that it was made from. */
export function sayDrift({ base, permissions }: CountedProfile): string {
  const { gained, lost } = comparePermissions(defaultProfiles[base], permissions)
  if (gained.length + lost.length === 0) return t('rights.noDrift', { base })
  return t('rights.drift', { added: gained.length, removed: lost.length })
}

/** Make what a list of profiles can be narrowed down to. */
export function makeProfileFacets(): Facet<CountedProfile>[] {
  return [
    {
      id: 'base',
      label: t('rights.column.base'),
      valueOf: ({ base }) => base,
      choices: (Object.keys(defaultProfiles) as BaseProfile[]).map((value) => ({
        value,
        label: value,
      })),
    },
  ]
}
