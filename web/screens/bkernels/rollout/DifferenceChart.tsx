import styles from './Rollout.module.css'

const width = 240
const height = 44

/**
 * Draw the differences of pairs as dots on one scale, with zero, the limit beyond which it is worse, and their mean. Numbers grow to
 * the right in every language.
 */
export function DifferenceChart(props: {
  label: string
  differences: readonly number[]
  mean: number
  limit: number
  worse: 'more' | 'less' | 'either'
}) {
  const { label, differences, mean, limit, worse } = props
  const most = Math.max(3 * limit, Math.abs(mean), ...spreadOf(differences))
  const place = (value: number) => (width / 2) * (1 + Math.max(-1, Math.min(1, value / most)))
  const limits = { more: [limit], less: [-limit], either: [-limit, limit] }[worse]
  return (
    <svg
      className={styles.chart}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={label}
      direction="ltr"
    >
      {limits.map((value) => (
        <rect
          key={value}
          className={styles.beyond}
          x={value < 0 ? 0 : place(value)}
          y={0}
          width={value < 0 ? place(value) : width - place(value)}
          height={height}
        />
      ))}
      <line className={styles.zero} x1={place(0)} x2={place(0)} y1={0} y2={height} />
      {differences.map((value, at) => (
        // Give each a height of its own: dots of equal differences would hide each other.
        // oxlint-disable-next-line react/no-array-index-key
        <circle key={at} className={styles.dot} cx={place(value)} cy={8 + ((at * 13) % 29)} r={2} />
      ))}
      <line className={styles.mean} x1={place(mean)} x2={place(mean)} y1={2} y2={height - 2} />
    </svg>
  )
}

/** Return the sizes within which nearly all differences are, so that one that is far out does not press the others together. */
function spreadOf(differences: readonly number[]): number[] {
  const sizes = differences.map((value) => Math.abs(value)).toSorted((a, b) => a - b)
  return sizes.slice(0, Math.ceil(0.95 * sizes.length)).slice(-1)
}
