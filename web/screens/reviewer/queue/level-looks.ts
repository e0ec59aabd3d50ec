import type { BadgeShape, BadgeTone } from '../../../parts/badge/Badge.tsx'
import type { QueueLevel } from './queue-entries.ts'

/** How a level looks: its shape says it, the colour repeats it. */
export const levelLooks: Readonly<Record<QueueLevel, { shape: BadgeShape; tone: BadgeTone }>> = {
  high: { shape: 'triangle', tone: 'warning' },
  unreadable: { shape: 'triangle', tone: 'danger' },
  medium: { shape: 'diamond', tone: 'review' },
  unread: { shape: 'none', tone: 'neutral' },
  low: { shape: 'half', tone: 'neutral' },
  none: { shape: 'ring', tone: 'neutral' },
}
