import { type SampleType, sampleTypes } from '../../../../../domain/entities/analysis.ts'
import { t } from '../../../../i18n/intl.ts'
import { sampleBadges } from '../../shared/sample-look.ts'

/** What laboratories write for a type, besides its name in the reader's language and its badge. */
const usual: Readonly<Record<SampleType, readonly string[]>> = {
  unknown: ['unknown', 'unk', 'unkn', 'sample'],
  standard: ['standard', 'std', 'cal', 'calibrator'],
  positive: ['positive', 'positive control', 'pos', 'pc', 'ptc'],
  negative: ['negative', 'negative control', 'neg', 'nc', '-', 'nec'],
  ntc: ['ntc', 'no template control', 'no template', 'blank', 'water'],
}

/** The type that a word in a list means; null when it means none. */
export function readTypeWord(word: string): SampleType | null {
  const wanted = word.trim().toLocaleLowerCase()
  const means = (type: SampleType) =>
    [...usual[type], sampleBadges[type], t(`sample.type.${type}`)].some(
      (one) => one.toLocaleLowerCase() === wanted,
    )
  return sampleTypes.find(means) ?? null
}
