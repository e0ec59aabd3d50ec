import styles from './Progress.module.css'

/** Show progress from 0 to 1; without a value only that work goes on. */
export function Progress(props: { label: string; value?: number | null; text?: string }) {
  const { label, value, text } = props
  return (
    <div className={styles.progress}>
      <progress
        className={styles.bar}
        aria-label={label}
        aria-valuetext={text}
        max={1}
        {...(value == null ? {} : { value: Math.min(1, Math.max(0, value)) })}
      />
      {text && <span className={styles.text}>{text}</span>}
    </div>
  )
}
