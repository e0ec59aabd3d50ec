import { type ReactNode, useRef, useState } from 'react'
import { t } from '../i18n/intl.ts'
import { Button } from '../parts/button/Button.tsx'
import { EmptyState } from '../parts/empty/EmptyState.tsx'
import { type Area, areaIcons } from '../parts/icon/area-icons.ts'
import { KeysToggle } from '../parts/keys/KeysToggle.tsx'
import { useSingleKeys } from '../parts/keys/use-single-keys.ts'
import { ContextMenu } from '../parts/menu/ContextMenu.tsx'
import { SilentCompanies } from '../parts/notice/SilentCompanies.tsx'
import { Page, type PageAction } from '../parts/page/Page.tsx'
import { ListWithPanel } from '../parts/panel/ListWithPanel.tsx'
import type { Column } from '../parts/table/column.ts'
import { FetchFailed } from '../parts/progress/Fetching.tsx'
import { usePageActions } from '../state/page-actions.ts'
import { setSingleKeys, singleKeys } from '../state/single-keys.ts'
import { type Act, findAct } from './act.ts'
import type { Facet } from './facets.ts'
import { ListChips, ListTable, saveRows } from './ListTable.tsx'
import styles from './Record.module.css'
import { type PanelFacts, RecordPanel } from './RecordPanel.tsx'
import { type ActRun, useActs } from './use-acts.tsx'
import { type RecordList, useList } from './use-list.ts'
import { useBulk } from './use-bulk.tsx'
import { writeOwnColumns } from './use-column-layout.ts'
import type { Rows } from './use-rows.ts'
import type { Revert } from './undo.ts'
import { ViewsMenu } from './ViewsMenu.tsx'

export interface RecordPageFacts<Row extends { uuid: string }> {
  /** One word: the record that is open in the address. */
  name: string
  /** One word: name of the file of a CSV, without its ending, and of the list whose columns and views are kept. */
  file: string
  title: string
  list: Rows<Row>
  /** Keep columns and facets outside of the component or memoised. */
  columns: readonly Column<Row>[]
  facets?: readonly Facet<Row>[]
  firstSort?: string
  nameOf: (row: Row) => string
  primary?: PageAction
  /** Beside the primary action. */
  menu?: ReactNode
  /** Above the list. */
  notices?: ReactNode
  /** An empty list shows the icon by which its area is known in the rail. */
  empty: { area: Area; title: string; text: string; action?: ReactNode }
  panel: (row: Row) => PanelFacts
  /** Acts on a record; the key E runs the one called `edit`. */
  actsOf: (row: Row) => readonly Act[]
  /** Reverts a record: with it, a change of many can be undone. */
  revert?: Revert
  /** Buttons for the rows that are selected, beside changing them. */
  selected?: (rows: readonly Row[]) => ReactNode
  /** Dialogs of the page. */
  children?: ReactNode
}

const noFacets: never[] = []
const keys = ['/', 'J', 'K', 'X', 'E', '.']

/**
 * Show a page of records of one kind: chips, a table, one record beside it, and its actions, by pointer, keys and
 * palette.
 */
export function RecordPage<Row extends { uuid: string }>(props: RecordPageFacts<Row>) {
  const { name, title, columns, facets = noFacets, nameOf, actsOf, revert } = props
  const list = useList({
    rows: props.list.rows,
    columns,
    facets,
    firstSort: props.firstSort ?? null,
    list: props.file,
  })
  const run = useActs(props.list.again)
  const bulk = useBulk({ actsOf, nameOf, revert, again: props.list.again, list })
  const area = useRef<HTMLDivElement>(null)
  const open = props.list.rows?.find(({ uuid }) => uuid === list.address.search.get(name))
  const show = (row: Row | null) => list.address.change({ [name]: row?.uuid ?? null })
  const menu = useKeys(props, { list, run, open, area })
  usePalette(props, { list, run, open })
  return (
    <Page title={title} menu={props.menu} {...(props.primary && { primary: props.primary })}>
      <FetchFailed {...props.list} title={t('parts.fetchFailed')} kind="warning" />
      <SilentCompanies companies={props.list.silent} again={props.list.again} />
      {props.notices}
      {bulk.notice}
      {/* Over list and panel: chips that a panel made wrap would move the rows. */}
      <ListChips list={list} />
      <ListWithPanel
        panel={
          open && (
            <RecordPanel
              key={open.uuid}
              title={nameOf(open)}
              part={name}
              panel={props.panel(open)}
              acts={props.actsOf(open)}
              run={run}
              onClose={() => show(null)}
            />
          )
        }
      >
        <div ref={area} className={styles.list}>
          <ListTable
            list={list}
            label={title}
            loading={!props.list.isWhole || !props.list.rows}
            nameOf={nameOf}
            actions={(rows) => (
              <>
                {bulk.menu(rows)}
                {props.selected?.(rows)}
              </>
            )}
            onOpen={(row) => show(row.uuid === open?.uuid ? null : row)}
            isPointed={(row) => row.uuid === open?.uuid}
            tools={
              <Tools>
                <ViewsMenu
                  page={props.file}
                  open={name}
                  address={list.address}
                  columns={writeOwnColumns(columns, list.table.layout)}
                />
              </Tools>
            }
            empty={
              <Empty
                facts={props.empty}
                isNarrowed={Object.keys(list.chosen).length > 0}
                onClear={() => list.address.change(noneOf(facets))}
              />
            }
          />
        </div>
      </ListWithPanel>
      {props.children}
      {run.dialog}
      {bulk.dialog}
      {menu}
    </Page>
  )
}

/** Show whether single keys act on the list, before its views. */
function Tools({ children }: { children: ReactNode }) {
  return (
    <>
      <span className={styles.keys}>
        <KeysToggle
          label={t('record.keys')}
          keys={keys}
          on={singleKeys.value}
          onChange={setSingleKeys}
        />
      </span>
      {children}
    </>
  )
}

/** Return the changes of the address that take all chips back. */
const noneOf = (facets: readonly { id: string }[]) =>
  Object.fromEntries(facets.map(({ id }) => [id, null]))

/** Say that there is none, which is asked for only where the rows are known: what could not be fetched may be there. */
function Empty(props: {
  facts: RecordPageFacts<{ uuid: string }>['empty']
  isNarrowed: boolean
  onClear: () => void
}) {
  const { facts } = props
  if (props.isNarrowed) {
    return (
      <EmptyState
        title={t('parts.table.none')}
        action={<Button onClick={props.onClear}>{t('parts.table.clear')}</Button>}
      />
    )
  }
  return (
    <EmptyState icon={areaIcons[facts.area]} title={facts.title} action={facts.action}>
      {facts.text}
    </EmptyState>
  )
}

interface Parts<Row extends { uuid: string }> {
  list: RecordList<Row>
  run: ActRun
  open: Row | undefined
}

/** Let keys act on the row in focus, else on the record that is open. Returns the menu of acts while it is shown. */
function useKeys<Row extends { uuid: string }>(
  { actsOf, nameOf, title }: RecordPageFacts<Row>,
  { list, run, open, area }: Parts<Row> & { area: { current: HTMLElement | null } },
): ReactNode {
  const [asked, setAsked] = useState<{ row: Row; at: { x: number; y: number } } | null>(null)
  const row = () => list.control.current?.active() ?? open ?? null
  useSingleKeys(singleKeys.value, {
    '/': () => area.current?.querySelector<HTMLElement>('input[type=search]')?.focus(),
    j: () => list.control.current?.move(1),
    k: () => list.control.current?.move(-1),
    x: ({ shiftKey }) => list.control.current?.pick(shiftKey),
    e: () => {
      const found = row()
      const edit = found && findAct(actsOf(found), 'edit')
      if (edit) run.press(edit)
    },
    '.': () => {
      const found = row()
      const { left = 0, top = 0 } = area.current?.getBoundingClientRect() ?? {}
      const at = list.control.current?.place() ?? { x: left + 48, y: top + 48 }
      if (found) setAsked({ row: found, at })
    },
  })
  return (
    asked && (
      <ContextMenu
        label={nameOf(asked.row) || title}
        at={asked.at}
        items={actsOf(asked.row).map((act) => ({
          id: act.id,
          label: act.label,
          icon: act.icon,
          danger: act.ask?.danger ?? false,
          disabledReason: act.why,
          onPress: () => run.press(act),
        }))}
        onClose={() => setAsked(null)}
      />
    )
  )
}

/** Offer in the palette what the page can do: its primary action, what it does with rows, and the acts of the open record. */
function usePalette<Row extends { uuid: string }>(
  { primary, actsOf, nameOf, title }: RecordPageFacts<Row>,
  { list, run, open }: Parts<Row>,
): void {
  const own = primary && !primary.disabledReason ? [primary] : []
  const acts = open ? actsOf(open).filter(({ why }) => why === null) : []
  usePageActions([
    ...own.map(({ label, icon = 'plus', onPress }) => ({
      id: 'page-primary',
      name: label,
      icon,
      run: onPress,
    })),
    ...acts.map((act) => ({
      id: `page-${act.id}`,
      name: act.label,
      icon: act.icon,
      ...(open && { note: nameOf(open) }),
      run: () => run.press(act),
    })),
    {
      id: 'page-csv',
      name: t('record.csv'),
      note: title,
      icon: 'download',
      run: () => void saveRows(list, list.listMatching()),
    },
    {
      id: 'page-select',
      name: t('record.selectAllMatching'),
      note: title,
      icon: 'check',
      run: list.select.matching,
    },
  ])
}
