import type { Analysis } from '../../../../../domain/entities/analysis.ts'
import { refuseAnalysis } from '../../../../../domain/rules/analysis.ts'
import { t } from '../../../../i18n/intl.ts'
import { Notice } from '../../../../parts/notice/Notice.tsx'
import { account } from '../../../../state/session.ts'

/** Tell the person who launched a run, in a company with four eyes, that another person must sign, and who may not. */
export function SigningNote({ record }: { record: Analysis }) {
  const who = account.value
  if (!who || record.status !== 'COMPLETE') return null
  const refusal = refuseAnalysis('validate', record, {
    user_uuid: who.uuid,
    permissions: who.permissions,
    fourEyes: who.company_details.four_eyes === 'Y',
  })
  if (refusal?.reason !== 'four_eyes') return null
  return (
    <Notice kind="info" title={t('queue.fourEyes')}>
      {t('validate.fourEyes.own')}
    </Notice>
  )
}
