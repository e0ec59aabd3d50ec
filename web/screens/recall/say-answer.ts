import type { RecallAnswer } from '../../../domain/entities/recall.ts'
import { formatNumber } from '../../i18n/format.ts'
import { t } from '../../i18n/intl.ts'

/** Say the answer of a company to a recall of the provider. */
export function sayAnswer({ kind, count }: Pick<RecallAnswer, 'kind' | 'count'>): string {
  return t(`recall.answer.${kind}`, { count: formatNumber(count) })
}
