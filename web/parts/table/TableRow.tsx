import { computed } from '@preact/signals-react'
import { type ReactNode, useMemo } from 'react'
import { classNames } from '../class-names.ts'
import type { Column } from './column.ts'
import styles from './RecordTable.module.css'
import { RowBox } from './RowBox.tsx'
import look from './TableLook.module.css'

/** Show one row. A press anywhere opens or selects it; controls inside keep their own presses. */
export function TableRow<Row>(props: {
  id: string
  index: number
  /** Its place among the rows of all pages. */
  place: number
  row: Row
  columns: readonly Column<Row>[]
  active: boolean
  selected: boolean | undefined
  opens: boolean
  isPointed: ((row: Row) => boolean) | undefined
  /** Selects the row; with Shift all from the last one on. */
  box: { label: string; onPick: (range: boolean) => void } | undefined
  onHover: (() => void) | undefined
}) {
  const { row, columns, index, isPointed, box } = props
  // Draw only those rows again whose answer changes.
  const pointed = useMemo(() => computed(() => isPointed?.(row)), [isPointed, row])
  return (
    <tr
      id={props.id}
      data-row={index}
      className={classNames(look.row, styles.row)}
      aria-rowindex={props.place + 2}
      aria-selected={props.selected}
      data-active={props.active || undefined}
      data-opens={props.opens || undefined}
      data-pointed={pointed.value || undefined}
      onPointerEnter={props.onHover}
    >
      {box && (
        <td className={styles.boxed}>
          <RowBox {...box} checked={props.selected === true} tabIndex={-1} />
        </td>
      )}
      {columns.map((column) => (
        <td key={column.id} data-kind={column.kind} data-live={column.live || undefined}>
          {column.cell ? column.cell(row) : plainCell(column.value(row))}
        </td>
      ))}
    </tr>
  )
}

function plainCell(value: string | number | null | undefined): ReactNode {
  return value ?? ''
}
