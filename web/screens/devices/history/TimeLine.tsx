import { localTime } from '../../../state/local-time.ts'
import { t } from '../../../i18n/intl.ts'
import styles from './History.module.css'
import { type Happening, lanes } from './time-line.ts'

/** Size of the drawing; it is scaled to the page. */
const [width, laneHeight, top] = [1000, 22, 4]
/** Least width of a stretch of time, so that a short one is seen. */
const leastWidth = 3
/** Lines of the time axis. */
const steps = 6

/**
 * Draw what happened between two times, a lane for each kind. Time runs from left to right in every language, as in the charts. The picture
 * is for the eyes: the list below it says the same in words.
 */
export function TimeLine(props: {
  found: readonly Happening[]
  from: number
  to: number
  lit: string | null
  onLit: (id: string | null) => void
}) {
  const { found, from, to, lit, onLit } = props
  const height = top + lanes.length * laneHeight
  const x = (at: number) => (width * (Math.min(to, Math.max(from, at)) - from)) / (to - from)
  return (
    <figure className={styles.figure} dir="ltr" aria-hidden="true">
      <div className={styles.names}>
        {lanes.map((lane) => (
          <span key={lane}>{t(`view.lane.${lane}`)}</span>
        ))}
      </div>
      <svg
        className={styles.picture}
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        style={{ blockSize: height }}
      >
        {listTicks(from, to).map((at) => (
          <line key={at} className={styles.tick} x1={x(at)} x2={x(at)} y1={0} y2={height} />
        ))}
        {lanes.flatMap((lane, row) =>
          found
            .filter((one) => one.lane === lane)
            .map((one) => {
              const start = x(one.from)
              const wide = Math.max(leastWidth, one.to === null ? 0 : x(one.to) - start)
              return (
                <rect
                  key={one.id}
                  className={styles.bar}
                  data-lane={lane}
                  data-bad={one.isBad}
                  data-lit={one.id === lit}
                  x={Math.min(start, width - leastWidth)}
                  y={top + row * laneHeight + 3}
                  width={wide}
                  height={laneHeight - 8}
                  onPointerEnter={() => onLit(one.id)}
                  onPointerLeave={() => onLit(null)}
                >
                  <title>{`${localTime(one.from)} ${one.text}`}</title>
                </rect>
              )
            }),
        )}
      </svg>
      <TimeAxis from={from} to={to} />
    </figure>
  )
}

/** Write the times of the lines below a picture. */
export function TimeAxis({ from, to }: { from: number; to: number }) {
  const isShort = to - from <= 2 * 86_400_000
  return (
    <div className={styles.axis}>
      {listTicks(from, to).map((at) => (
        <span key={at}>{localTime(at, isShort ? 'time' : 'date')}</span>
      ))}
    </div>
  )
}

/** Return the times that have a line, from the first to the last. */
export function listTicks(from: number, to: number): number[] {
  return Array.from({ length: steps + 1 }, (_, step) => from + ((to - from) * step) / steps)
}
