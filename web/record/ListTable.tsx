import type { ReactNode } from 'react'
import { t } from '../i18n/intl.ts'
import { Button } from '../parts/button/Button.tsx'
import { pageSpan } from '../parts/table/paging.ts'
import { RecordTable } from '../parts/table/RecordTable.tsx'
import { showErrors } from '../state/show-errors.ts'
import { saveCsv } from './csv.ts'
import { FacetBar } from './FacetBar.tsx'
import styles from './Record.module.css'
import { SelectionBar } from './SelectionBar.tsx'
import type { RecordList } from './use-list.ts'

type Listed = { uuid: string }

/** Save rows of a list as CSV, with the columns on show. */
export async function saveRows<Row extends Listed>(
  list: RecordList<Row>,
  rows: readonly Row[],
): Promise<void> {
  await saveCsv(list.name, rows, list.columns).catch(showErrors)
}

/** Show the filters of a list as chips. */
export function ListChips<Row extends Listed>(props: {
  list: RecordList<Row>
  /** Rows that are counted, where they are drawn later than the table. */
  rows?: readonly Row[]
  /** Facet whose choices the page draws by itself. */
  hidden?: string
}) {
  const { list, rows = list.all, hidden } = props
  if (list.facets.length === 0) return null
  return (
    <FacetBar
      rows={rows}
      facets={list.facets}
      chosen={list.chosen}
      {...(hidden !== undefined && { hidden })}
      onChange={(changes) => list.address.change({ ...changes, page: null })}
    />
  )
}

/** Show the table of a list, with its order, columns and selection, and save it as CSV. */
export function ListTable<Row extends Listed>(props: {
  list: RecordList<Row>
  /** Name of the rows, for screen readers. */
  label: string
  loading?: boolean
  /** With it rows can be selected. */
  nameOf?: (row: Row) => string
  /** Buttons for the rows that are selected; with it a bar says which are. */
  actions?: (rows: readonly Row[]) => ReactNode
  onOpen?: (row: Row) => void
  isPointed?: (row: Row) => boolean
  /** Before the button that saves a CSV. */
  tools?: ReactNode
  empty: ReactNode
}) {
  const { list, nameOf, actions } = props
  return (
    <>
      <RecordTable
        label={props.label}
        columns={list.allColumns}
        rows={list.rows}
        rowId={(row) => row.uuid}
        loading={props.loading ?? false}
        {...list.table}
        {...(nameOf && {
          selected: list.selection.ids,
          onSelect: list.select.rows,
          boxes: {
            row: (row: Row) => t('record.select', { name: nameOf(row) }),
            page: t('record.selectAll'),
          },
        })}
        control={list.control}
        {...(props.onOpen && { onOpen: props.onOpen })}
        isPointed={props.isPointed}
        tools={
          <span className={styles.tools}>
            {props.tools}
            <Button
              icon="download"
              kind="plain"
              iconOnly
              title={t('record.csvHint')}
              onClick={() => void saveRows(list, list.listMatching())}
            >
              {t('record.csv')}
            </Button>
          </span>
        }
        empty={props.empty}
      />
      {actions && list.selection.ids.size > 0 && <Selected list={list} actions={actions} />}
    </>
  )
}

function Selected<Row extends Listed>(props: {
  list: RecordList<Row>
  actions: (rows: readonly Row[]) => ReactNode
}) {
  const { list, actions } = props
  const { ids } = list.selection
  const matching = list.listMatching()
  const shown = matching.filter(({ uuid }) => ids.has(uuid))
  const picked = list.all.filter(({ uuid }) => ids.has(uuid))
  const { rows, page } = list.table.paging
  const { from, to } = pageSpan(matching.length, rows, page)
  return (
    <SelectionBar
      selection={list.selection}
      hidden={ids.size - shown.length}
      page={to - from}
      matching={matching.length}
      onPage={list.select.page}
      onMatching={list.select.matching}
      onClear={list.select.none}
    >
      {actions(picked)}
      <Button icon="download" onClick={() => void saveRows(list, shown)}>
        {t('record.csvOf', { count: shown.length })}
      </Button>
    </SelectionBar>
  )
}
