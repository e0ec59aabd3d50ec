import { Link } from 'wouter'
import type { Analysis } from '../../../../../domain/entities/analysis.ts'
import { t } from '../../../../i18n/intl.ts'
import { Notice } from '../../../../parts/notice/Notice.tsx'
import { paths } from '../../../../paths.ts'
import { useRecallHold } from '../../../../state/recall-holds.ts'
import { may } from '../../../../state/session.ts'

/** Say that a recall holds the analysis, why, and where the hold is lifted. */
export function HoldNotice({ record }: { record: Analysis }) {
  const hold = useRecallHold(record)
  if (!hold) return null
  const { recall_number: recall, recall_uuid, reason } = hold
  return (
    <Notice
      kind="warning"
      title={t('recall.onHold', { recall })}
      action={
        may('results.search') && <Link href={paths.recall(recall_uuid)}>{t('recall.show')}</Link>
      }
    >
      {t('recall.onHoldText', { reason })}
    </Notice>
  )
}
