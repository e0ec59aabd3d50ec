import * as v from 'valibot'
import { mostWells } from '../catalog/cartridges.ts'
import { Analysis, AnalysisStatus, Exclusion, Sample } from '../entities/analysis.ts'
import { Evaluation } from '../entities/evaluation-recipe.ts'
import { Report, ReportFormat, ReportTemplate } from '../entities/report.ts'
import { SampleVerdict } from '../entities/sample-review.ts'
import { ContentHash, Text, Timestamp, Uuid } from '../fields.ts'
import { SampleResult, WellResult } from '../results.ts'
import { Count } from './counts.ts'
import { Reason } from './shapes.ts'

/** Settings to judge the same curves by; absent ones stay as they are. */
export const Recalculation = {
  evaluation: v.optional(Evaluation),
  /** Wells to leave out from now on; replaces the present list. */
  exclusions: v.optional(v.pipe(v.array(Exclusion), v.maxLength(12 * mostWells))),
  reason: Reason,
}

export const Notebook = v.strictObject({
  notebook: Text,
  /** Hash of the text, to write on from it: see `set_notebook`. */
  base: ContentHash,
  updated_at: Timestamp,
})

/** A sample with what the newest results say of it: over its wells, and in each. */
export const ExtendedSample = v.strictObject({
  ...Sample.entries,
  analysis_uuid: Uuid,
  /** Verdict of a reviewer; a sample that is held or rejected is not released, whatever `results` contain. */
  verdict: v.optional(SampleVerdict),
  results: v.optional(v.array(SampleResult)),
  wells: v.optional(v.array(WellResult)),
})

/** Reports that can be made of an analysis, their options, and the reports that were made. */
export const ReportForm = v.strictObject({
  templates: v.array(ReportTemplate),
  formats: v.array(ReportFormat),
  targets: v.array(v.string()),
  /** Ticked at first: all of them (VAL-052). */
  samples: v.array(v.strictObject({ uuid: Uuid, name: v.string(), selected: v.boolean() })),
  reports: v.array(Report),
})

/** Checks of a self-test, each with its outcome. */
export const AutoTestOutcome = v.strictObject({
  passed: v.boolean(),
  checks: v.array(
    v.strictObject({
      name: v.picklist(['curves_whole', 'results_whole', 'reproduced', 'controls']),
      passed: v.boolean(),
      detail: v.string(),
    }),
  ),
})

/** An analysis after an edit that was joined with those of others. */
export const Merged = v.strictObject({
  record: Analysis,
  seq: v.number(),
  overwritten: v.array(v.strictObject({ field: v.string(), value: v.unknown() })),
})

/** The versions that belong together. */
export const Versions = v.array(
  v.strictObject({
    uuid: Uuid,
    version: v.number(),
    status: AnalysisStatus,
    created_at: Timestamp,
    reason: v.string(),
    newest: v.boolean(),
  }),
)

/** Counts of a period for the dashboard. */
export const Dashboard = v.strictObject({
  counts: v.array(Count),
  by_status: v.array(v.strictObject({ status: AnalysisStatus, analyses: v.number() })),
  by_swarm: v.array(
    v.strictObject({ swarm_uuid: Uuid, analyses: v.number(), samples: v.number() }),
  ),
})
