import { cartridges } from '../../../../../domain/catalog/cartridges.ts'
import { displayName, type WavelengthName } from '../../../../../domain/catalog/wavelengths.ts'
import type { Analysis } from '../../../../../domain/entities/analysis.ts'
import { namesOf, writeWells } from '../../../../../domain/rules/well-ranges.ts'
import type { Observation } from '../../../../../workers/watch/observation.ts'
import { formatCelsius, formatCq, formatNumber } from '../../../../i18n/format.ts'
import { t } from '../../../../i18n/intl.ts'

/** Write the place of an observation: wells as ranges, or the whole run. */
export function placeText({ wells }: Observation, record: Analysis): string {
  const shape = cartridges[record.cartridge_type]
  if (wells.length === 0) return t('watch.whole')
  return writeWells(namesOf(new Set(wells), shape), shape)
}

/** Write an observation, with its figure and the limit that it exceeded. */
export function observationText(seen: Observation): string {
  const { kind, cycle, value, limit } = seen
  const target = seen.target ?? ''
  if (kind === 'temperature') {
    return t('watch.temperature', { value: signed(value, formatCelsius), cycle: cycle ?? 0 })
  }
  if (kind === 'control_early' || kind === 'control_late') {
    return t(`watch.${kind}`, { target, cq: formatCq(value) })
  }
  if (kind === 'positive_flat')
    return t('watch.positive_flat', { target, cycle: Math.round(limit) })
  if (kind === 'position') {
    const size = formatNumber(Math.abs(value), 1)
    return t(`watch.position.${seen.pattern ?? 'edge'}`, { target, size })
  }
  const percent = signed(value, (size) => `${formatNumber(size, size < 10 ? 1 : 0)} %`)
  if (kind === 'drift') return t('watch.drift', { value: percent })
  return t(`watch.${kind}`, { value: percent, cycle: cycle ?? 0, channels: channelsText(seen) })
}

function channelsText({ channels }: Observation): string {
  return channels.map((name) => displayName(name as WavelengthName)).join(', ')
}

function signed(value: number, format: (size: number) => string): string {
  return `${value < 0 ? '−' : '+'}${format(Math.abs(value))}`
}
