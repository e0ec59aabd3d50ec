import type { analysisCalls } from '../../domain/calls/analysis.ts'
import { resultFormats } from '../../domain/catalog/export-formats.ts'
import type { Analysis } from '../../domain/entities/analysis.ts'
import { Fault } from '../../domain/fault.ts'
import { findDraftProblems } from '../../domain/rules/cartridge.ts'
import type { AccountContext } from '../context.ts'
import { keepResults, readCurves, loadResults } from '../runs/evaluate.ts'
import { readBlob } from '../files/blobs.ts'
import { makeUuid } from '../crypto/make-uuid.ts'
import { askStops } from '../methods/lot-stops.ts'
import { settleKit, settleKits } from '../methods/find-kit.ts'
import { findForeign } from '../methods/find-recipe.ts'
import { keepHandout } from '../reports/keep-handout.ts'
import type { Handlers } from '../mount.ts'
import { unwrap } from '../outcome.ts'
import { reauthenticate } from '../session/reauthenticate.ts'
import { filesBehind, readBeforeSigning } from '../files/signed-files.ts'
import type { KeptResults } from '../store/analysis-rows.ts'
import { basisOf } from '../store/result-changes.ts'
import { analysisComments } from './analysis-comments.ts'
import { changeAnalysis, findAnalysis, checkAction } from './analysis-record.ts'
import { recalculations } from './analysis-recalculation.ts'
import { analysisVersions } from './analysis-versions.ts'
import { analysisViews } from './analysis-views.ts'
import { sendCommand } from './commands.ts'
import { writeArchive } from './export-archive.ts'
import { refuseHeldReports } from '../reports/make-report.ts'
import { writeExport } from './export-run.ts'
import { readImport } from './import-run.ts'
import { filterOf, withoutNext } from './reads.ts'
import type { CallInput } from '../../domain/call.ts'
import { countReadings } from '../../domain/rules/run-points.ts'
import { computeEnd } from '../runs/run-end.ts'

export const analysis: Handlers<typeof analysisCalls> = {
  ...analysisViews,
  ...analysisComments,
  ...analysisVersions,
  ...recalculations,
  search: async ({ query, body }, context) => {
    const { own, by } = context
    const { status, newest, ...rest } = body ?? {}
    const filter = { ...filterOf(rest), status, newest }
    const page = withoutNext(await unwrap(own.list('analysis', query, by.sight, filter)))
    return query.extended === '1' ? { ...page, data: await certify(page.data, context) } : page
  },
  get: async ({ params, query }, context) => {
    const record = await findAnalysis(context, params.id)
    if (query.extended !== '1') return record
    const [certified = record] = await certify([record], context)
    return certified
  },
  create: async ({ body }, context) => {
    const published = await findForeign(body.recipe_uuid, context)
    const { uuid } = body
    const { kit, ...rest } = body
    const settled = await settleKit(kit, context)
    const input = settled ? { ...rest, kit: settled } : rest
    return changeAnalysis(context, { type: 'analysis.create', uuid, input, published })
  },
  import: async ({ body }, context) => {
    const input = await readImport(body, context)
    return changeAnalysis(context, { type: 'analysis.import', uuid: body.uuid, input })
  },
  edit: async ({ params, body }, context) => {
    const { reason = '', status, base, ...patch } = body
    if (status === 'VALIDATION') {
      throw new Fault('refused', 'Validate with a signature: POST /v3/analysis/validate/{id}', {
        field: 'status',
        reason: 'validate_by_signature',
      })
    }
    if (status !== undefined) {
      throw new Fault('refused', 'A status changes by its own call', {
        field: 'status',
        reason: 'status_by_call',
      })
    }
    const computed = patch.samples && (await recompute(context, params.id, patch.samples, reason))
    return changeAnalysis(context, {
      type: 'analysis.edit',
      uuid: params.id,
      patch,
      base,
      reason,
      computed,
    })
  },
  merge: async ({ params, body }, context) => {
    const { own, opId, by } = context
    const { reason = '', base_seq, changes: sent } = body
    const changes = await settleKits(sent, context)
    return unwrap(own.merge({ uuid: params.id, reason, base_seq, changes }, opId, by))
  },
  delete: async ({ params, body }, context) => {
    await changeAnalysis(context, { type: 'analysis.delete', uuid: params.id, reason: body.reason })
    return {}
  },
  launch: async ({ params }, context) => {
    const { own, opId, by } = context
    // Ask just before the launch, so that a hold that was given a moment ago stops it; the transaction that launches reads it.
    const stops = await askStops(context)
    const entry = await unwrap(own.launch(params.id, { opId, command: makeUuid() }, by, stops))
    return sendCommand(context, entry)
  },
  readings: async ({ params, query }, { own, by }) => {
    const after = { AMP: pointOf(query.amp, 'amp'), VAL: pointOf(query.val, 'val') }
    return unwrap(own.readings(params.id, after, by.sight))
  },
  blob: async ({ params }, context) => {
    const record = await findAnalysis(context, params.id)
    const named =
      record.curves_hash === params.hash || record.results.some(({ hash }) => hash === params.hash)
    if (!named) throw new Fault('not_found', 'No such file')
    const bytes = await readBlob(context.env, record.company_uuid, params.hash)
    return { bytes, type: 'application/octet-stream' }
  },
  giveUp,
  makeComplete: async ({ params, body }, context) =>
    changeAnalysis(context, {
      type: 'analysis.makeComplete',
      uuid: params.id,
      reason: body.reason,
    }),
  reviewSamples: async ({ params, body }, context) => {
    const read = await readFiles(context, params.id)
    return changeAnalysis(context, {
      type: 'analysis.reviewSamples',
      uuid: params.id,
      ...body,
      read,
    })
  },
  validate: async ({ params, body }, context) => {
    const order = await reauthenticate(context, body)
    const read = await readFiles(context, params.id)
    return changeAnalysis(context, { type: 'analysis.validate', uuid: params.id, order, read })
  },
  export: async ({ params, body }, context) => {
    const record = await findAnalysis(context, params.id)
    const { fileFormat: format } = body
    const of = { format, study_uuid: null, runs: [record.uuid] }
    const whileHeld = resultFormats.includes(format) ? 'refused' : 'given'
    if (format === 'bca') {
      return keepHandout(context, await writeArchive(context, record), of, whileHeld)
    }
    const newest = record.results.at(-1)
    if (!newest) throw new Fault('refused', 'Not found samples', { reason: 'no_results' })
    if (whileHeld === 'refused') await refuseHeldReports(context, [record.uuid])
    const results = await loadResults(context.env, record, newest.hash)
    const made = await writeExport(context, format, record, results, newest.hash)
    return keepHandout(context, made, of, whileHeld)
  },
  rawData: async ({ params }, context) => {
    const record = await findAnalysis(context, params.id)
    const newest = record.results.at(-1)
    if (!newest) throw new Fault('refused', 'Not found samples', { reason: 'no_results' })
    const results = await loadResults(context.env, record, newest.hash)
    const made = await writeExport(context, 'tidy', record, results, newest.hash)
    return keepHandout(
      context,
      made,
      { format: 'tidy', study_uuid: null, runs: [record.uuid] },
      'given',
    )
  },
  audit: async ({ params }, { own, by }) => {
    const entries = await unwrap(own.audit('analysis', params.id, by.sight))
    return entries.map(({ seq, at, actor, action, reason, changes }) => ({
      seq,
      at,
      actor: actor.name,
      action,
      reason,
      changes: changes.map(({ field, before = null, after = null }) => ({ field, before, after })),
    }))
  },
}

/** Read curves and results at the moment of the decision, so that no decision rests on damaged files. */
async function readFiles(context: AccountContext, uuid: string): Promise<string[]> {
  const record = await findAnalysis(context, uuid)
  return readBeforeSigning(context.env, record.company_uuid, filesBehind(record))
}

/** Add the flag that a certificate has been issued; it is not covered by the signature. */
async function certify(records: Analysis[], { own, by }: AccountContext): Promise<Analysis[]> {
  const analyses = records.map(({ uuid }) => uuid)
  const issued = await unwrap(own.ask({ name: 'certified', analyses }, by.sight))
  return records.map((record) =>
    issued.includes(record.uuid) ? { ...record, certified: 'Y' } : record,
  )
}

/**
 * Calculate results of other samples from the same curves; undefined where there are no curves yet, or no such plate.
 */
async function recompute(
  context: AccountContext,
  uuid: string,
  samples: Analysis['samples'],
  reason: string,
): Promise<{ result: KeptResults; basis: string } | undefined> {
  const record = await findAnalysis(context, uuid)
  const { curves_hash: curvesHash } = record
  if (curvesHash === null || record.status === 'VALIDATION') return undefined
  if (findDraftProblems(samples, record.cartridge_type).length > 0) return undefined
  const result = await keepResults(context.env, {
    record: { ...record, samples },
    curves: await readCurves(context.env, record, curvesHash),
    curvesHash,
    evaluation: record.method.evaluation,
    exclusions: record.exclusions,
    by: context.account.name,
    reason,
  })
  return { result, basis: basisOf(record) }
}

/** Read the highest point that the page has; none without a parameter. */
function pointOf(text: string | undefined, field: string): number {
  const point = Number(text ?? 0)
  if (Number.isInteger(point) && point >= 0) return point
  throw new Fault('invalid', 'A point is a whole number', { field: `query.${field}` })
}

/** End a run whose device never returns, with what has come of it. */
async function giveUp(
  { params, body }: CallInput<typeof analysisCalls.giveUp>,
  context: AccountContext,
): Promise<Analysis> {
  const { env, own, by, account } = context
  const record = await findAnalysis(context, params.id)
  checkAction('giveUp', record, context)
  const { readings, kept } = await unwrap(own.runSoFar(params.id, by.sight))
  const computed = await computeEnd(env, record, readings, account.name)
  const { reason } = body
  return changeAnalysis(context, {
    type: 'analysis.giveUp',
    uuid: params.id,
    reason,
    computed,
    kept,
    measured: countReadings(readings),
  })
}
