import { type SampleType, sampleTypes } from '../../domain/entities/analysis.ts'
import { readSampleType } from '../../domain/rules/list-words.ts'
import { t } from '../i18n/intl.ts'
import { sampleBadges } from '../entities/sample/sample-look.ts'

/**
 * Read the type of a word in a list: its name in the reader's language, its badge, or a usual word; null for others.
 */
export function readTypeWord(word: string): SampleType | null {
  const wanted = word.trim().toLocaleLowerCase()
  const means = (type: SampleType) =>
    [sampleBadges[type], t(`sample.type.${type}`)].some((one) => one.toLocaleLowerCase() === wanted)
  return sampleTypes.find(means) ?? readSampleType(word)
}
