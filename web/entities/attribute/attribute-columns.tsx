import { type ContextAttribute, flagOf } from '../../../domain/entities/context-attribute.ts'
import { t } from '../../i18n/intl.ts'
import { Badge } from '../../parts/badge/Badge.tsx'
import type { Column } from '../../parts/table/column.ts'
import type { Facet } from '../../record/facets.ts'

/** Show that an attribute switches something of the product; the others only tell. */
export function ActingBadge({ attribute }: { attribute: Pick<ContextAttribute, 'name'> }) {
  if (flagOf(attribute) === null) return null
  return (
    <Badge shape="disc" tone="accent">
      {t('attributes.acting')}
    </Badge>
  )
}

/** Make the columns of a list of context attributes. */
export function makeAttributeColumns(): Column<ContextAttribute>[] {
  return [
    {
      id: 'name',
      header: t('company.field.name'),
      value: ({ name }) => name,
      cell: ({ name }) => <strong>{name}</strong>,
      fixed: true,
      width: 200,
    },
    {
      id: 'acting',
      header: t('attributes.column.acting'),
      value: (row) => (flagOf(row) ? t('attributes.acting') : ''),
      cell: (row) => <ActingBadge attribute={row} />,
      width: 200,
    },
    {
      id: 'type',
      header: t('attributes.column.type'),
      value: ({ type }) => t(`attributes.type.${type}`),
      width: 110,
    },
    {
      id: 'default',
      header: t('attributes.column.default'),
      value: (row) => row.default,
      width: 130,
    },
    {
      id: 'values',
      header: t('attributes.column.values'),
      value: ({ values }) => values.join(', '),
      width: 180,
    },
    {
      id: 'profiles',
      header: t('attributes.column.profiles'),
      kind: 'number',
      value: ({ profiles }) => profiles.length,
      width: 110,
    },
    {
      id: 'companies',
      header: t('attributes.column.companies'),
      kind: 'number',
      value: ({ companies }) => companies.length,
      width: 120,
    },
  ]
}

/** Make what a list of context attributes can be narrowed down to. */
export function makeAttributeFacets(): Facet<ContextAttribute>[] {
  return [
    {
      id: 'type',
      label: t('attributes.column.type'),
      valueOf: ({ type }) => type,
      choices: (['flag', 'text'] as const).map((value) => ({
        value,
        label: t(`attributes.type.${value}`),
      })),
    },
  ]
}
