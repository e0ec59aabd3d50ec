import styles from './Icon.module.css'
import type { IconName } from './icon-paths.ts'
import { iconPaths } from './icon-paths.ts'

/** These point along the line of text, so they turn round in right-to-left languages. */
const turning: ReadonlySet<IconName> = new Set(['next', 'back', 'list'])

/** Draw a decoration beside words: hidden from screen readers, so that the words must be complete. */
export function Icon({ name, size = 16 }: { name: IconName; size?: number }) {
  return (
    <svg
      className={styles.icon}
      data-turning={turning.has(name) || undefined}
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.5}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={iconPaths[name]} />
    </svg>
  )
}
