import type { SampleType } from '../../../../domain/entities/analysis.ts'
import { t } from '../../../i18n/intl.ts'
import { sampleBadges } from '../../../entities/sample/sample-look.ts'

/** Show the type of a sample by its letter on the plate; as a word for pointers and screen readers. */
export function TypeSign({ type }: { type: SampleType }) {
  const word = t(`sample.type.${type}`)
  return (
    <span title={word}>
      <span aria-hidden="true">{sampleBadges[type]}</span>
      <span className="visually-hidden">{word}</span>
    </span>
  )
}
