import type { ReactNode } from 'react'
import { formatNumber } from '../../i18n/format.ts'
import styles from './FilterChips.module.css'

export interface FilterChip {
  id: string
  label: ReactNode
  /** Number of rows; undefined while it is not known. */
  count: number | undefined
  pressed: boolean
  onPress: () => void
}

/** Show the filters of a list, each with its number of records. */
export function FilterChips(props: { label: string; chips: readonly FilterChip[] }) {
  return (
    <div className={styles.chips} role="group" aria-label={props.label}>
      {props.chips.map(({ id, label, count, pressed, onPress }) => (
        <button
          key={id}
          type="button"
          className={styles.chip}
          aria-pressed={pressed}
          onClick={onPress}
        >
          {label}{' '}
          {count !== undefined && <span className={styles.count}>{formatNumber(count)}</span>}
        </button>
      ))}
    </div>
  )
}
