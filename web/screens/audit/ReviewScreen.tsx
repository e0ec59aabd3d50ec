import { useMemo, useState } from 'react'
import type { CallData } from '../../../domain/call.ts'
import { auditCalls, type QueueRow } from '../../../domain/calls/audit.ts'
import { entryRisks, markWords, mostMarked } from '../../../domain/entities/audit-review.ts'
import { call } from '../../client/call.ts'
import { readPages } from '../../client/read-pages.ts'
import { t } from '../../i18n/intl.ts'
import { Button } from '../../parts/button/Button.tsx'
import { Notice } from '../../parts/notice/Notice.tsx'
import type { Column } from '../../parts/table/column.ts'
import type { Act } from '../../record/act.ts'
import type { Facet } from '../../record/facets.ts'
import { RecordPage } from '../../record/RecordPage.tsx'
import { whyNotCall, whyNotSecond, whyNotSigned } from '../../record/rights.ts'
import { type Source, useRows } from '../../record/use-rows.ts'
import { localTime } from '../../state/local-time.ts'
import { useAnswer } from '../../state/use-answer.ts'
import { EntryDetails, factsOf } from './EntryFacts.tsx'
import { MarkDialog } from './MarkDialog.tsx'
import {
  makeEntryColumns,
  type RecordNames,
  RiskBadge,
  sayAction,
  WordBadge,
} from './say-entry.tsx'
import { SignedReviews } from './SignedReviews.tsx'
import { SignReviewDialog } from './SignReviewDialog.tsx'
import { useRecordNames } from './use-record-names.ts'

/** An entry that waits for a reviewer, by its number. */
export interface ReviewRow {
  uuid: string
  entry: QueueRow
}

const queue: Source<ReviewRow> = {
  read: async (signal) => {
    const { rows } = await readPages<QueueRow>({
      pages: 'all',
      idOf: ({ seq }) => String(seq),
      read: (page) => call(auditCalls.queue, { query: { limit: '500', page } }, { signal }),
    })
    return rows.map((entry) => ({ uuid: String(entry.seq), entry }))
  },
}

const readState = (signal: AbortSignal) => call(auditCalls.reviewState, {}, { signal })
const readReviews = (signal: AbortSignal) =>
  call(auditCalls.reviews, { query: { limit: '100', order: 'created_at DESC' } }, { signal })

const none: readonly QueueRow[] = []

type Dialog = { what: 'mark'; rows: readonly ReviewRow[] } | { what: 'sign' }

/** Review the audit trail as work: risky entries first, a word about each, then a signature over the period. */
export function ReviewScreen() {
  const [dialog, setDialog] = useState<Dialog | null>(null)
  const list = useRows(queue)
  const entries = useMemo(() => list.rows?.map(({ entry }) => entry) ?? none, [list.rows])
  const names = useRecordNames(entries)
  const state = useAnswer(readState)
  const reviews = useAnswer(readReviews)
  const columns = useMemo(() => makeColumns(names), [names])
  const facets = useMemo(() => makeFacets(), [])
  const close = () => setDialog(null)
  const again = () => {
    list.again()
    state.again()
    reviews.again()
  }
  const mark = (rows: readonly ReviewRow[]) => setDialog({ what: 'mark', rows })
  const unread = list.rows?.filter(({ entry }) => !entry.mark).map(({ entry }) => entry) ?? none
  return (
    <RecordPage
      name="entry"
      file="audit-review"
      title={t('trail.review')}
      list={list}
      columns={columns}
      facets={facets}
      nameOf={({ entry }) => `#${entry.seq} · ${sayAction(entry.action)}`}
      primary={{
        label: t('trail.sign'),
        icon: 'check',
        disabledReason: whyNotSigned(auditCalls.sign) ?? (list.isWhole ? null : t('parts.loading')),
        onPress: () => setDialog({ what: 'sign' }),
      }}
      notices={state.value && <ReviewedUpTo state={state.value} />}
      empty={{
        area: 'auditReview',
        title: t('trail.queue.empty'),
        text: t('trail.queue.emptyText'),
      }}
      panel={(row) => panelOf(row, names)}
      actsOf={(row) => listActs(row, mark)}
      selected={(rows) => {
        const own = rows.filter(({ entry }) => entry.own).length
        const many = rows.length > mostMarked ? t('trail.why.many', { most: mostMarked }) : null
        return (
          <Button
            icon="check"
            disabledReason={own > 0 ? t('trail.why.ownOf', { count: own }) : many}
            onClick={() => mark(rows)}
          >
            {t('trail.mark.these', { count: rows.length })}
          </Button>
        )
      }}
    >
      <SignedReviews reviews={reviews.value?.data ?? []} />
      {dialog?.what === 'mark' && (
        <MarkDialog
          entries={dialog.rows.map(({ entry }) => entry)}
          onDone={again}
          onClose={close}
        />
      )}
      {dialog?.what === 'sign' && (
        <SignReviewDialog unread={unread} onDone={again} onClose={close} />
      )}
    </RecordPage>
  )
}

function listActs(row: ReviewRow, mark: (rows: readonly ReviewRow[]) => void): readonly Act[] {
  const { own, own_as } = row.entry
  const why = whyNotCall(auditCalls.mark) ?? whyNotSecond(own_as ?? own, t('trail.why.own'))
  return [
    {
      // Open it by the key E.
      id: 'edit',
      label: t('trail.mark.one'),
      hint: t('trail.mark.hint'),
      icon: 'check',
      why,
      needs: auditCalls.mark.needs,
      open: () => mark([row]),
    },
  ]
}

function panelOf({ entry }: ReviewRow, names: RecordNames) {
  const { risk, mark } = entry
  return {
    state: (
      <>
        <RiskBadge risk={risk} />
        <WordBadge word={mark?.word ?? 'unread'} />
      </>
    ),
    facts: [
      ...factsOf(entry, names),
      ...(mark
        ? ([
            [t('trail.marked'), `${mark.user_name} · ${localTime(mark.at)}`],
            [t('trail.mark.note'), mark.note],
          ] as const)
        : []),
    ],
    more: <EntryDetails entry={entry} />,
  }
}

function makeColumns(names: RecordNames): Column<ReviewRow>[] {
  const risk: Column<ReviewRow> = {
    id: 'risk',
    header: t('trail.column.risk'),
    value: ({ entry }) => t(`trail.risk.${entry.risk}`),
    cell: ({ entry }) => <RiskBadge risk={entry.risk} />,
    width: 150,
  }
  const word: Column<ReviewRow> = {
    id: 'word',
    header: t('trail.column.word'),
    value: ({ entry }) => t(`trail.word.${entry.mark?.word ?? 'unread'}`),
    cell: ({ entry }) => <WordBadge word={entry.mark?.word ?? 'unread'} />,
    width: 150,
  }
  const others = makeEntryColumns(names).map(
    ({ value, cell, text, ...column }): Column<ReviewRow> => ({
      ...column,
      value: ({ entry }) => value(entry),
      ...(cell && { cell: ({ entry }) => cell(entry) }),
      ...(text && { text: ({ entry }) => text(entry) }),
    }),
  )
  const note: Column<ReviewRow> = {
    id: 'note',
    header: t('trail.mark.note'),
    value: ({ entry }) => entry.mark?.note ?? '',
    width: 180,
  }
  // Begin with the act and its record: they are what a word is about. The time is wide, and in the panel.
  const order = ['seq', 'action', 'kind', 'name', 'who', 'reason', 'at']
  const sorted = order.flatMap((id) => others.filter((column) => column.id === id))
  return [risk, word, ...sorted, note]
}

function makeFacets(): Facet<ReviewRow>[] {
  return [
    {
      id: 'risk',
      label: t('trail.column.risk'),
      valueOf: ({ entry }) => entry.risk,
      choices: entryRisks.map((value) => ({
        value,
        label: t(`trail.risk.${value}`),
        badge: <RiskBadge risk={value} />,
      })),
    },
    {
      id: 'word',
      label: t('trail.column.word'),
      valueOf: ({ entry }) => entry.mark?.word ?? 'unread',
      choices: (['unread', ...markWords] as const).map((value) => ({
        value,
        label: t(`trail.word.${value}`),
        badge: <WordBadge word={value} />,
      })),
    },
  ]
}

/** Say up to which entry the trail has been reviewed, by whom, and what waits. */
function ReviewedUpTo({ state }: { state: CallData<typeof auditCalls.reviewState> }) {
  const { reviewed, size, risky, unread } = state
  const { to_entry: entry = 0, to_at: at = '', signature = null } = reviewed ?? {}
  return (
    <Notice kind={unread > 0 ? 'info' : 'done'}>
      <p>
        {signature
          ? t('trail.reviewedUpTo', {
              entry,
              at: localTime(at),
              name: signature.printed_name,
              signed: localTime(signature.at),
            })
          : t('trail.neverReviewed')}
      </p>
      <p>{t('trail.waiting', { since: size - entry, risky, unread })}</p>
    </Notice>
  )
}
