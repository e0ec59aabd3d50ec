import type { VersionContent } from '../../../domain/rules/recipe-version.ts'
import { t } from '../../i18n/intl.ts'
import { sayPlate } from '../../parts/plate/say-plate.ts'
import { findDifferences } from '../evaluation-recipe/find-differences.ts'
import {
  findProcessDifferences,
  type ProcessDifference,
} from '../process-recipe/find-process-differences.ts'

/**
 * Find what differs between two versions of a recipe, in the words of the laboratory: the programme, the evaluation, the
 * plates, and the oldest device software.
 */
export function findRecipeDifferences(
  before: VersionContent,
  after: VersionContent,
): ProcessDifference[] {
  const say = (plates: VersionContent['cartridge_types']) => plates.map(sayPlate).join(', ')
  const others = [
    [t('methods.plates'), say(before.cartridge_types), say(after.cartridge_types)],
    [t('methods.bkernel'), before.minimum_bkernel ?? '–', after.minimum_bkernel ?? '–'],
  ] as const
  return [
    ...findProcessDifferences(before.process, after.process),
    ...findDifferences(before.evaluation, after.evaluation),
    ...others.flatMap(([what, one, other]) =>
      one === other ? [] : [{ what, before: one, after: other }],
    ),
  ]
}
