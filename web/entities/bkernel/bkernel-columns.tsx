import type { CompanyUse, OfferedBkernel } from '../../../domain/calls/bkernels.ts'
import { formatNumber } from '../../i18n/format.ts'
import { t } from '../../i18n/intl.ts'
import type { Column } from '../../parts/table/column.ts'
import type { Facet } from '../../record/facets.ts'
import { localTime } from '../../state/local-time.ts'
import { countAll, whoRuns } from './count-use.ts'
import { sayProcessing, sayRehearsal } from './declared.tsx'
import { SupportBadge, supportOf, supportStates } from './SupportBadge.tsx'

/** Make the columns of a list of versions. @param uses null while it is not known who runs what. */
export function makeBkernelColumns(uses: readonly CompanyUse[] | null): Column<OfferedBkernel>[] {
  return [
    {
      id: 'version',
      header: t('bkernels.field.version'),
      value: ({ version }) => rankOf(version),
      cell: ({ version }) => (
        <strong>
          <bdi dir="ltr">{version}</bdi>
        </strong>
      ),
      text: ({ version }) => version,
      fixed: true,
      width: 110,
    },
    {
      id: 'name',
      header: t('bkernels.field.name'),
      value: ({ name }) => name,
      width: 170,
    },
    {
      id: 'support',
      header: t('bkernels.column.support'),
      value: (row) => t(`bkernels.state.${supportOf(row)}`, { days: row.days_left ?? 0 }),
      cell: (row) => <SupportBadge version={row} />,
      width: 200,
    },
    {
      id: 'devices',
      header: t('bkernels.column.devices'),
      kind: 'number',
      value: (row) => (uses === null ? null : countAll(whoRuns(row, uses))),
      cell: (row) => (uses === null ? '–' : formatNumber(countAll(whoRuns(row, uses)))),
      width: 110,
    },
    {
      id: 'models',
      header: t('bkernels.field.models'),
      value: ({ models }) => models.join(', '),
      width: 220,
    },
    ...makeDayColumns(),
    {
      id: 'offered',
      header: t('bkernels.column.offered'),
      value: sayOffered,
      width: 200,
    },
    {
      id: 'image',
      header: t('bkernels.column.image'),
      value: ({ file_hash }) =>
        t(file_hash === null ? 'bkernels.image.none' : 'bkernels.image.there'),
      width: 130,
    },
    ...makeDeclaredColumns(),
  ]
}

/** Make the columns of the first day of a version, and of the first without support. */
function makeDayColumns(): Column<OfferedBkernel>[] {
  return [
    {
      id: 'released_at',
      header: t('bkernels.field.released_at'),
      kind: 'date',
      value: ({ released_at }) => released_at,
      cell: ({ released_at }) => localTime(released_at, 'date'),
      text: ({ released_at }) => released_at,
      width: 120,
    },
    {
      id: 'unsupported_from',
      header: t('bkernels.field.unsupported_from'),
      kind: 'date',
      value: ({ unsupported_from }) => unsupported_from,
      cell: ({ unsupported_from }) => localTime(unsupported_from, 'date'),
      text: ({ unsupported_from }) => unsupported_from ?? '',
      width: 140,
    },
  ]
}

/** Make the columns of what a version declares of its readings, and of what its rehearsal found. */
function makeDeclaredColumns(): Column<OfferedBkernel>[] {
  return [
    {
      id: 'processing',
      header: t('bkernels.processing.title'),
      value: sayProcessing,
      cell: (row) => <span title={sayProcessing(row)}>{sayProcessing(row)}</span>,
      width: 220,
    },
    {
      id: 'rehearsal',
      header: t('bkernels.rehearsal.heading'),
      value: ({ rollout }) => rollout?.rehearsal?.calls ?? null,
      cell: (row) => <span title={sayRehearsal(row)}>{sayRehearsal(row)}</span>,
      text: sayRehearsal,
      width: 220,
    },
  ]
}

/** Rank a version so that 2.10.0 comes after 2.9.4. */
function rankOf(version: string): number {
  return version.split('.').reduce((rank, part) => rank * 100_000 + Number(part), 0)
}

/** Say to whom a version is offered. */
export function sayOffered({ company_uuids, device_uuids }: OfferedBkernel): string {
  const [companies, devices] = [company_uuids.length, device_uuids.length]
  if (companies + devices === 0) return t('bkernels.offered.all')
  return t('bkernels.offered.some', { companies, devices })
}

/** Make what a list of versions can be narrowed down to. */
export function makeBkernelFacets(rows: readonly OfferedBkernel[]): Facet<OfferedBkernel>[] {
  const models = [...new Set(rows.flatMap((row) => row.models))].toSorted()
  return [
    {
      id: 'state',
      label: t('bkernels.column.support'),
      valueOf: supportOf,
      choices: supportStates.map((value) => ({ value, label: t(`bkernels.facet.${value}`) })),
    },
    {
      id: 'model',
      label: t('bkernels.field.models'),
      valueOf: (row) => row.models,
      choices: models.map((value) => ({ value, label: value })),
    },
    {
      id: 'image',
      label: t('bkernels.column.image'),
      valueOf: ({ file_hash }) => (file_hash === null ? 'none' : 'there'),
      choices: (['there', 'none'] as const).map((value) => ({
        value,
        label: t(`bkernels.image.${value}`),
      })),
    },
  ]
}
