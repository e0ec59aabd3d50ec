import { useMemo, useState } from 'react'
import { Link } from 'wouter'
import type { TrailEntry } from '../../../domain/calls/audit.ts'
import type { ReadPages } from '../../client/read-pages.ts'
import { t } from '../../i18n/intl.ts'
import { Button } from '../../parts/button/Button.tsx'
import { EmptyState } from '../../parts/empty/EmptyState.tsx'
import { FactList } from '../../parts/facts/FactList.tsx'
import { Notice } from '../../parts/notice/Notice.tsx'
import { Page } from '../../parts/page/Page.tsx'
import { ListWithPanel } from '../../parts/panel/ListWithPanel.tsx'
import { SidePanel } from '../../parts/panel/SidePanel.tsx'
import { filterRows, sortRows } from '../../parts/table/found-rows.ts'
import type { Column } from '../../parts/table/column.ts'
import { shownColumns } from '../../parts/table/column-layout.ts'
import { RecordTable } from '../../parts/table/RecordTable.tsx'
import { pagedTableAddress } from '../../parts/table/table-address.ts'
import { paths } from '../../paths.ts'
import { saveCsv } from '../../record/csv.ts'
import { useColumnLayout } from '../../record/use-column-layout.ts'
import { showErrors } from '../../state/show-errors.ts'
import { useAddress } from '../../use-address.ts'
import styles from './Audit.module.css'
import { EntryDetails, factsOf } from './EntryFacts.tsx'
import { EntryFilters } from './EntryFilters.tsx'
import { makeEntryColumns, sayAction } from './say-entry.tsx'
import { TrailState } from './TrailState.tsx'
import {
  clearedFilter,
  type EntryFilter,
  readEntries,
  readEntryFilter,
  useEntries,
} from './use-entries.ts'
import { type RecordNames, useRecordNames } from './use-record-names.ts'

/** Show the audit trail of the whole company, the newest entries first. The address keeps the filters and the open entry. */
export function AuditScreen() {
  const address = useAddress()
  const { filter, wrong } = readEntryFilter(address.search)
  const [pages, setPages] = useState(1)
  const { value, failure, again } = useEntries(filter, pages)
  const names = useRecordNames()
  const columns = useMemo(() => makeEntryColumns(names), [names])
  const rows = value?.rows ?? none
  const table = pagedTableAddress(address, null, 100)
  const choice = useColumnLayout('audit-trail', columns, address)
  const shownNow = useMemo(() => shownColumns(columns, choice.layout), [columns, choice.layout])
  const pick = (all: readonly TrailEntry[]) =>
    filterRows(sortRows(all, columns, table.sort), columns, table.filter)
  const change = (changes: Readonly<Record<string, string | null>>) =>
    address.change({ ...changes, page: null })
  const open = rows.find(({ seq }) => String(seq) === address.search.get('entry'))
  const show = (entry: TrailEntry | null) =>
    address.change({ entry: entry ? String(entry.seq) : null })
  return (
    <Page
      title={t('trail.title')}
      menu={
        <>
          <Link href={paths.auditReview()}>{t('trail.toReview')}</Link>
          <SaveCsv filter={filter} value={value} columns={shownNow} shown={pick} />
        </>
      }
    >
      <TrailState />
      <EntryFilters filter={filter} onChange={change} />
      {wrong.length > 0 && (
        <Notice
          kind="warning"
          title={t('trail.wrongFilter')}
          action={<Button onClick={() => change(clearedFilter)}>{t('parts.table.clear')}</Button>}
        >
          <bdi dir="ltr">{wrong.join(', ')}</bdi>
        </Notice>
      )}
      {failure.length > 0 && (
        <Notice
          kind="error"
          title={t('parts.fetchFailed')}
          action={<Button onClick={again}>{t('parts.again')}</Button>}
        >
          {failure.join(' ')}
        </Notice>
      )}
      {value && value.total > rows.length && (
        <Notice
          kind="info"
          action={<Button onClick={() => setPages(pages + 1)}>{t('trail.more')}</Button>}
        >
          {t('trail.shown', { shown: rows.length, total: value.total })}
        </Notice>
      )}
      <ListWithPanel
        panel={open && <EntryPanel entry={open} names={names} onClose={() => show(null)} />}
      >
        <div className={styles.list}>
          <RecordTable
            label={t('trail.title')}
            columns={columns}
            rows={rows}
            rowId={({ seq }) => String(seq)}
            loading={value === null && failure.length === 0}
            {...table}
            {...choice}
            onOpen={(row) => show(row.seq === open?.seq ? null : row)}
            empty={
              value && <EmptyState title={t('parts.table.none')}>{t('trail.none')}</EmptyState>
            }
          />
        </div>
      </ListWithPanel>
    </Page>
  )
}

const none: TrailEntry[] = []

function EntryPanel(props: { entry: TrailEntry; names: RecordNames; onClose: () => void }) {
  const { entry, names, onClose } = props
  return (
    <SidePanel title={`#${entry.seq} · ${sayAction(entry.action)}`} onClose={onClose}>
      <FactList facts={factsOf(entry, names)} />
      <EntryDetails entry={entry} />
    </SidePanel>
  )
}

/** Save all entries that match as CSV, in the order on show, also those that are not on the page. */
function SaveCsv(props: {
  filter: EntryFilter
  value: ReadPages<TrailEntry> | null
  columns: readonly Column<TrailEntry>[]
  /** Sort entries and leave out those that the table does not show. */
  shown: (all: readonly TrailEntry[]) => readonly TrailEntry[]
}) {
  const { filter, value, columns, shown } = props
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    try {
      const whole = value?.isWhole
        ? value
        : await readEntries(filter, 'all', new AbortController().signal)
      await saveCsv('audit-trail', shown(whole.rows), makeFileColumns(columns))
    } catch (error) {
      showErrors(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button
      icon="download"
      busy={busy}
      disabledReason={value?.rows.length ? null : t('parts.table.none')}
      onClick={() => void save()}
    >
      {t('record.csv')}
    </Button>
  )
}

/** Make the columns of the file: those on show, with ids and every change. */
function makeFileColumns(columns: readonly Column<TrailEntry>[]) {
  return [
    ...columns,
    { id: 'via', header: t('trail.via'), value: ({ actor }: TrailEntry) => actor.via },
    { id: 'uuid', header: 'UUID', value: ({ uuid }: TrailEntry) => uuid },
    {
      id: 'changes',
      header: t('trail.column.changes'),
      value: ({ changes }: TrailEntry) => JSON.stringify(changes),
    },
    {
      id: 'hash',
      header: t('record.sign.hash'),
      value: ({ record_hash }: TrailEntry) => record_hash,
    },
  ]
}
