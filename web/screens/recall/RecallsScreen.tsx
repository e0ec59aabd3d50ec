import { useMemo, useState } from 'react'
import { useLocation } from 'wouter'
import { recallCalls } from '../../../domain/calls/recalls.ts'
import type { Recall } from '../../../domain/entities/recall.ts'
import { formatNumber } from '../../i18n/format.ts'
import { t } from '../../i18n/intl.ts'
import { Badge } from '../../parts/badge/Badge.tsx'
import type { Column } from '../../parts/table/column.ts'
import { paths } from '../../paths.ts'
import { RecordPage } from '../../record/RecordPage.tsx'
import type { Facet } from '../../record/facets.ts'
import { whyNotCall } from '../../record/rights.ts'
import { askedRows, useRows } from '../../record/use-rows.ts'
import { localTime } from '../../state/local-time.ts'
import { DeedList } from './DeedList.tsx'
import { NewRecallDialog } from './NewRecallDialog.tsx'
import { NoticeList } from './NoticeList.tsx'
import { StatePicture } from './StatePicture.tsx'

const recallRows = askedRows(recallCalls.search, { order: 'created_at DESC' })

/** List the recalls of the company; one of them beside the list, with its counts and its actions so far. */
export function RecallsScreen() {
  const [isNew, setNew] = useState(false)
  const [, navigate] = useLocation()
  const list = useRows(recallRows)
  const columns = useMemo(() => makeColumns(), [])
  const facets = useMemo(() => makeFacets(), [])
  return (
    <RecordPage
      name="recall"
      file="recalls"
      title={t('recall.title')}
      list={list}
      columns={columns}
      facets={facets}
      firstSort="-number"
      nameOf={({ number, name }) => `${number} · ${name}`}
      primary={{
        label: t('recall.new'),
        icon: 'plus',
        disabledReason: whyNotCall(recallCalls.create),
        onPress: () => setNew(true),
      }}
      notices={<NoticeList />}
      empty={{ area: 'recalls', title: t('recall.empty.title'), text: t('recall.empty.text') }}
      panel={(recall) => ({
        state: <RecallBadge status={recall.status} />,
        facts: [
          [t('recall.reason'), recall.reason],
          [t('recall.column.opened'), localTime(recall.created_at)],
          [t('recall.column.by'), recall.user_name],
        ],
        more: (
          <>
            <StatePicture label={t('recall.atOpening')} counts={recall.counts} />
            <DeedList deeds={recall.deeds} />
          </>
        ),
        history: { kind: 'recall', id: recall.uuid, updatedAt: recall.updated_at, fields: {} },
      })}
      actsOf={(recall) => [
        {
          id: 'open',
          label: t('recall.openList'),
          hint: t('recall.openListHint'),
          icon: 'list',
          why: null,
          open: () => navigate(paths.recall(recall.uuid)),
        },
      ]}
    >
      {isNew && <NewRecallDialog onClose={() => setNew(false)} />}
    </RecordPage>
  )
}

/** State of a recall: a shape and a word. */
export function RecallBadge({ status }: Pick<Recall, 'status'>) {
  return (
    <Badge
      shape={status === 'open' ? 'half' : 'disc'}
      tone={status === 'open' ? 'warning' : 'neutral'}
    >
      {t(`recall.status.${status}`)}
    </Badge>
  )
}

function touchedOf({ counts }: Recall): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0)
}

function makeColumns(): Column<Recall>[] {
  return [
    {
      id: 'number',
      header: t('recall.column.number'),
      kind: 'number',
      value: ({ number }) => number,
      width: 100,
    },
    {
      id: 'name',
      header: t('recall.column.name'),
      value: ({ name }) => name,
      cell: ({ name }) => <strong title={name}>{name}</strong>,
      fixed: true,
      width: 240,
    },
    {
      id: 'status',
      header: t('recall.column.status'),
      value: ({ status }) => t(`recall.status.${status}`),
      cell: ({ status }) => <RecallBadge status={status} />,
      width: 140,
    },
    {
      id: 'touched',
      header: t('recall.column.touched'),
      kind: 'number',
      value: touchedOf,
      cell: (row) => formatNumber(touchedOf(row)),
      width: 110,
    },
    { id: 'reason', header: t('recall.reason'), value: ({ reason }) => reason, width: 260 },
    {
      id: 'created_at',
      header: t('recall.column.opened'),
      kind: 'date',
      value: ({ created_at }) => created_at,
      cell: ({ created_at }) => localTime(created_at),
      text: ({ created_at }) => localTime(created_at) ?? created_at,
      width: 160,
    },
    { id: 'user_name', header: t('recall.column.by'), value: (row) => row.user_name, width: 160 },
  ]
}

function makeFacets(): Facet<Recall>[] {
  return [
    {
      id: 'status',
      label: t('recall.column.status'),
      valueOf: ({ status }) => status,
      choices: (['open', 'closed'] as const).map((value) => ({
        value,
        label: t(`recall.status.${value}`),
        badge: <RecallBadge status={value} />,
      })),
    },
  ]
}
