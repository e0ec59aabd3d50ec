import { useMemo, useState } from 'react'
import { Link } from 'wouter'
import type { TrailEntry } from '../../../domain/calls/audit.ts'
import { t } from '../../i18n/intl.ts'
import { Button } from '../../parts/button/Button.tsx'
import { EmptyState } from '../../parts/empty/EmptyState.tsx'
import { FactList } from '../../parts/facts/FactList.tsx'
import { Notice } from '../../parts/notice/Notice.tsx'
import { Page } from '../../parts/page/Page.tsx'
import { Progress } from '../../parts/progress/Progress.tsx'
import { ListWithPanel } from '../../parts/panel/ListWithPanel.tsx'
import { SidePanel } from '../../parts/panel/SidePanel.tsx'
import { filterRows, sortRows } from '../../parts/table/found-rows.ts'
import { writeSort } from '../../parts/table/sort.ts'
import type { Column } from '../../parts/table/column.ts'
import { shownColumns } from '../../parts/table/column-layout.ts'
import { RecordTable } from '../../parts/table/RecordTable.tsx'
import { pagedTableAddress } from '../../parts/table/table-address.ts'
import { FetchFailed } from '../../parts/progress/Fetching.tsx'
import { WrongFilter } from '../../parts/table/WrongFilter.tsx'
import { paths } from '../../paths.ts'
import { saveCsv } from '../../record/csv.ts'
import { useColumnLayout } from '../../record/use-column-layout.ts'
import { showErrors } from '../../state/show-errors.ts'
import { useAddress } from '../../use-address.ts'
import styles from './Audit.module.css'
import { EntryDetails, factsOf } from './EntryFacts.tsx'
import { EntryFilters } from './EntryFilters.tsx'
import { makeEntryColumns, type RecordNames, sayAction } from './say-entry.tsx'
import { TrailState } from './TrailState.tsx'
import {
  clearedFilter,
  type EntryFilter,
  readEntryFilter,
  readWanted,
  serviceSort,
  useEntries,
} from './use-entries.ts'
import { useRecordNames } from './use-record-names.ts'

/** Show the audit trail of the whole company, the newest entries first. The address keeps the filters and the open entry. */
export function AuditScreen() {
  const address = useAddress()
  const { filter, wrong } = readEntryFilter(address.search)
  const [pages, setPages] = useState(1)
  const table = pagedTableAddress(address, null, 100)
  const wanted = { sort: table.sort, text: table.filter.trim() }
  const { value, failure, again } = useEntries(filter, wanted, pages)
  const rows = value?.rows ?? none
  const names = useRecordNames(rows)
  const columns = useMemo(() => makeEntryColumns(names), [names])
  const choice = useColumnLayout('audit-trail', columns, address)
  const shownNow = useMemo(() => shownColumns(columns, choice.layout), [columns, choice.layout])
  const isSorted = (value?.sort.length ?? 0) > 0
  const isWaiting = value !== null && !isAnswerTo(value, wanted)
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
          <SaveCsv
            filter={filter}
            wanted={wanted}
            isEmpty={rows.length === 0}
            all={columns}
            columns={shownNow}
          />
        </>
      }
    >
      <TrailState />
      <EntryFilters filter={filter} onChange={change} />
      <WrongFilter
        title={t('trail.wrongFilter')}
        wrong={wrong}
        onClear={() => change(clearedFilter)}
      />
      <FetchFailed failure={failure} again={again} title={t('parts.fetchFailed')} />
      {isWaiting && failure.length === 0 ? (
        <Progress label={t('parts.loading')} text={t('trail.asking')} />
      ) : (
        value && <PartNotice value={value} onMore={() => setPages(pages + 1)} />
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
            loading={(value === null || isWaiting) && failure.length === 0}
            {...table}
            {...choice}
            isSorted={isSorted}
            isFound={(value?.text ?? '') !== ''}
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

type Entries = NonNullable<ReturnType<typeof useEntries>['value']>
type Wanted = Parameters<typeof useEntries>[1]

/**
 * Return true when the service has sorted and searched as wanted; columns that it does not sort by do not count. Entries that
 * are all here need no service.
 */
function isAnswerTo(value: Entries, { sort, text }: Wanted): boolean {
  if (value.isWhole && value.text === '') return true
  return writeSort(value.sort) === writeSort(serviceSort(sort)) && value.text === text
}

/** Say which part of the entries is shown, where the text was looked for, and offer more of them. */
function PartNotice({ value, onMore }: { value: Entries; onMore: () => void }) {
  const { rows, total, sort, text } = value
  const isPart = total > rows.length
  if (!isPart && text === '') return null
  const shown = { shown: rows.length, total }
  return (
    <Notice
      kind="info"
      {...(isPart && { action: <Button onClick={onMore}>{t('trail.more')}</Button> })}
    >
      {isPart && t(sort.length > 0 ? 'trail.shownSorted' : 'trail.shown', shown)}{' '}
      {text !== '' && t('trail.searched')}
    </Notice>
  )
}

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
  wanted: Wanted
  isEmpty: boolean
  /** Columns that are sorted by and searched, and those on show. */
  all: readonly Column<TrailEntry>[]
  columns: readonly Column<TrailEntry>[]
}) {
  const { filter, wanted, columns } = props
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    try {
      const found = await readWanted(filter, wanted, 'all', new AbortController().signal)
      const { rows } = found
      const sorted = found.sort.length > 0 ? rows : sortRows(rows, props.all, wanted.sort)
      const shown = found.text === '' ? filterRows(sorted, props.all, wanted.text) : sorted
      await saveCsv('audit-trail', shown, makeFileColumns(columns))
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
      disabledReason={props.isEmpty ? t('parts.table.none') : null}
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
