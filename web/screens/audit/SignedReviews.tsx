import { type AuditReview, entryRisks, markWords } from '../../../domain/entities/audit-review.ts'
import { formatNumber } from '../../i18n/format.ts'
import { t } from '../../i18n/intl.ts'
import { Badge } from '../../parts/badge/Badge.tsx'
import { localTime } from '../../state/local-time.ts'
import styles from './Audit.module.css'

/** List the reviews that were signed: period, counts, who and when. */
export function SignedReviews({ reviews }: { reviews: readonly AuditReview[] }) {
  const signed = reviews.filter(({ signature }) => signature)
  if (signed.length === 0) return null
  return (
    <details>
      <summary>{t('trail.signed', { count: signed.length })}</summary>
      <ul className={styles.reviews}>
        {signed.map((review) => (
          <li key={review.uuid}>
            <strong>
              {t('trail.period', {
                number: review.number,
                from: review.from_entry,
                to: review.to_entry,
                begin: localTime(review.from_at, 'date'),
                end: localTime(review.to_at, 'date'),
              })}
            </strong>
            <ReviewCounts review={review} />
            {review.signature && (
              <span>
                {t('trail.signedBy', {
                  name: review.signature.printed_name,
                  at: localTime(review.signature.at),
                })}{' '}
                <bdi>{review.signature.comment}</bdi>
              </span>
            )}
          </li>
        ))}
      </ul>
    </details>
  )
}

/** Show the entries of each risk and each word in a period. */
export function ReviewCounts({ review }: { review: Pick<AuditReview, 'risks' | 'words'> }) {
  const { risks, words } = review
  return (
    <>
      <span className={styles.words}>
        {entryRisks.map((risk) => (
          <Badge key={risk}>
            {t(`trail.risk.${risk}`)}: {formatNumber(risks[risk])}
          </Badge>
        ))}
      </span>
      <span className={styles.words}>
        {markWords.map((word) => (
          <Badge key={word} tone="accent">
            {t(`trail.word.${word}`)}: {formatNumber(words[word])}
          </Badge>
        ))}
      </span>
    </>
  )
}
