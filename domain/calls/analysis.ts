import * as v from 'valibot'
import { planNeeds } from '../permissions.ts'
import { analysisActions } from '../actions/analysis.ts'
import { get, post, search } from '../call.ts'
import { Analysis, analysis, AnalysisStatus, RunPoints, Sample } from '../entities/analysis.ts'
import { deviceCartridgeNames, mostWells } from '../catalog/cartridges.ts'
import { exportFormats } from '../catalog/export-formats.ts'
import { CommandRecord } from '../entities/command.ts'
import { SampleDecision } from '../entities/sample-review.ts'
import { Report, ReportFilters, ReportFormat } from '../entities/report.ts'
import { RunInstrument } from '../entities/instrument.ts'
import { RunKit } from '../entities/run-kit.ts'
import { ContentHash, Name, Text, Timestamp, Uuid, YesNo } from '../fields.ts'
import { Reading, RunProgress } from '../live/event.ts'
import { EditChange } from '../sync/field-change.ts'
import { commentRows } from './analysis-comments.ts'
import {
  AutoTestOutcome,
  Dashboard,
  ExtendedSample,
  Merged,
  Notebook,
  Recalculation,
  ReportForm,
  Versions,
} from './analysis-shapes.ts'
import { Period } from './counts.ts'
import { Form, SearchBody } from './record-rows.ts'
import { printChoice, SampleSelection } from './report-body.ts'
import { byId, Page, PageQuery, Reason } from './shapes.ts'
import { Signing } from './signing.ts'

export const CreateAnalysis = v.strictObject({
  /** Chosen on the client, so that a repeated create makes one (decisions R6). */
  uuid: Uuid,
  name: Name,
  recipe_uuid: Uuid,
  protocol_uuid: v.nullable(Uuid),
  swarm_uuid: Uuid,
  device_uuid: v.nullable(Uuid),
  cartridge_type: v.picklist(deviceCartridgeNames),
  samples: v.pipe(v.array(Sample), v.maxLength(200)),
  notebook: Text,
  kit: v.optional(RunKit),
  instrument: v.optional(RunInstrument),
})
export type CreateAnalysis = v.InferOutput<typeof CreateAnalysis>

/** A run of an instrument file, to be kept as an analysis. The edge reads the file itself. */
const ImportAnalysis = v.strictObject({
  uuid: Uuid,
  name: Name,
  swarm_uuid: Uuid,
  /** Method to judge it by; null: as far as the file says. */
  recipe_uuid: v.nullable(Uuid),
  /** Position of the run in the file. */
  run: v.pipe(v.number(), v.integer(), v.minValue(0)),
  /** Y: `uuid` is of a planned analysis, which takes the run and keeps its samples and method. `once`: refuse a known file. */
  planned: v.optional(YesNo),
  once: v.optional(YesNo),
  /** `updated_at` of the planned analysis that the file was compared with: the import is refused as `stale` where it has changed since. */
  base: v.optional(Timestamp),
  file: v.file(),
})

export const analysisCalls = {
  search: search('/analysis/search', {
    needs: 'analysis.search',
    query: PageQuery,
    body: v.optional(
      v.strictObject({
        ...SearchBody(analysis).wrapped.entries,
        status: v.optional(v.pipe(v.array(AnalysisStatus), v.maxLength(6))),
        /** Only what no later version corrects. */
        newest: v.optional(v.boolean()),
      }),
    ),
    data: Page(Analysis),
    cache: 'day',
    offline: 'cached',
  }),
  get: get('/analysis/get/:id', {
    reads: 'analysis',
    needs: 'analysis.search',
    params: byId,
    query: v.strictObject({ extended: v.optional(v.picklist(['0', '1'])) }),
    data: Analysis,
    offline: 'cached',
  }),
  create: post('/analysis/create', {
    needs: planNeeds,
    body: CreateAnalysis,
    data: Analysis,
    offline: 'queue',
  }),
  import: post('/analysis/import', {
    needs: planNeeds,
    send: 'multipart',
    body: ImportAnalysis,
    data: Analysis,
    timeout: 120_000,
  }),
  edit: post('/analysis/edit/:id', {
    needs: analysisActions.edit.needs,
    params: byId,
    body: v.strictObject({
      name: v.optional(Name),
      notebook: v.optional(Text),
      samples: v.optional(v.pipe(v.array(Sample), v.maxLength(mostWells))),
      device_uuid: v.optional(v.nullable(Uuid)),
      status: v.optional(AnalysisStatus),
      /** `updated_at` that the editor saw; when the analysis has moved on since, nothing is written. */
      base: v.optional(Timestamp),
      reason: v.optional(Reason),
    }),
    data: Analysis,
  }),
  /**
   * An edit that was made without network, or on a record that has moved on since: each field is joined with what is kept
   * there (domain/sync/merge-field.ts), all of them or none. `overwritten` is what was kept where another's edit gave
   * way, also when the delivery is repeated. Two edits of one sample or well are refused with both versions (409).
   */
  merge: post('/analysis/merge/:id', {
    needs: analysisActions.edit.needs,
    params: byId,
    body: v.strictObject({
      base_seq: v.pipe(v.number(), v.integer(), v.minValue(0)),
      changes: v.pipe(
        v.array(EditChange),
        v.minLength(1),
        v.maxLength(6),
        v.check(
          (changes) => new Set(changes.map(({ field }) => field)).size === changes.length,
          'setting_twice',
        ),
      ),
      reason: v.optional(Reason),
    }),
    data: Merged,
    offline: 'queue',
  }),
  ...commentRows,
  delete: post('/analysis/delete/:id', {
    needs: analysisActions.delete.needs,
    params: byId,
    body: v.strictObject({ reason: Reason }),
    data: v.strictObject({}),
  }),
  /** Pre-flight checks and LOAD_RECIPE to the device in one; answers with the command's ledger entry. */
  launch: post('/analysis/launch/:id', {
    reach: 'own',
    needs: analysisActions.launch.needs,
    params: byId,
    data: CommandRecord,
  }),
  /** Readings after the given points, for a page that opens or was cut off in mid-run. */
  readings: get('/analysis/readings/:id', {
    needs: 'analysis.search',
    params: byId,
    query: v.strictObject({ amp: v.optional(v.string()), val: v.optional(v.string()) }),
    data: v.strictObject({
      readings: v.array(Reading),
      progress: v.nullable(RunProgress),
      /** Server time at which `progress` was heard. */
      heard_at: v.nullable(v.string()),
    }),
  }),
  /** A curve or result file by the hash that the record names; the content never changes. */
  blob: get('/analysis/blob/:id/:hash', {
    needs: 'analysis.search',
    params: v.strictObject({ id: Uuid, hash: ContentHash }),
    reply: 'blob',
    cache: 'hash',
    offline: 'cached',
  }),
  /** Recalculation in place, with other settings where given; earlier results are kept. */
  calculate: post('/analysis/calculate', {
    needs: analysisActions.recalculate.needs,
    body: v.strictObject({ uuid: Uuid, ...Recalculation }),
    data: Analysis,
  }),
  /** The analysis, and what may be chosen for each setting. */
  recalcForm: get('/analysis/recalc/:id', {
    needs: analysisActions.recalculate.needs,
    params: byId,
    data: Form(Analysis),
  }),
  recalc: post('/analysis/recalc/:id', {
    needs: analysisActions.recalculate.needs,
    params: byId,
    body: v.strictObject(Recalculation),
    data: Analysis,
    timeout: 60_000,
  }),
  /** The analysis, and the global recipes that fit its cartridge and its channels. */
  recalcGlobalForm: get('/analysis/recalc_global/:id', {
    needs: analysisActions.recalculateGlobal.needs,
    params: byId,
    data: Form(Analysis),
  }),
  /** Judged by a global recipe's evaluation instead; the programme that was run and earlier results stay. */
  recalcGlobal: post('/analysis/recalc_global/:id', {
    needs: analysisActions.recalculateGlobal.needs,
    params: byId,
    body: v.strictObject({ recipe_uuid: Uuid, reason: Reason }),
    data: Analysis,
    timeout: 60_000,
  }),
  /** An empty notebook rather than a failure is what the page shows (spec §8). */
  getNotebook: get('/analysis/get_notebook/:id', {
    needs: 'analysis.search',
    params: byId,
    data: Notebook,
    silent: true,
    offline: 'cached',
  }),
  /** `base` is the hash of the text that was written on: a draft never replaces a newer note (409 `stale`). */
  setNotebook: post('/analysis/set_notebook/:id', {
    needs: analysisActions.note.needs,
    params: byId,
    body: v.strictObject({ notebook: Text, base: ContentHash }),
    data: Notebook,
  }),
  /** With `extended=1` each with its newest results, over its wells and in each of them. */
  samples: get('/analysis/samples/:id', {
    needs: 'analysis.search',
    params: byId,
    query: v.strictObject({ extended: v.optional(v.picklist(['0', '1'])) }),
    data: v.array(ExtendedSample),
    offline: 'cached',
  }),
  /** Return the reports that can be made, their options, and the reports that were made. */
  reportForm: get('/analysis/report/:id', {
    needs: analysisActions.report.needs,
    params: byId,
    data: ReportForm,
  }),
  /** Makes a report and keeps it; its file is fetched by `/reports/download/{id}`. */
  report: post('/analysis/report/:id', {
    needs: analysisActions.report.needs,
    params: byId,
    body: v.strictObject({
      template_name: v.optional(v.string()),
      format: v.optional(ReportFormat),
      ...printChoice,
      filters: v.optional(ReportFilters),
      samples: v.optional(SampleSelection),
    }),
    data: Report,
    timeout: 60_000,
  }),
  /** Check that files and results are whole, and that the calculation gives the same numbers again. Changes nothing. */
  autoTest: get('/analysis/auto_test/:id', {
    needs: 'analysis.autoTest',
    params: byId,
    data: AutoTestOutcome,
    timeout: 60_000,
  }),
  duplicateForm: get('/analysis/duplicate/:id', {
    needs: analysisActions.duplicate.needs,
    params: byId,
    data: Form(Analysis),
  }),
  /** A new plan with the same method and samples, without device, results and notes. */
  duplicate: post('/analysis/duplicate/:id', {
    needs: analysisActions.duplicate.needs,
    params: byId,
    body: v.optional(v.strictObject({ name: v.optional(Name) })),
    data: Analysis,
  }),
  migrateForm: get('/analysis/migrate_to_swarm/:id', {
    needs: analysisActions.migrate.needs,
    params: byId,
    data: Form(Analysis),
  }),
  migrate: post('/analysis/migrate_to_swarm/:id', {
    needs: analysisActions.migrate.needs,
    params: byId,
    body: v.strictObject({ swarm_uuid: Uuid, reason: v.optional(Reason) }),
    data: Analysis,
  }),
  /** A new version beside a signed analysis, with its results; the signed one stays as it is (decisions R5). */
  correct: post('/analysis/correct/:id', {
    needs: analysisActions.correct.needs,
    params: byId,
    body: v.strictObject({ reason: Reason }),
    data: Analysis,
  }),
  /** The versions that belong together, the first one first. */
  versions: get('/analysis/versions/:id', {
    needs: 'analysis.search',
    params: byId,
    data: Versions,
  }),
  /**
   * Points of older runs, whose records keep no count, as counted from their curves and the orders that their devices carried
   * out. What is not counted, or not in sight, is left out.
   */
  oldPoints: search('/analysis/old_points', {
    needs: 'analysis.search',
    body: v.strictObject({ uuids: v.pipe(v.array(Uuid), v.minLength(1), v.maxLength(100)) }),
    data: v.array(v.strictObject({ uuid: Uuid, points: RunPoints })),
    silent: true,
  }),
  /** Analyses and samples by day, week or month, by status and by swarm, for the dashboard. */
  aggregate: search('/analysis/aggregate', {
    needs: 'analysis.search',
    body: Period,
    data: Dashboard,
    cache: 'day',
  }),
  /**
   * Ends a run whose device never returns (ours): INCOMPLETE, with the readings that have come. When the device comes
   * back after all and the analysis is still INCOMPLETE, its readings and its end are taken as if it had not been away.
   */
  giveUp: post('/analysis/give_up/:id', {
    needs: analysisActions.giveUp.needs,
    params: byId,
    body: v.strictObject({ reason: Reason }),
    data: Analysis,
    timeout: 60_000,
  }),
  makeComplete: post('/analysis/make_complete/:id', {
    needs: analysisActions.makeComplete.needs,
    params: byId,
    body: v.strictObject({ reason: Reason }),
    data: Analysis,
  }),
  /**
   * A reviewer's word on single samples before the whole is signed: accepted, held back or rejected. Only with the service,
   * as a signature is: it is about results that others may calculate again. Words on different samples are joined, two on
   * one sample clash (domain/sync/merge-sample-reviews.ts).
   * @errors 409 `stale` for other results than the newest, and with both versions for a sample that another reviewer
   * decided meanwhile; `invalid` `sample_unknown`; `reason_needed` for what is not accepted.
   */
  reviewSamples: post('/analysis/review_samples/:id', {
    reach: 'own',
    person: true,
    needs: analysisActions.reviewSamples.needs,
    params: byId,
    body: v.strictObject({
      /** Hash of the results that the reviewer saw. */
      result_hash: ContentHash,
      decisions: v.pipe(
        v.array(SampleDecision),
        v.minLength(1),
        v.maxLength(mostWells),
        v.check(
          (decisions) =>
            new Set(decisions.map(({ sample_uuid }) => sample_uuid)).size === decisions.length,
          'setting_twice',
        ),
      ),
    }),
    data: Analysis,
  }),
  /** Electronic signature (decisions R5): the password again, the meaning, and the hash of what was on the screen. */
  validate: post('/analysis/validate/:id', {
    reach: 'own',
    person: true,
    needs: analysisActions.validate.needs,
    params: byId,
    body: Signing,
    data: Analysis,
  }),
  export: post('/analysis/export/:id', {
    needs: analysisActions.report.needs,
    params: byId,
    body: v.strictObject({ fileFormat: v.picklist(exportFormats) }),
    reply: 'blob',
    timeout: 60_000,
  }),
  /** Every measured value: a row for each well, channel and point. */
  rawData: get('/analysis/raw_data/:id', {
    needs: 'analysis.rawData',
    params: byId,
    reply: 'blob',
    timeout: 60_000,
  }),
  /** List the audit entries of this record, oldest first. */
  audit: get('/audit/analysis/:id', {
    needs: 'analysis.search',
    params: byId,
    data: v.array(
      v.strictObject({
        seq: v.number(),
        at: v.string(),
        actor: v.string(),
        action: v.string(),
        reason: v.string(),
        changes: v.array(
          v.strictObject({ field: v.string(), before: v.unknown(), after: v.unknown() }),
        ),
      }),
    ),
  }),
}
