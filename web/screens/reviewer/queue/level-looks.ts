import type { RiskLevel } from '../../../../domain/rules/review-risk.ts'
import type { BadgeShape, BadgeTone } from '../../../parts/badge/Badge.tsx'

/** How a level looks: its shape says it, the colour repeats it. */
export const levelLooks: Readonly<Record<RiskLevel, { shape: BadgeShape; tone: BadgeTone }>> = {
  high: { shape: 'triangle', tone: 'warning' },
  medium: { shape: 'diamond', tone: 'review' },
  low: { shape: 'half', tone: 'neutral' },
  none: { shape: 'ring', tone: 'neutral' },
}
