import { cartridges } from '../../../../../domain/catalog/cartridges.ts'
import type { Analysis } from '../../../../../domain/entities/analysis.ts'
import { writeWells } from '../../../../../domain/rules/well-ranges.ts'
import { t } from '../../../../i18n/intl.ts'

/**
 * Name samples in a line, with their wells where the name alone is not enough; their number where they are too many to
 * read.
 */
export function namesOf(
  { samples, cartridge_type }: Pick<Analysis, 'samples' | 'cartridge_type'>,
  uuids: readonly string[],
): string {
  const wanted = samples.filter(({ uuid }) => uuids.includes(uuid))
  if (wanted.length > 3) return t('verdict.several', { count: wanted.length })
  const named = wanted.map(({ name, coordinates }) => {
    const isOne = samples.filter((one) => one.name === name).length === 1
    return isOne ? name : `${name} (${writeWells(coordinates, cartridges[cartridge_type])})`
  })
  return named.join(', ')
}
