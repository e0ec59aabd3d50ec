import type { ReactNode } from 'react'
import styles from './Badge.module.css'

/** Told by shape first, by colour second. */
export type BadgeShape = 'disc' | 'ring' | 'diamond' | 'triangle' | 'half' | 'none'
export type BadgeTone =
  | 'neutral'
  | 'accent'
  | 'info'
  | 'warning'
  | 'danger'
  | 'detected'
  | 'not-detected'
  | 'review'
  | 'invalid'

/** Show a word with its shape: a result, a state of a record, a connection. */
export function Badge(props: { shape?: BadgeShape; tone?: BadgeTone; children: ReactNode }) {
  const { shape = 'none', tone = 'neutral', children } = props
  return (
    <span className={styles.badge} data-tone={tone}>
      {shape !== 'none' && <Shape shape={shape} />}
      {children}
    </span>
  )
}

const drawings: Record<Exclude<BadgeShape, 'none'>, ReactNode> = {
  disc: <circle cx="5" cy="5" r="4.5" fill="currentColor" />,
  ring: <circle cx="5" cy="5" r="3.7" fill="none" stroke="currentColor" strokeWidth="1.6" />,
  half: (
    <>
      <circle cx="5" cy="5" r="3.9" fill="none" stroke="currentColor" strokeWidth="1.2" />
      <path d="M5 1.1a3.9 3.9 0 0 1 0 7.8z" fill="currentColor" />
    </>
  ),
  diamond: <path d="M5 0 10 5 5 10 0 5z" fill="currentColor" />,
  triangle: <path d="M5 .5 10 9.5H0z" fill="currentColor" />,
}

function Shape({ shape }: { shape: Exclude<BadgeShape, 'none'> }) {
  return (
    <svg width="10" height="10" viewBox="0 0 10 10" aria-hidden="true">
      {drawings[shape]}
    </svg>
  )
}
