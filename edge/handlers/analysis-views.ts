import type { analysisCalls } from '../../domain/calls/analysis.ts'
import type { Analysis } from '../../domain/entities/analysis.ts'
import { reportFormats, reportTemplates } from '../../domain/entities/report.ts'
import { Fault } from '../../domain/fault.ts'
import { reviewOf } from '../../domain/rules/sample-review.ts'
import type { AccountContext } from '../context.ts'
import { cutPeriod } from '../runs/cut-period.ts'
import { encodeResults, evaluate, loadResults, readCurves } from '../runs/evaluate.ts'
import type { Handlers } from '../mount.ts'
import { unwrap } from '../outcome.ts'
import { makeReport } from '../reports/make-report.ts'
import { sha256Hex } from '../crypto/secret.ts'
import { findAnalysis } from './analysis-record.ts'

type Rows =
  | 'samples'
  | 'reportForm'
  | 'report'
  | 'autoTest'
  | 'versions'
  | 'oldPoints'
  | 'aggregate'

/** Handlers that read parts of an analysis beside its record, and its reports. */
export const analysisViews: Pick<Handlers<typeof analysisCalls>, Rows> = {
  samples: async ({ params, query }, context) => {
    const record = await findAnalysis(context, params.id)
    const samples = record.samples.map((sample) => {
      const verdict = reviewOf(record, sample.uuid)?.verdict
      return { ...sample, analysis_uuid: record.uuid, ...(verdict && { verdict }) }
    })
    const newest = record.results.at(-1)
    if (query.extended !== '1' || !newest) return samples
    const results = await loadResults(context.env, record, newest.hash)
    return samples.map((sample) => ({
      ...sample,
      results: results.samples.filter(({ sample_uuid }) => sample_uuid === sample.uuid),
      wells: results.wells.filter(({ sample_uuid }) => sample_uuid === sample.uuid),
    }))
  },
  reportForm: async ({ params }, context) => {
    const record = await findAnalysis(context, params.id)
    const { own, by } = context
    const filter = { fields: { analysis_uuid: record.uuid } }
    const made = await unwrap(own.list('report', { limit: '100' }, by.sight, filter))
    return {
      templates: reportTemplates.filter(({ type }) => type === 'analysis'),
      formats: [...reportFormats],
      targets: record.method.evaluation.targets.map(({ name }) => name),
      samples: record.samples.map(({ uuid, name }) => ({ uuid, name, selected: true })),
      reports: made.data,
    }
  },
  report: async ({ params, body }, context) => {
    const record = await findAnalysis(context, params.id)
    const { template_name: template, ...order } = body
    const { report } = await makeReport(context, record, { type: 'analysis', template, ...order })
    return report
  },
  autoTest: async ({ params }, context) =>
    testAnalysis(context, await findAnalysis(context, params.id)),
  versions: async ({ params }, { own, by }) =>
    unwrap(own.ask({ name: 'versions', analysis: params.id }, by.sight)),
  oldPoints: async ({ body }, { own, by }) =>
    unwrap(own.ask({ name: 'oldPoints', analyses: body.uuids }, by.sight)),
  aggregate: async ({ body }, { own, by }) => {
    const question = {
      name: 'dashboard',
      stretches: cutPeriod(body),
      swarms: body.swarm_uuid,
    } as const
    return unwrap(own.ask(question, by.sight))
  },
}

interface Check {
  name: 'curves_whole' | 'results_whole' | 'reproduced' | 'controls'
  passed: boolean
  detail: string
}

/**
 * Read both files again by their hashes, compute the results again and compare them bit for bit, and look whether
 * the controls held. Results of an older engine are compared call by call: their bits may differ.
 */
async function testAnalysis(
  { env }: AccountContext,
  record: Analysis,
): Promise<{ passed: boolean; checks: Check[] }> {
  const newest = record.results.at(-1)
  const { curves_hash: curvesHash } = record
  if (!newest || curvesHash === null) {
    throw new Fault('refused', 'Not found samples', { reason: 'no_results' })
  }
  const curves = await attempt(() => readCurves(env, record, curvesHash))
  const stored = await attempt(() => loadResults(env, record, newest.hash))
  const checks: Check[] = [
    { name: 'curves_whole', passed: curves !== null, detail: curvesHash },
    { name: 'results_whole', passed: stored !== null, detail: newest.hash },
  ]
  if (curves && stored) {
    const again = evaluate({
      record,
      curves,
      curvesHash,
      evaluation: stored.evaluation,
      exclusions: record.exclusions,
      by: '',
      reason: '',
    })
    const hash = sha256Hex(encodeResults(again))
    const sameCalls = callsOf(again) === callsOf(stored)
    const sameEngine = `${again.engine.name} ${again.engine.version}` === newest.engine
    checks.push(
      { name: 'reproduced', passed: sameEngine ? hash === newest.hash : sameCalls, detail: hash },
      {
        name: 'controls',
        passed: stored.controls.every(({ ok }) => ok),
        detail: stored.controls
          .filter(({ ok }) => !ok)
          .map(({ rule }) => rule)
          .join(' '),
      },
    )
  }
  return { passed: checks.every(({ passed }) => passed), checks }
}

function callsOf({ wells }: { wells: { well: string; target: string; call: string }[] }): string {
  return JSON.stringify(wells.map(({ well, target, call }) => [well, target, call]))
}

/** Return null where the file is missing or damaged, so that the caller can report which files are readable. */
async function attempt<Value>(read: () => Promise<Value>): Promise<Value | null> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof Fault) return null
    throw error
  }
}
