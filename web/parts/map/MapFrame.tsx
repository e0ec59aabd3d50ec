import { type KeyboardEvent, type ReactNode, type Ref, useId } from 'react'
import styles from './PlaceMap.module.css'

/** Draw the frame of the map, with one tab stop and its markers over it. */
export function MapFrame({
  label,
  keys,
  frame,
  target,
  picks,
  onKeyDown,
  children,
}: {
  label: string
  /** Instructions for the keyboard, for screen readers. */
  keys: string
  frame: Ref<HTMLDivElement>
  target: Ref<HTMLDivElement>
  /** A press on it takes a place. */
  picks?: boolean
  onKeyDown?: (event: KeyboardEvent) => void
  children: ReactNode
}) {
  const hint = useId()
  return (
    // Draw the map with the west on the left in every language.
    <div ref={frame} className={styles.frame} data-picks={picks ? '' : undefined} dir="ltr">
      <div
        ref={target}
        className={styles.map}
        role="application"
        aria-label={label}
        aria-describedby={hint}
        tabIndex={0}
        onKeyDown={onKeyDown}
      />
      <span id={hint} className="visually-hidden">
        {keys}
      </span>
      {children}
    </div>
  )
}
