import type { SampleType } from '../../domain/entities/analysis.ts'

/** One target in one well of one run of a study. */
export interface StudyWell {
  /** Place of the run in the study. */
  run: number
  well: string
  /** Name of the sample; samples of one name are one sample, in whichever run they are. */
  sample: string
  type: SampleType
  target: string
  /** NaN where there is none, and where the signed call lets it not count. */
  cq: number
  /** Copies of a standard; null without. */
  quantity: number | null
}
