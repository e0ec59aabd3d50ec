import { useCallback, useMemo } from 'react'
import { useLocation } from 'wouter'
import { notificationCalls, type Receipts } from '../../../domain/calls/notifications.ts'
import type { Notification } from '../../../domain/entities/notification.ts'
import { call } from '../../client/call.ts'
import { makeNotificationActs, whyNotWith } from '../../entities/notification/notification-acts.ts'
import { OutgoingBadge } from '../../entities/notification/notification-columns.tsx'
import { language, t } from '../../i18n/intl.ts'
import { Badge } from '../../parts/badge/Badge.tsx'
import { Button } from '../../parts/button/Button.tsx'
import { EmptyState } from '../../parts/empty/EmptyState.tsx'
import { Notice } from '../../parts/notice/Notice.tsx'
import { SilentCompanies } from '../../parts/notice/SilentCompanies.tsx'
import { Page } from '../../parts/page/Page.tsx'
import type { Column } from '../../parts/table/column.ts'
import { paths } from '../../paths.ts'
import { ListChips, ListTable } from '../../record/ListTable.tsx'
import type { Facet } from '../../record/facets.ts'
import type { Act } from '../../record/act.ts'
import { type ActRun, useActs } from '../../record/use-acts.tsx'
import { useList } from '../../record/use-list.ts'
import { localTime } from '../../state/local-time.ts'
import { useAnswer } from '../../state/use-answer.ts'
import { askReceipts } from './ask-companies.ts'
import { draftOf } from './notification-draft.ts'
import styles from './Notifications.module.css'
import { SentWords } from './WordCards.tsx'

type Reader = Receipts['people'][number]

/** Show a notification that was sent: its words, and who has read it. */
export function SentPage({ record }: { record: Notification }) {
  const { uuid: id, title, sent_at, user_name } = record
  const [, navigate] = useLocation()
  const load = useCallback((signal: AbortSignal) => askReceipts(id, signal), [id])
  const receipts = useAnswer(load)
  const run = useActs(receipts.again)
  const { duplicate } = makeNotificationActs(record, {
    onCopy: (copy) => navigate(paths.notification(copy)),
    onDeleted: () => navigate(paths.notifications()),
  })
  return (
    <Page
      title={title}
      state={<OutgoingBadge status={record.status} />}
      facts={[user_name, localTime(sent_at)]}
      primary={{
        label: duplicate.label,
        icon: duplicate.icon,
        busy: run.busy === duplicate.id,
        disabledReason: duplicate.why,
        onPress: () => run.press(duplicate),
      }}
    >
      {run.failure.length > 0 && <Notice kind="error">{run.failure.join(' ')}</Notice>}
      <Waiting record={record} />
      <SentWords draft={draftOf(record, language.value)} />
      <Readers receipts={receipts} record={record} run={run} />
    </Page>
  )
}

/** Say how many companies have not received it, and if they still do. */
function Waiting({ record: { waiting, refused } }: { record: Notification }) {
  if (!waiting) return null
  const count = waiting.length
  return refused ? (
    <Notice kind="warning">{t('messages.sent.partly', { count })}</Notice>
  ) : (
    <Notice kind="info">{t('messages.sent.waiting', { count })}</Notice>
  )
}

function Readers(props: {
  receipts: ReturnType<typeof useAnswer<Receipts>>
  record: Notification
  run: ActRun
}) {
  const { record, run } = props
  const { value, failure, again } = props.receipts
  const mustSign = record.must_sign === true
  // Count people who joined later as well, who have it too.
  const count = Math.max(record.reached ?? 0, value?.people.length ?? 0)
  const columns = useMemo(() => makeColumns(mustSign), [mustSign])
  const remind = remindAct(record)
  const facets = useMemo(() => makeFacets(), [])
  const rows = value?.people
  const list = useList({ rows, columns, facets, firstSort: 'read_at', list: 'receipts' })
  return (
    <section className={styles.part}>
      <div className={styles.readersHead}>
        <h2>{t('messages.receipts.title')}</h2>
        {value && (
          <span className={styles.quiet}>
            {mustSign
              ? t('messages.receipts.signedCount', { signed: value.signed ?? 0, count })
              : t('messages.receipts.count', { read: value.read, count })}
          </span>
        )}
        {mustSign && value && (value.signed ?? 0) < value.people.length && (
          <Button
            icon="message"
            busy={run.busy === remind.id}
            disabledReason={remind.why}
            onClick={() => run.press(remind)}
          >
            {remind.label}
          </Button>
        )}
        <Button icon="refresh" kind="plain" onClick={again}>
          {t('messages.receipts.again')}
        </Button>
      </div>
      {failure.length > 0 && (
        <Notice kind="error" title={t('parts.fetchFailed')}>
          {failure.join(' ')}
        </Notice>
      )}
      <SilentCompanies companies={value?.silent} again={again} />
      <ListChips list={list} />
      <ListTable
        list={list}
        label={t('messages.receipts.title')}
        loading={!value && failure.length === 0}
        empty={<EmptyState icon="people" title={t('messages.receipts.none')} />}
      />
    </section>
  )
}

/** Remind the readers who have not signed: a mail to each, once a day at most. */
function remindAct(record: Notification): Act {
  const { uuid: id } = record
  return {
    id: 'remind',
    label: t('messages.act.remind'),
    icon: 'message',
    why: whyNotWith(record, 'remind'),
    send: async (opId) => {
      const { people, later } = await call(notificationCalls.remind, { params: { id } }, { opId })
      if (later !== undefined) return t('messages.done.remindLater')
      return t('messages.done.remind', { count: people })
    },
  }
}

function stateOf({ read_at, signed_at }: Reader): 'unread' | 'read' | 'signed' {
  if (signed_at) return 'signed'
  return read_at === null ? 'unread' : 'read'
}

function makeColumns(mustSign: boolean): Column<Reader>[] {
  const signed: Column<Reader> = {
    id: 'signed_at',
    header: t('messages.receipts.signedAt'),
    kind: 'date',
    value: ({ signed_at }) => signed_at ?? null,
    cell: ({ signed_at }) => localTime(signed_at) || '–',
    text: ({ signed_at }) => localTime(signed_at),
    width: 160,
  }
  return [
    {
      id: 'name',
      header: t('messages.receipts.name'),
      value: ({ name }) => name,
      cell: ({ name }) => <strong>{name}</strong>,
      fixed: true,
      width: 220,
    },
    {
      id: 'company',
      header: t('messages.receipts.company'),
      value: (row) => row.company_name,
      width: 220,
    },
    {
      id: 'state',
      header: t('messages.column.status'),
      value: (row) => t(`messages.receipts.${stateOf(row)}`),
      cell: (row) => <ReadBadge state={stateOf(row)} />,
      width: 140,
    },
    {
      id: 'read_at',
      header: t('messages.receipts.at'),
      kind: 'date',
      value: ({ read_at }) => read_at,
      cell: ({ read_at }) => localTime(read_at) || '–',
      text: ({ read_at }) => localTime(read_at),
      width: 160,
    },
    ...(mustSign ? [signed] : []),
  ]
}

function ReadBadge({ state }: { state: ReturnType<typeof stateOf> }) {
  return (
    <Badge
      shape={state === 'unread' ? 'ring' : 'disc'}
      tone={state === 'unread' ? 'warning' : 'accent'}
    >
      {t(`messages.receipts.${state}`)}
    </Badge>
  )
}

function makeFacets(): Facet<Reader>[] {
  return [
    {
      id: 'state',
      label: t('messages.column.status'),
      valueOf: stateOf,
      choices: (['unread', 'read', 'signed'] as const).map((value) => ({
        value,
        label: t(`messages.receipts.${value}`),
        badge: <ReadBadge state={value} />,
      })),
    },
  ]
}
