import type { ChangeEvent } from 'react'
import { t } from '../../i18n/intl.ts'
import { Icon } from '../icon/Icon.tsx'
import styles from './Scrubber.module.css'

/**
 * Choose a moment of a run by dragging, by the arrow keys or by the buttons beside it. At its end it stays with the
 * newest point, so that a run that goes on is followed.
 */
export function Scrubber(props: {
  label: string
  /** Number of points; the first is 1. */
  points: number
  /** Null for the newest. */
  at: number | null
  /** The moment in words: `Cycle 23`. */
  text: (at: number) => string
  onMove: (at: number | null) => void
}) {
  const { points, at, onMove } = props
  const shown = Math.min(points, at ?? points)
  const go = (to: number) => onMove(to >= points ? null : Math.max(1, to))
  return (
    <div className={styles.scrubber} dir="ltr">
      <button
        type="button"
        tabIndex={-1}
        className={styles.step}
        aria-label={t('parts.scrubber.back')}
        onClick={() => go(shown - 1)}
      >
        <Icon name="minus" />
      </button>
      <input
        type="range"
        className={styles.range}
        min={1}
        max={Math.max(2, points)}
        step={1}
        value={shown}
        disabled={points < 2}
        aria-label={props.label}
        aria-valuetext={props.text(shown)}
        onChange={(event: ChangeEvent<HTMLInputElement>) => go(Number(event.target.value))}
      />
      <button
        type="button"
        tabIndex={-1}
        className={styles.step}
        aria-label={t('parts.scrubber.on')}
        onClick={() => go(shown + 1)}
      >
        <Icon name="plus" />
      </button>
      <output className={styles.text}>{props.text(shown)}</output>
      <button
        type="button"
        className={styles.step}
        aria-pressed={at === null}
        aria-label={t('parts.scrubber.newest')}
        title={t('parts.scrubber.newest')}
        onClick={() => onMove(null)}
      >
        <Icon name="skip" />
      </button>
    </div>
  )
}
