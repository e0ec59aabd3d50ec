import type { SampleType } from '../../../../domain/entities/analysis.ts'
import { t } from '../../../i18n/intl.ts'
import { sampleBadges } from '../../../entities/sample/sample-look.ts'

/** The type of a sample by the letter that it has on the plate; in words for who points at it, or has it read aloud. */
export function TypeSign({ type }: { type: SampleType }) {
  const word = t(`sample.type.${type}`)
  return (
    <span title={word}>
      <span aria-hidden="true">{sampleBadges[type]}</span>
      <span className="visually-hidden">{word}</span>
    </span>
  )
}
