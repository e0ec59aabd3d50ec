import type { CompanyFigures } from '../../../domain/calls/companies.ts'
import type { Company } from '../../../domain/entities/company.ts'
import { formatPercent } from '../../i18n/format.ts'
import { t } from '../../i18n/intl.ts'
import { Badge } from '../../parts/badge/Badge.tsx'
import type { Column } from '../../parts/table/column.ts'
import type { Facet } from '../../record/facets.ts'
import { localTime } from '../../state/local-time.ts'

/** Capabilities that only the provider switches. */
export const capabilities = ['certificates_enabled', 'cfx96_enabled', 'developer'] as const
export type Capability = (typeof capabilities)[number]

/** Return the role of a company among others, as its record says it. */
export function roleOf({ isProvider, isPartner }: Company): 'provider' | 'partner' | 'plain' {
  if (isProvider === 'Y') return 'provider'
  return isPartner === 'Y' ? 'partner' : 'plain'
}

/** List the names of the capabilities that are on. */
function namesOfCapabilities(company: Company): string {
  return capabilities
    .filter((name) => company[name] === 'Y')
    .map((name) => t(`company.field.${name}`))
    .join(', ')
}

/** Show the role of a company; nothing for one that is neither provider nor partner. */
export function RoleBadge({ company }: { company: Company }) {
  const role = roleOf(company)
  if (role === 'plain') return null
  return <Badge tone={role === 'provider' ? 'accent' : 'info'}>{t(`company.role.${role}`)}</Badge>
}

/** Show the region that keeps the records of a company, which no edit moves. */
export function RegionBadge({ company }: { company: Company }) {
  return <Badge tone="neutral">{t(`region.${company.data_region}`)}</Badge>
}

/** Make the columns of a list of companies. @param figures by company; null for those who may not see them. */
export function makeCompanyColumns(
  figures: ReadonlyMap<string, CompanyFigures> | null,
): Column<Company>[] {
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
      id: 'role',
      header: t('company.role'),
      value: (row) => t(`company.role.${roleOf(row)}`),
      cell: (row) => <RoleBadge company={row} />,
      width: 110,
    },
    ...(figures ? figureColumns(figures) : []),
    { id: 'city', header: t('company.field.city'), value: ({ city }) => city, width: 140 },
    {
      id: 'country',
      header: t('company.field.country'),
      value: ({ country }) => country,
      width: 120,
    },
    {
      id: 'capabilities',
      header: t('company.capabilities'),
      value: namesOfCapabilities,
      width: 220,
    },
    {
      id: 'four_eyes',
      header: t('company.field.four_eyes'),
      value: ({ four_eyes }) => t(four_eyes === 'Y' ? 'record.yes' : 'record.no'),
      width: 110,
    },
    {
      id: 'data_region',
      header: t('company.region'),
      value: ({ data_region }) => t(`region.${data_region}`),
      width: 130,
    },
    {
      id: 'created_at',
      header: t('company.since'),
      kind: 'date',
      value: ({ created_at }) => created_at,
      cell: ({ created_at }) => localTime(created_at, 'date'),
      text: ({ created_at }) => localTime(created_at, 'date'),
      width: 120,
    },
  ]
}

/** Make the columns of what each company's store reported itself: the number of its devices, and how full it is. */
function figureColumns(figures: ReadonlyMap<string, CompanyFigures>): Column<Company>[] {
  const heard = (row: Company) => {
    const found = figures.get(row.uuid)
    return found && found.heard_at !== null ? found : null
  }
  return [
    {
      id: 'devices',
      header: t('company.devices'),
      kind: 'number',
      value: (row) => heard(row)?.devices ?? null,
      width: 100,
    },
    {
      id: 'store',
      header: t('company.storeShare'),
      kind: 'number',
      value: (row) => heard(row)?.store?.share ?? null,
      cell: (row) => <StoreShare figures={heard(row)} />,
      text: (row) => sayShare(heard(row)),
      width: 150,
    },
  ]
}

/** Show how full a store is, with a warning from the share on at which its company is warned. */
function StoreShare({ figures }: { figures: CompanyFigures | null }) {
  const said = sayShare(figures)
  return figures?.store?.warning ? <Badge tone="warning">{said}</Badge> : said
}

function sayShare(figures: CompanyFigures | null): string {
  return figures?.store ? formatPercent(figures.store.share) : ''
}

/** Make what a list of companies can be narrowed down to. */
export function makeCompanyFacets(): Facet<Company>[] {
  return [
    {
      id: 'role',
      label: t('company.role'),
      valueOf: roleOf,
      choices: (['provider', 'partner', 'plain'] as const).map((value) => ({
        value,
        label: t(`company.role.${value}`),
      })),
    },
    {
      id: 'may',
      label: t('company.capabilities'),
      valueOf: (row) => capabilities.filter((name) => row[name] === 'Y'),
      choices: capabilities.map((value) => ({ value, label: t(`company.field.${value}`) })),
    },
  ]
}
