import { displayName, wavelengthNames } from '../../../../domain/catalog/wavelengths.ts'
import {
  checkFacts,
  type HealthCheck,
  type HealthCheckName,
  type HealthVerdict,
} from '../../../../domain/rules/device-health.ts'
import { formatCelsius, formatPercent } from '../../../i18n/format.ts'
import { t } from '../../../i18n/intl.ts'
import type { BadgeShape, BadgeTone } from '../../../parts/badge/Badge.tsx'

/** Looks of verdicts: shape first, colour second. */
export const verdictLooks: Readonly<Record<HealthVerdict, { shape: BadgeShape; tone: BadgeTone }>> =
  {
    bad: { shape: 'triangle', tone: 'danger' },
    warning: { shape: 'diamond', tone: 'warning' },
    unknown: { shape: 'ring', tone: 'neutral' },
    ok: { shape: 'disc', tone: 'accent' },
  }

/** Write a figure of a check with its unit. */
function sayFigure(name: HealthCheckName, value: number): string {
  switch (checkFacts(name).unit) {
    case 'percent':
      return formatPercent(value / 100)
    case 'percent_of_new':
      return t('view.unit.ofNew', { share: formatPercent(value / 100) })
    case 'celsius':
      return formatCelsius(value)
    case 'seconds':
      return t('view.unit.seconds', { value })
    case 'minutes':
      return t('view.unit.minutes', { value })
    case 'days':
      return t('view.unit.days', { value })
    case 'dbm':
      return t('view.unit.dbm', { value })
    case 'rpm':
      return t('view.unit.rpm', { value })
    case 'none':
      return ''
  }
}

/** Say the last figure of a check, or what was found in its place. */
export function sayFound({ name, value, why, part }: HealthCheck): string {
  if (value === null) return why === null ? '' : t(`view.reason.${why}`)
  const figure = sayFigure(name, value)
  const channel = wavelengthNames.find((known) => known === part)
  return channel ? t('view.figure.of', { part: displayName(channel), figure }) : figure
}

/** Say the limits of a check and where they come from; empty for one without a number. */
export function sayLimits(name: HealthCheckName): string {
  const { limits, source } = checkFacts(name)
  if (!limits) return ''
  const warning = sayFigure(name, limits.warning)
  const words =
    limits.bad === null
      ? t(`view.limit.${limits.side}.one`, { warning })
      : t(`view.limit.${limits.side}`, { warning, bad: sayFigure(name, limits.bad) })
  // Leave out that limits are ours, as most are, which is said once above the list.
  return source === 'ours' ? words : `${words} ${t(`view.source.${source}`)}`
}
