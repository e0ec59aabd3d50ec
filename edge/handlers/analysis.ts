import type { analysisCalls } from '../../domain/calls/analysis.ts'
import type { Analysis, ResultEntry } from '../../domain/entities/analysis.ts'
import { Fault } from '../../domain/fault.ts'
import { findDraftProblems } from '../../domain/rules/cartridge.ts'
import type { AccountContext } from '../context.ts'
import { loginOf } from '../directory/directory.ts'
import { keepResults, readCurves, loadResults } from '../evaluate.ts'
import { readBlob } from '../blobs.ts'
import type { Handlers } from '../mount.ts'
import { unwrap } from '../outcome.ts'
import { verifyPassword } from '../session/password.ts'
import type { AnalysisChange } from '../store/analysis-changes.ts'
import { basisOf } from '../store/result-changes.ts'
import { sendCommand } from './commands.ts'
import { writeExport } from './export-run.ts'
import { readImport } from './import-run.ts'

async function change({ own, opId, by }: AccountContext, order: AnalysisChange): Promise<Analysis> {
  return (await unwrap(own.change(order, opId, by))) as unknown as Analysis
}

async function find({ own, by }: AccountContext, uuid: string): Promise<Analysis> {
  return (await unwrap(own.get('analysis', uuid, by.sight))) as unknown as Analysis
}

export const analysis: Handlers<typeof analysisCalls> = {
  search: async ({ query, body }, { own, by }) => {
    const filter = {
      status: body?.status,
      updateFrom: body?.update_from,
      updateTo: body?.update_to,
    }
    const page = await unwrap(own.list('analysis', query, by.sight, filter))
    return page as unknown as { data: Analysis[]; pages: number; total: number }
  },
  get: async ({ params }, context) => find(context, params.id),
  create: async ({ body }, context) =>
    change(context, { type: 'analysis.create', uuid: body.uuid, input: body }),
  import: async ({ body }, context) => {
    const input = await readImport(body, context)
    return change(context, { type: 'analysis.import', uuid: body.uuid, input })
  },
  edit: async ({ params, body }, context) => {
    const { reason = '', status, ...patch } = body
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
    return change(context, { type: 'analysis.edit', uuid: params.id, patch, reason, computed })
  },
  delete: async ({ params, body }, context) => {
    await change(context, { type: 'analysis.delete', uuid: params.id, reason: body.reason })
    return {}
  },
  launch: async ({ params }, context) => {
    const { own, opId, by } = context
    const entry = await unwrap(own.launch(params.id, { opId, command: crypto.randomUUID() }, by))
    return sendCommand(context, entry)
  },
  readings: async ({ params, query }, { own, by }) => {
    const after = { AMP: pointOf(query.amp, 'amp'), VAL: pointOf(query.val, 'val') }
    return unwrap(own.readings(params.id, after, by.sight))
  },
  blob: async ({ params }, context) => {
    const record = await find(context, params.id)
    const named =
      record.curves_hash === params.hash || record.results.some(({ hash }) => hash === params.hash)
    if (!named) throw new Fault('not_found', 'No such file')
    const bytes = await readBlob(context.env, record.company_uuid, params.hash)
    return { bytes, type: 'application/octet-stream' }
  },
  calculate: async ({ body }, context) => {
    const record = await find(context, body.uuid)
    if (!record.curves_hash)
      throw new Fault('refused', 'You cannot recalculate this analysis', { reason: 'no_curves' })
    const order = {
      record,
      curves: await readCurves(context.env, record, record.curves_hash),
      curvesHash: record.curves_hash,
      evaluation: body.evaluation ?? record.method.evaluation,
      exclusions: body.exclusions ?? record.exclusions,
      by: context.account.name,
      reason: body.reason,
    }
    const result = await keepResults(context.env, order)
    const { evaluation, exclusions, reason } = order
    return change(context, {
      type: 'analysis.calculate',
      uuid: body.uuid,
      evaluation,
      exclusions,
      result,
      basis: basisOf(record),
      reason,
    })
  },
  makeComplete: async ({ params, body }, context) =>
    change(context, { type: 'analysis.makeComplete', uuid: params.id, reason: body.reason }),
  validate: async ({ params, body }, context) => {
    const { account, env } = context
    const login = await loginOf(env.DIRECTORY, account.uuid)
    if (!login || !(await verifyPassword(body.password, login.password_hash))) {
      throw new Fault('wrong_credentials', 'Wrong password', {
        field: 'password',
        reason: 'wrong_password',
      })
    }
    const { meaning, comment, record_hash } = body
    const signature = {
      user_uuid: account.uuid,
      printed_name: account.name,
      meaning,
      comment,
      record_hash,
    }
    return change(context, { type: 'analysis.validate', uuid: params.id, signature })
  },
  export: async ({ params, body }, context) => {
    const record = await find(context, params.id)
    const newest = record.results.at(-1)
    if (!newest) throw new Fault('refused', 'Not found samples', { reason: 'no_results' })
    const results = await loadResults(context.env, record, newest.hash)
    return writeExport(context.env, body.fileFormat, record, results, newest.hash)
  },
  audit: async ({ params }, { own, by }) => {
    const entries = await unwrap(own.audit('analysis', params.id, by.sight))
    return entries.map(({ seq, at, actor, action, reason, changes }) => ({
      seq,
      at,
      actor: actor.name,
      action,
      reason,
      changes,
    }))
  },
}

/** Results of other samples from the same curves; nothing where there are no curves yet, or no such plate. */
async function recompute(
  context: AccountContext,
  uuid: string,
  samples: Analysis['samples'],
  reason: string,
): Promise<{ result: ResultEntry; basis: string } | undefined> {
  const record = await find(context, uuid)
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

/** Highest point the page has; nothing given means none. */
function pointOf(text: string | undefined, field: string): number {
  const point = Number(text ?? 0)
  if (Number.isInteger(point) && point >= 0) return point
  throw new Fault('invalid', 'A point is a whole number', { field: `query.${field}` })
}
