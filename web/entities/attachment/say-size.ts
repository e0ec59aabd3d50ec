import { formatNumber } from '../../i18n/format.ts'
import { t } from '../../i18n/intl.ts'

/** Write a size in bytes as kilobytes or megabytes (2^10, 2^20). */
export function saySize(bytes: number): string {
  return bytes < 2 ** 20
    ? t('files.kb', { size: formatNumber(Math.max(1, Math.round(bytes / 2 ** 10))) })
    : t('files.mb', { size: formatNumber(Math.round((bytes / 2 ** 20) * 10) / 10) })
}
