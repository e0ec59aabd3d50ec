import { t } from '../../i18n/intl.ts'
import { Badge } from '../../parts/badge/Badge.tsx'
import { useRecallHold } from '../../state/recall-holds.ts'

/** Mark an analysis that a recall holds, wherever it waits for somebody's work; nothing for any other. */
export function HeldBadge({ analysis }: { analysis: { uuid: string; updated_at: string } }) {
  const hold = useRecallHold(analysis)
  if (!hold) return null
  return (
    <Badge shape="triangle" tone="warning">
      {t('recall.onHold', { recall: hold.recall_number })}
    </Badge>
  )
}
