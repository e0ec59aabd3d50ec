import { t } from '../../i18n/intl.ts'
import { Badge } from '../../parts/badge/Badge.tsx'
import type { DeviceHealth } from './health-summaries.ts'
import { verdictLooks } from './health/say-check.ts'

/** Say the health of a device in one badge: its worst verdict, and the check that it comes from. */
export function HealthBadge({ health }: { health: DeviceHealth | null }) {
  if (!health) return null
  return <Badge {...verdictLooks[health.verdict]}>{sayHealth(health)}</Badge>
}

/** Say the check that needs somebody, or the verdict where none does. */
export function sayHealth({ verdict, check }: DeviceHealth): string {
  return check ? t(`view.check.${check}`) : t(`view.verdict.${verdict}`)
}
