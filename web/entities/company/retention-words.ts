import type { RemovedPart } from '../../../domain/entities/retention.ts'
import { formatNumber } from '../../i18n/format.ts'
import { t } from '../../i18n/intl.ts'

/** Say how long something is kept: in years where it is whole years, else in days; null is for good. */
export function saySpan(days: number | null): string {
  if (days === null) return t('retention.forGood')
  const years = days / 365
  return Number.isInteger(years) ? t('retention.years', { years }) : t('retention.days', { days })
}

/** Say how many of what are removed, with their size where it is known. */
export function sayParts(parts: readonly (RemovedPart & { bytes?: number })[]): string {
  const some = parts
    .filter(({ count }) => count > 0)
    .map(({ part, count, bytes }) => {
      const what = t('retention.count', { what: t(`retention.part.${part}`), count })
      return bytes === undefined ? what : `${what}, ${saySize(bytes)}`
    })
  return some.length > 0 ? some.join('; ') : t('retention.nothing')
}

/** Write a size in bytes in the unit that gives it few digits (2^10 bytes are a kilobyte). */
export function saySize(bytes: number): string {
  const units = ['kb', 'mb', 'gb'] as const
  const power = Math.min(units.length, Math.max(1, Math.floor(Math.log2(Math.max(bytes, 1)) / 10)))
  const size = formatNumber(Math.round((bytes / 2 ** (10 * power)) * 10) / 10)
  return t(`retention.${units[power - 1] ?? 'kb'}`, { size })
}
