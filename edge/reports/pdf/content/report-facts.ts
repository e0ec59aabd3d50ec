import type { Analysis, RunPoints, Sample } from '../../../../domain/entities/analysis.ts'
import type {
  ReportAmends,
  ReportFilters,
  ReportTemplateName,
} from '../../../../domain/entities/report.ts'
import type { CallName, Results, WellResult } from '../../../../domain/results.ts'
import { heldBack } from '../../../../domain/rules/sample-review.ts'
import type { RunCurves } from '../../../../workers/run/blob.ts'
import type { CalibrationOfRun } from '../../../store/calibrations-in-force.ts'
import type { Shown } from '../page/call-shape.ts'
import type { papers } from '../page/sheet.ts'
import type { Say } from './say.ts'

/** Input of a printed report. */
export interface ReportFacts {
  record: Analysis
  /** Results to show, after filters and the choice of samples. */
  results: Results
  resultHash: string
  /** Null where the file of the curves cannot be had: the report has no curves then. */
  curves: RunCurves | null
  /** Points of the record; counted from the curves for a record without a count. */
  points: RunPoints | undefined
  /** Calibrations in force when the run began; null where nobody knows (`readRunCalibrations`). */
  calibrations: readonly CalibrationOfRun[] | null
  template: ReportTemplateName
  filters: ReportFilters
  /** The report that it replaces; undefined for one that amends nothing. */
  amends?: ReportAmends | undefined
  /** Number of the signed version that corrects the run; undefined for a run whose results count. */
  correctedBy?: number | undefined
  /** Sample of a report of one sample. */
  sample: Sample | null
  laboratory: string
  /** Present name of the device; none where the reader may not see it, and without one. */
  device?: string | null
  /** Name of the protocol, or its id; null without one. */
  protocol: string | null
  /** Present names of the protocol's applications; none without a protocol. */
  applications: readonly string[]
  say: Say
  paper: keyof typeof papers
}

/** Index the samples by id. */
export function samplesById({ record }: Pick<ReportFacts, 'record'>): Map<string, Sample> {
  return new Map(record.samples.map((sample) => [sample.uuid, sample]))
}

/** Return true for a well that a person took out of the calls. */
export function isExcluded({ trace }: WellResult): boolean {
  return trace.some(({ rule, decided }) => rule === 'excluded' && decided)
}

export function isControl(sample: Sample | undefined): boolean {
  return sample !== undefined && sample.sample_type !== 'unknown'
}

/**
 * Return the call of a sample; for one that a reviewer held back or rejected only that word, as its result may not be
 * handed out.
 */
export function shownCall({ record }: ReportFacts, sample: string | null, call: CallName): Shown {
  const verdict = heldBack(record, sample ?? '')?.verdict
  return verdict === 'held' || verdict === 'rejected' ? verdict : call
}
