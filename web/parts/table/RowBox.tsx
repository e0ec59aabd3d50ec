import styles from './RecordTable.module.css'

/**
 * Show a check box that fills its cell, so that a press beside it counts. In rows it is no tab stop, because keys
 * select them.
 */
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
        // Pick at the click, since a change does not say whether Shift is held.
        onClick={(event) => onPick(event.shiftKey)}
        onChange={() => undefined}
      />
    </label>
  )
}
