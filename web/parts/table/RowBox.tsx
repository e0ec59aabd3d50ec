import styles from './RecordTable.module.css'

/** A box that fills its cell, so that it is met by a press beside it. Of rows it is no stop of Tab: keys select them. */
export function RowBox(props: {
  label: string
  checked: boolean
  mixed?: boolean
  tabIndex: number
  onPick: (range: boolean) => void
}) {
  const { label, checked, mixed = false, tabIndex, onPick } = props
  return (
    <label className={styles.box}>
      <input
        type="checkbox"
        aria-label={label}
        checked={checked}
        tabIndex={tabIndex}
        ref={(box) => {
          if (box) box.indeterminate = mixed
        }}
        // A change does not say whether Shift is held.
        onClick={(event) => onPick(event.shiftKey)}
        onChange={() => undefined}
      />
    </label>
  )
}
