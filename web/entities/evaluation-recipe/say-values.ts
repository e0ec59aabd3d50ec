import type {
  Evaluation,
  TargetRule,
  ThresholdRule,
  Variable,
} from '../../../domain/entities/evaluation-recipe.ts'
import { displayName } from '../../../domain/catalog/wavelengths.ts'
import { formatExact } from '../../i18n/format.ts'
import { t } from '../../i18n/intl.ts'
import { sayCalibration } from '../dye-calibration/say-calibration.ts'

/** Write a number that may not be there yet. */
export const sayNumber = (value: number | undefined) =>
  value === undefined || Number.isNaN(value) ? '–' : formatExact(value)

/** Write names that may be empty yet. */
export const sayList = (names: readonly string[]) =>
  names.map((name) => name || '–').join(', ') || '–'

export const sayRange = (range: { min: number; max: number } | undefined, unit = '') =>
  range ? `${sayNumber(range.min)} – ${sayNumber(range.max)}${unit}` : '–'

export const sayYes = (is: boolean) => t(is ? 'record.yes' : 'record.no')

/** Write a threshold in short: `0.12`, or `10 × noise`. */
export function sayThreshold(rule: ThresholdRule): string {
  return rule.method === 'fixed'
    ? sayNumber(rule.value)
    : `${sayNumber(rule.factor)} ${t('evaluation.unit.noise')}`
}

export function sayBaseline({ baseline }: TargetRule): string {
  const words = t(`explain.baseline.rule.${baseline.method}`)
  return baseline.method === 'window'
    ? `${words} ${sayRange({ min: baseline.start, max: baseline.end })}`
    : words
}

/** Write the wells of a target: all of them, or its mixes. */
export function sayWells({ well_types: mixes }: TargetRule): string {
  return mixes ? sayList(mixes) : t('evaluation.choice.every')
}

export function sayAssay({ assay }: Evaluation): string {
  return t(`evaluation.choice.${assay?.kind ?? 'pcr'}`)
}

export function sayQuantity({ quantification }: Evaluation): string {
  return t(`evaluation.choice.${quantification?.method ?? 'none'}`)
}

/** Write a compensation with its shares, so that two of the same channels read differently. */
export function sayCompensation({ compensation }: Evaluation): string {
  if (!compensation) return t('evaluation.choice.none')
  const { channels, matrix } = compensation
  const rows = matrix.map(
    (row, at) => `${displayName(channels[at]!)} ${row.map(sayNumber).join(' ')}`,
  )
  return [...rows, ...(compensation.from ? [sayCalibration(compensation.from)] : [])].join('; ')
}

export function sayGenotypes({ genotypes = [] }: Evaluation): string {
  return sayList(genotypes.map(({ name, alleles }) => `${name || '–'} (${alleles.join(' / ')})`))
}

/** Write variables with their values: `dilution = 10`. */
export function sayValues(variables: readonly Variable[]): string {
  const say = (value: Variable['value']) => {
    if (typeof value === 'boolean') return sayYes(value)
    return typeof value === 'number' ? sayNumber(value) : value || '–'
  }
  return sayList(variables.map(({ name, value }) => `${name || '–'} = ${say(value)}`))
}
