import { type ReadonlySignal, useComputed } from '@preact/signals-react'
import type { CSSProperties } from 'react'
import { memo } from 'react'
import { classNames } from '../class-names.ts'
import { inkOn } from './ink.ts'
import styles from './Well.module.css'

/** Look of one well, with its text for screen readers. */
export type WellLook = {
  /** Said after the well's name: `sample 0042, unknown, FAM 24.31`. */
  label: string
  /** A CSS colour; `#rrggbb` lets the badge pick a readable ink. */
  fill?: string | undefined
  /** A second ring inside the selection's, such as a replicate group or a live well. */
  ring?: string | undefined
  /** One or two letters: U, S, +, −, N, I. */
  badge?: string | undefined
  /** Figure under the badge and name of the sample, shown where wells are large enough. */
  figure?: string | undefined
  caption?: string | undefined
  /** Name of the sample in full, for wells that are zoomed. */
  name?: string | undefined
  /** One or two letters for the kind of control: in the upper corner unless the badge says it, with a frame round the well. */
  control?: string | undefined
  /** A corner mark for a flag: its colour. */
  mark?: string | undefined
  /** One or two letters in the lower corner, such as the number of a reaction mix. */
  tag?: string | undefined
  /** Somebody has written about the well: a mark in the lower corner. */
  noted?: boolean | undefined
  /** Effect of a previewed step on the well: fill, change or empty it. */
  ghost?: 'new' | 'changed' | 'gone' | undefined
  /** Nothing here: drawn faint. */
  quiet?: boolean | undefined
}

type WellProps = WellLook & {
  id: string
  index: number
  /** Name of the well, such as B7. */
  place: string
  selected: boolean
  tab: boolean
  /** The well that is pointed at elsewhere: where it is this one, it has a ring. */
  pointed: ReadonlySignal<number | null> | undefined
}

/** One well. Its props are plain values, so of 96 wells only the changed ones are drawn again. */
export const Well = memo(function Well(props: WellProps) {
  const { id, index, place, name, label, fill, badge, caption, mark } = props
  const { figure, control, tag, noted, ghost, quiet, selected, tab, pointed } = props
  const isPointed = useComputed(() => pointed?.value === index)
  const ring = isPointed.value ? 'var(--accent)' : props.ring
  const look = { '--fill': fill, '--ring': ring, '--ink': inkOn(fill), '--mark': mark }
  return (
    <div
      id={id}
      role="gridcell"
      data-well={index}
      className={styles.cell}
      tabIndex={tab ? 0 : -1}
      aria-selected={selected}
      data-ghost={ghost}
      aria-label={`${place}: ${label}`}
    >
      <span
        className={classNames(
          styles.well,
          quiet && styles.quiet,
          ring && styles.ringed,
          control && styles.controlled,
          (caption || figure) && styles.named,
        )}
        style={look as CSSProperties}
        aria-hidden="true"
      >
        {badge && (
          <span
            className={classNames(styles.badge, badge.length > 3 && styles.long)}
            data-text={badge}
          />
        )}
        {figure && <span className={styles.figure} data-text={figure} />}
        {caption && (
          <span className={styles.caption} data-text={caption} data-name={name ?? caption} />
        )}
        {mark && <span className={styles.mark} />}
        {control && control !== badge && <span className={styles.control} data-text={control} />}
        {tag && <span className={styles.tag} data-text={tag} />}
        {noted && <span className={styles.noted} />}
      </span>
    </div>
  )
})
