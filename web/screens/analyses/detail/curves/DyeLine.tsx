import styles from './DyeLine.module.css'

/** Draw the dye's colour and its dash, as the curves have them. */
export function DyeLine({ color, dash }: { color: string; dash: readonly number[] }) {
  return (
    <svg width="22" height="8" aria-hidden="true" className={styles.dyeLine}>
      <line
        x1="1"
        x2="21"
        y1="4"
        y2="4"
        stroke={color}
        strokeWidth="2.5"
        strokeDasharray={dash.join(' ')}
      />
    </svg>
  )
}
