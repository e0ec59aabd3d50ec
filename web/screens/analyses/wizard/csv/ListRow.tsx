import { memo, useRef, useState } from 'react'
import type { ListTarget } from '../../../../../workers/files/sample-list/list-wish.ts'
import type { ListColumn } from '../../../../../domain/catalog/list-words.ts'
import type { ListRowView } from '../../../../../workers/files/sample-list/list-view.ts'
import { formatNumber } from '../../../../i18n/format.ts'
import { t } from '../../../../i18n/intl.ts'
import { classNames } from '../../../../parts/class-names.ts'
import { Icon } from '../../../../parts/icon/Icon.tsx'
import look from '../../../../parts/table/TableLook.module.css'
import { columnWord, kindOf, outcomeText } from './list-words.ts'
import styles from './ListTable.module.css'

interface ListRowProps {
  id: string
  at: number
  /** Undefined until it has come from the worker. */
  row: ListRowView | undefined
  columns: readonly ListColumn[]
  shape: ListTarget['shape']
  /** The column that is looked at, when the row is. */
  active: number | null
  /** The text that is typed there. */
  editing: string | null
  /** `move` by columns. */
  onCommit: (text: string, move: number) => void
  onCancel: () => void
}

/** Show a row of the file with its outcome. Draw it again only if it has changed. */
export const ListRow = memo(drawRow, (before, after) => {
  const isStill = after.active === null && before.active === null
  return isStill && before.row === after.row && before.at === after.at && sameFrame(before, after)
})

const sameFrame = (one: ListRowProps, other: ListRowProps) =>
  one.columns === other.columns && one.shape === other.shape && one.id === other.id

function drawRow(props: ListRowProps) {
  const { id, at, row, columns, active, editing } = props
  return (
    <tr
      className={classNames(look.row, styles.row)}
      data-row={at}
      aria-rowindex={at + 2}
      data-active={active !== null || undefined}
      data-outcome={row?.outcome.kind}
    >
      <td data-column="row" data-kind="number">
        {row && formatNumber(row.row)}
      </td>
      {columns.map((column, cell) => (
        <td
          key={column}
          id={`${id}-${cell}`}
          data-column={column}
          data-kind={kindOf(column)}
          data-cell={cell}
          data-active={active === cell || undefined}
          data-changed={row?.changed.includes(column) || undefined}
          aria-selected={active === cell}
        >
          {active === cell && editing !== null ? (
            <CellEditor
              label={t('wizard.csv.edit', { column: columnWord(column), row: row?.row ?? 0 })}
              text={editing}
              onCommit={props.onCommit}
              onCancel={props.onCancel}
            />
          ) : (
            <CellText row={row} column={column} />
          )}
        </td>
      ))}
      <td data-column="outcome">{row && <Outcome row={row} shape={props.shape} />}</td>
    </tr>
  )
}

function CellText({ row, column }: { row: ListRowView | undefined; column: ListColumn }) {
  if (!row) return <span className={styles.coming} />
  return (
    <>
      <bdi>{row.cells[column]}</bdi>
      {row.changed.includes(column) && (
        <span className="visually-hidden"> ({t('wizard.csv.changed')})</span>
      )}
    </>
  )
}

function Outcome({ row, shape }: { row: ListRowView; shape: ListTarget['shape'] }) {
  const text = outcomeText(row.outcome, shape)
  const { kind } = row.outcome
  return (
    <span className={styles.outcome}>
      {kind === 'left' && <Icon name="warning" />}
      {kind === 'taken' && <Icon name="check" />}
      {kind === 'skipped' && <Icon name="minus" />}
      <span>{text}</span>
    </span>
  )
}

function CellEditor(props: {
  label: string
  text: string
  onCommit: (text: string, move: number) => void
  onCancel: () => void
}) {
  const [text, setText] = useState(props.text)
  const isOver = useRef(false)
  // Commit only once: the field also loses the focus when it is taken away.
  const commit = (move: number) => {
    if (isOver.current) return
    isOver.current = true
    props.onCommit(text, move)
  }
  const cancel = () => {
    isOver.current = true
    props.onCancel()
  }
  return (
    <input
      className={styles.editor}
      aria-label={props.label}
      value={text}
      autoFocus
      spellCheck={false}
      autoComplete="off"
      dir="auto"
      onChange={({ currentTarget }) => setText(currentTarget.value)}
      onBlur={() => commit(0)}
      onKeyDown={(event) => {
        if (event.key === 'Enter' || event.key === 'Tab') {
          commit(event.key === 'Enter' ? 0 : event.shiftKey ? -1 : 1)
        } else if (event.key === 'Escape') cancel()
        else {
          // Leave letters to the field: the table must not take them for its own.
          event.stopPropagation()
          return
        }
        // Keep it from the dialog as well, which would be sent, or closed.
        event.preventDefault()
        event.stopPropagation()
      }}
    />
  )
}
