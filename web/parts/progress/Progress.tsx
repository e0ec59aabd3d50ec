import styles from './Progress.module.css'

/** How far something is, from 0 to 1; without a value it only says that work goes on. */
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
