import type { Certificate } from '../../../domain/entities/certificate.ts'
import { t } from '../../i18n/intl.ts'
import { Notice } from '../../parts/notice/Notice.tsx'
import { localTime } from '../../state/local-time.ts'
import styles from './CertificatePanel.module.css'

/**
 * Show the reviewer's decision: the signature with name, time and meaning (21 CFR 11.50), or the reason of the refusal.
 */
export function ReviewersWord({ record }: { record: Certificate }) {
  const { signature, rejection, reviewer_name: name, reviewed_at } = record
  const at = localTime(reviewed_at, 'second')
  if (record.status === 'Rejected') {
    return (
      <Notice kind="warning" title={t('review.refused', { name, at })}>
        <q>{rejection}</q>
      </Notice>
    )
  }
  if (!signature) return null
  const meaning = t(`review.meaning.${signature.meaning}`)
  return (
    <Notice kind="done" title={t('review.issued', { name: signature.printed_name, at, meaning })}>
      {signature.comment && <q>{signature.comment}</q>}{' '}
      <span className={styles.quiet}>
        {t('review.hash')}{' '}
        <code title={signature.record_hash}>{signature.record_hash.slice(0, 16)}…</code>
      </span>
    </Notice>
  )
}
