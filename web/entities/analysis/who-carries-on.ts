import type { Analysis } from '../../../domain/entities/analysis.ts'
import { t } from '../../i18n/intl.ts'

/** Name who planned a run, and before them the person to whom the plan was handed over. */
export function whoCarriesOn({
  user_name: author,
  keeper,
}: Pick<Analysis, 'user_name' | 'keeper'>) {
  return keeper ? t('analyses.keptBy', { keeper: keeper.user_name, author }) : author
}
