import * as v from 'valibot'
import { get, post, search } from '../call.ts'
import {
  Analysis,
  AnalysisStatus,
  Exclusion,
  Sample,
  signatureMeanings,
} from '../entities/analysis.ts'
import { cartridgeNames } from '../catalog/cartridges.ts'
import { CommandRecord } from '../entities/command.ts'
import { Evaluation } from '../entities/evaluation-recipe.ts'
import { ContentHash, Name, Text, Uuid } from '../fields.ts'
import { Reading, RunProgress } from '../live/event.ts'
import { byId, Page, PageQuery, Reason } from './shapes.ts'

export const CreateAnalysis = v.strictObject({
  /** Chosen on the client, so that a repeated create makes one (decisions R6). */
  uuid: Uuid,
  name: Name,
  recipe_uuid: Uuid,
  protocol_uuid: v.nullable(Uuid),
  swarm_uuid: Uuid,
  device_uuid: v.nullable(Uuid),
  cartridge_type: v.picklist(cartridgeNames),
  samples: v.pipe(v.array(Sample), v.maxLength(200)),
  notebook: Text,
})
export type CreateAnalysis = v.InferOutput<typeof CreateAnalysis>

/** `csv` the result table; `tidy` a row per value; `xlsx` both and a plate; `rdml` and `rdes` with the curves. */
export const exportFormats = ['csv', 'tidy', 'xlsx', 'rdml', 'rdes'] as const

/** A run of an instrument file, to be kept as an analysis. The edge reads the file itself. */
export const ImportAnalysis = v.strictObject({
  uuid: Uuid,
  name: Name,
  swarm_uuid: Uuid,
  /** Method to judge it by; null: as far as the file says. */
  recipe_uuid: v.nullable(Uuid),
  /** Position of the run in the file. */
  run: v.pipe(v.number(), v.integer(), v.minValue(0)),
  file: v.file(),
})

export const analysisCalls = {
  search: search('/analysis/search', {
    needs: 'analysis.search',
    query: PageQuery,
    body: v.optional(
      v.strictObject({
        status: v.optional(v.array(AnalysisStatus)),
        update_from: v.optional(v.string()),
        update_to: v.optional(v.string()),
      }),
    ),
    data: Page(Analysis),
    cache: 'day',
    offline: 'cached',
  }),
  get: get('/analysis/get/:id', {
    needs: 'analysis.search',
    params: byId,
    query: v.strictObject({ extended: v.optional(v.picklist(['0', '1'])) }),
    data: Analysis,
    offline: 'cached',
  }),
  create: post('/analysis/create', {
    needs: 'analysis.create',
    body: CreateAnalysis,
    data: Analysis,
    offline: 'queue',
  }),
  import: post('/analysis/import', {
    needs: 'analysis.create',
    send: 'multipart',
    body: ImportAnalysis,
    data: Analysis,
    timeout: 120_000,
  }),
  edit: post('/analysis/edit/:id', {
    needs: 'analysis.edit',
    params: byId,
    body: v.strictObject({
      name: v.optional(Name),
      notebook: v.optional(Text),
      samples: v.optional(v.pipe(v.array(Sample), v.maxLength(200))),
      device_uuid: v.optional(v.nullable(Uuid)),
      status: v.optional(AnalysisStatus),
      reason: v.optional(Reason),
    }),
    data: Analysis,
    offline: 'queue',
  }),
  delete: post('/analysis/delete/:id', {
    needs: 'analysis.delete',
    params: byId,
    body: v.strictObject({ reason: Reason }),
    data: v.strictObject({}),
  }),
  /** Pre-flight checks and LOAD_RECIPE to the device in one; answers with the command's ledger entry. */
  launch: post('/analysis/launch/:id', {
    reach: 'own',
    needs: 'analysis.run',
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
    needs: 'analysis.recalculate',
    body: v.strictObject({
      uuid: Uuid,
      evaluation: v.optional(Evaluation),
      /** Wells to leave out from now on; replaces the list that stands. */
      exclusions: v.optional(v.array(Exclusion)),
      reason: Reason,
    }),
    data: Analysis,
  }),
  makeComplete: post('/analysis/make_complete/:id', {
    needs: 'analysis.makeComplete',
    params: byId,
    body: v.strictObject({ reason: Reason }),
    data: Analysis,
  }),
  /** Electronic signature (decisions R5): the password again, the meaning, and the hash of what was on the screen. */
  validate: post('/analysis/validate/:id', {
    reach: 'own',
    needs: 'analysis.validate',
    params: byId,
    body: v.strictObject({
      password: v.pipe(v.string(), v.minLength(1), v.maxLength(256)),
      meaning: v.picklist(signatureMeanings),
      comment: v.pipe(v.string(), v.maxLength(1000)),
      record_hash: ContentHash,
    }),
    data: Analysis,
  }),
  export: post('/analysis/export/:id', {
    needs: 'analysis.report',
    params: byId,
    body: v.strictObject({ fileFormat: v.picklist(exportFormats) }),
    reply: 'blob',
    timeout: 60_000,
  }),
  /** Who did what to this record, oldest first. */
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
