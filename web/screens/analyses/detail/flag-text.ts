import type { Flag } from '../../../../domain/results.ts'
import { formatRatio } from '../../../i18n/format.ts'
import { t } from '../../../i18n/intl.ts'

/** Write a flag with its numbers. */
export function flagText({ name, value, limit }: Flag): string {
  return t(`flag.${name}`, {
    value: value === null ? '–' : formatRatio(value, 2),
    limit: limit === null ? '–' : formatRatio(limit, 2),
  })
}
