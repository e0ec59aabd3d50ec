import type { ReviewCounts } from '../../../../../domain/rules/sample-review.ts'
import { t } from '../../../../i18n/intl.ts'

/** Write the counts above zero, and the open ones always. */
export function countsText(counts: ReviewCounts): string {
  const { accepted, held, rejected, open } = counts
  return [
    ...(accepted > 0 ? [t('verdict.count.accepted', { count: accepted })] : []),
    ...(held > 0 ? [t('verdict.count.held', { count: held })] : []),
    ...(rejected > 0 ? [t('verdict.count.rejected', { count: rejected })] : []),
    t('verdict.count.open', { count: open }),
  ].join(' · ')
}
