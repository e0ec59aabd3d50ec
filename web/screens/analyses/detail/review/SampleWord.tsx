import type { Analysis } from '../../../../../domain/entities/analysis.ts'
import { reviewOf } from '../../../../../domain/rules/sample-review.ts'
import { t } from '../../../../i18n/intl.ts'
import { localTime } from '../../../../state/local-time.ts'
import { VerdictBadge } from '../../shared/VerdictBadge.tsx'
import detail from '../Detail.module.css'

/** What a reviewer said of the sample, beside what was found in it. */
export function SampleWord({ record, sample }: { record: Analysis; sample: string }) {
  const review = reviewOf(record, sample)
  if (!review) return null
  const { verdict, reason, user_name: name, at } = review
  return (
    <p>
      <VerdictBadge verdict={verdict} /> {reason && <q>{reason}</q>}{' '}
      <span className={detail.quiet}>{t('verdict.word', { name, at: localTime(at) })}</span>
    </p>
  )
}
