import type { Bkit } from '../../../domain/entities/bkit.ts'
import { judgeExpiry } from '../../../domain/rules/kit.ts'
import { formatNumber } from '../../i18n/format.ts'
import { t } from '../../i18n/intl.ts'
import type { Column } from '../../parts/table/column.ts'
import type { Facet } from '../../record/facets.ts'
import { localTime } from '../../state/local-time.ts'
import { ExpiryBadge } from './ExpiryBadge.tsx'
import { today } from './today.ts'

/** Make the columns of a list of kits. */
export function makeKitColumns(): Column<Bkit>[] {
  return [
    {
      id: 'name',
      header: t('material.column.name'),
      value: ({ name }) => name,
      cell: ({ name }) => <strong>{name}</strong>,
      fixed: true,
      width: 200,
    },
    code('ref', t('material.column.ref')),
    code('lot', t('material.column.lot')),
    {
      id: 'expiry_date',
      header: t('material.column.expiry'),
      kind: 'date',
      value: ({ expiry_date }) => expiry_date,
      cell: ({ expiry_date }) => localTime(expiry_date, 'date'),
      text: ({ expiry_date }) => expiry_date,
      width: 120,
    },
    {
      id: 'state',
      header: t('material.column.state'),
      value: ({ expiry_date }) => stateOf(expiry_date),
      cell: ({ expiry_date }) => <ExpiryBadge expiry={expiry_date} />,
      text: ({ expiry_date }) => t(`material.state.${stateOf(expiry_date)}`),
      width: 220,
    },
    {
      id: 'quantity',
      header: t('material.column.tests'),
      kind: 'number',
      value: ({ quantity }) => quantity,
      cell: ({ quantity }) => formatNumber(quantity),
      width: 100,
    },
    {
      id: 'recipes',
      header: t('material.column.recipes'),
      kind: 'number',
      value: ({ recipe_uuids }) => recipe_uuids.length,
      width: 100,
    },
    {
      id: 'producer',
      header: t('material.column.producer'),
      value: ({ producer }) => producer,
      width: 140,
    },
  ]
}

const code = (id: 'ref' | 'lot', header: string): Column<Bkit> => ({
  id,
  header,
  value: (row) => row[id],
  cell: (row) => <bdi dir="ltr">{row[id]}</bdi>,
  width: 130,
})

const stateOf = (expiry: string) => judgeExpiry(expiry, today()).state

/** Make what a list of kits can be narrowed down to: how long they are good, and whether a recipe is linked. */
export function makeKitFacets(): Facet<Bkit>[] {
  return [
    {
      id: 'state',
      label: t('material.column.state'),
      valueOf: ({ expiry_date }) => stateOf(expiry_date),
      choices: (['good', 'soon', 'expired'] as const).map((value) => ({
        value,
        label: t(`material.state.${value}`),
      })),
    },
    {
      id: 'linked',
      label: t('material.column.recipes'),
      valueOf: ({ recipe_uuids }) => (recipe_uuids.length > 0 ? 'yes' : 'no'),
      choices: (['yes', 'no'] as const).map((value) => ({
        value,
        label: t(`material.linked.${value}`),
      })),
    },
  ]
}
