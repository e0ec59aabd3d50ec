import { Link } from 'wouter'
import type { Analysis } from '../../../../../domain/entities/analysis.ts'
import type { RecallHold } from '../../../../../domain/entities/recall.ts'
import type { LegalHold } from '../../../../../domain/entities/retention.ts'
import { t } from '../../../../i18n/intl.ts'
import { Notice } from '../../../../parts/notice/Notice.tsx'
import { paths } from '../../../../paths.ts'
import { localTime } from '../../../../state/local-time.ts'
import { useRecallHold } from '../../../../state/recall-holds.ts'
import { may } from '../../../../state/session.ts'

/** Say that the analysis is on legal hold, and that a recall holds it, why, and where that hold is lifted. */
export function HoldNotice({ record }: { record: Analysis }) {
  const hold = useRecallHold(record)
  return (
    <>
      {record.legal_hold && <LegalHoldNotice hold={record.legal_hold} />}
      {hold && <RecallHoldNotice hold={hold} />}
    </>
  )
}

function LegalHoldNotice({ hold: { user_name: by, at, reason } }: { hold: LegalHold }) {
  return (
    <Notice kind="info" title={t('hold.on')}>
      {t('hold.by', { by, at: localTime(at, 'minute'), reason })}
    </Notice>
  )
}

function RecallHoldNotice({ hold }: { hold: RecallHold }) {
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
