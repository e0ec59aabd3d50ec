import type { Partner } from '../../../domain/calls/partners.ts'
import { t } from '../../i18n/intl.ts'
import type { Column } from '../../parts/table/column.ts'
import type { Facet } from '../../record/facets.ts'

const namesOf = ({ underlings }: Partner) => underlings.map(({ name }) => name).join(', ')

/** Make the columns of a list of partners. */
export function makePartnerColumns(): Column<Partner>[] {
  return [
    {
      id: 'name',
      header: t('company.field.name'),
      value: ({ name }) => name,
      cell: ({ name }) => <strong>{name}</strong>,
      fixed: true,
      width: 220,
    },
    {
      id: 'count',
      header: t('partner.number'),
      kind: 'number',
      value: ({ underlings }) => underlings.length,
      width: 110,
    },
    { id: 'underlings', header: t('partner.underlings'), value: namesOf, width: 420 },
  ]
}

/** Make what a list of partners can be narrowed down to. */
export function makePartnerFacets(): Facet<Partner>[] {
  return [
    {
      id: 'has',
      label: t('partner.underlings'),
      valueOf: ({ underlings }) => (underlings.length > 0 ? 'some' : 'none'),
      choices: [
        { value: 'some', label: t('partner.some') },
        { value: 'none', label: t('partner.none') },
      ],
    },
  ]
}
