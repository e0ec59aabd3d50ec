import { t } from '../../i18n/intl.ts'
import { Badge } from '../../parts/badge/Badge.tsx'

/** Show that a method is put away: it is not offered and still opens. */
export function ArchivedBadge() {
  return (
    <Badge shape="ring" tone="neutral">
      {t('methods.archived')}
    </Badge>
  )
}
