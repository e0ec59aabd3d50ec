import type { RecallProof } from '../../../domain/entities/recall.ts'
import { t } from '../../i18n/intl.ts'
import { Notice } from '../../parts/notice/Notice.tsx'

/** Say that the audit trail and the records count the same, or which analyses differ. */
export function ProofNotice({ proof }: { proof: RecallProof }) {
  const { trail, records, faults } = proof
  if (faults.length === 0 && trail === records) {
    return <Notice kind="done">{t('recall.proof.same', { count: trail })}</Notice>
  }
  return (
    <Notice kind="error" title={t('recall.proof.differs')}>
      <p>{t('recall.proof.counts', { trail, records })}</p>
      <ul>
        {faults.map(({ analysis_uuid, reason }) => (
          <li key={`${analysis_uuid} ${reason}`}>
            <bdi dir="ltr">{analysis_uuid}</bdi>: {t(`recall.fault.${reason}`)}
          </li>
        ))}
      </ul>
    </Notice>
  )
}
