import { t } from '../../i18n/intl.ts'
import type { AnalysisRow } from '../../local/list-rows.ts'
import { Badge } from '../../parts/badge/Badge.tsx'
import { Icon } from '../../parts/icon/Icon.tsx'
import { useRecallHold } from '../../state/recall-holds.ts'
import styles from './AnalysisResults.module.css'

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

/** Mark an analysis of a long list that a recall holds or that is on legal hold, by a sign with its words as a title. */
export function HeldMark({ analysis }: { analysis: AnalysisRow }) {
  const hold = useRecallHold(analysis)
  const words = [
    ...(hold ? [t('recall.onHold', { recall: hold.recall_number })] : []),
    ...(analysis.legal_hold ? [t('hold.on')] : []),
  ].join('. ')
  if (words === '') return null
  return (
    <span className={styles.held} title={words}>
      <Icon name="lock" size={16} />
      <span className="visually-hidden">{words}</span>
    </span>
  )
}
