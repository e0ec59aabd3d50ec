import type { Touched } from '../../../domain/calls/recalls.ts'
import { touchedStates } from '../../../domain/entities/recall.ts'
import { formatNumber } from '../../i18n/format.ts'
import { t } from '../../i18n/intl.ts'
import { Badge } from '../../parts/badge/Badge.tsx'
import type { Column } from '../../parts/table/column.ts'
import type { Facet } from '../../record/facets.ts'
import { localTime } from '../../state/local-time.ts'

/** A touched analysis with the id by which lists know it. */
export type TouchedLine = Touched['data'][number] & { uuid: string }

const holds = ['held', 'lifted', 'none'] as const

function holdOf({ hold }: TouchedLine): (typeof holds)[number] {
  return hold ?? 'none'
}

/** Make the columns of the list of what a recall touched. */
export function makeTouchedColumns(): Column<TouchedLine>[] {
  return [
    {
      id: 'name',
      header: t('recall.column.analysis'),
      value: ({ name }) => name,
      cell: ({ name }) => <strong title={name}>{name}</strong>,
      fixed: true,
      width: 220,
    },
    {
      id: 'state',
      header: t('recall.column.state'),
      value: ({ state }) => t(`recall.state.${state}`),
      width: 150,
    },
    {
      id: 'hold',
      header: t('recall.column.hold'),
      value: (row) => t(`recall.hold.${holdOf(row)}`),
      cell: (row) => <HoldBadge hold={holdOf(row)} />,
      width: 140,
    },
    {
      id: 'laboratory',
      header: t('recall.column.laboratory'),
      value: (row) => row.swarm_name,
      width: 150,
    },
    {
      id: 'started',
      header: t('recall.column.started'),
      kind: 'date',
      value: (row) => row.started_at ?? row.ended_at,
      cell: (row) => localTime(row.started_at ?? row.ended_at) ?? '–',
      text: (row) => localTime(row.started_at ?? row.ended_at) ?? '',
      width: 150,
    },
    {
      id: 'samples',
      header: t('recall.column.samples'),
      kind: 'number',
      value: ({ samples }) => samples,
      cell: ({ samples }) => formatNumber(samples),
      width: 95,
    },
    { id: 'signed', header: t('recall.column.signed'), value: (row) => row.signed_by, width: 160 },
    {
      id: 'reports',
      header: t('recall.column.reports'),
      kind: 'number',
      value: ({ reports }) => reports,
      cell: ({ reports }) => formatNumber(reports),
      width: 95,
    },
  ]
}

const badges = {
  held: { shape: 'triangle', tone: 'warning' },
  lifted: { shape: 'ring', tone: 'neutral' },
} as const

function HoldBadge({ hold }: { hold: (typeof holds)[number] }) {
  if (hold === 'none') return t('recall.hold.none')
  return <Badge {...badges[hold]}>{t(`recall.hold.${hold}`)}</Badge>
}

/** Make what the list can be narrowed down to: state and hold. */
export function makeTouchedFacets(rows: readonly TouchedLine[]): Facet<TouchedLine>[] {
  const states = touchedStates.filter((state) => rows.some((row) => row.state === state))
  return [
    {
      id: 'state',
      label: t('recall.column.state'),
      valueOf: ({ state }) => state,
      choices: states.map((value) => ({ value, label: t(`recall.state.${value}`) })),
    },
    {
      id: 'hold',
      label: t('recall.column.hold'),
      valueOf: holdOf,
      choices: holds.map((value) => ({ value, label: t(`recall.hold.${value}`) })),
    },
  ]
}
