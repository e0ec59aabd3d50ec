import type { AnalysisAction } from '../../../domain/actions/analysis.ts'
import type { Refusal } from '../../../domain/actions/refuse.ts'
import { t } from '../../i18n/intl.ts'

/** Return the reason that an action is not available, as a text for a button or a menu. */
export function refusalText(
  refusal: Refusal<'analysis'> | null,
  action?: AnalysisAction,
): string | null {
  switch (refusal?.reason) {
    case undefined:
      return null
    case 'permission_missing':
      return t(action === 'makeComplete' ? 'refusal.makeComplete' : 'refusal.permission_missing')
    case 'validated':
      return t('refusal.validated')
    case 'wrong_status':
      return t('refusal.wrong_status', { status: t(`analysis.status.${refusal.status}`) })
    case 'correction_stays':
      return t('refusal.correction_stays')
    case 'four_eyes':
      return t('refusal.four_eyes')
    case 'counts_as_you':
      return t('fault.counts_as_you', { name: refusal.name })
    case 'confirmation_needed':
      return t('fault.confirmation_needed')
    case 'reviews_stale':
      return t('refusal.reviews_stale', { count: refusal.count })
    case 'recall_hold':
      return t('refusal.recall_hold', { recall: refusal.recall })
    case 'legal_hold':
      return t('refusal.legal_hold')
    case 'no_legal_hold':
      return t('refusal.no_legal_hold')
    case 'no_results':
      return t('refusal.no_results')
    case 'plate_without_device':
      return t('refusal.plate_without_device')
  }
}
