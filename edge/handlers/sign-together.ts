import type { CallInput } from '../../domain/call.ts'
import type { RunSeen, signTogetherCalls } from '../../domain/calls/sign-together.ts'
import type { Analysis } from '../../domain/entities/analysis.ts'
import { Fault, type FaultDetail } from '../../domain/fault.ts'
import { findRisks } from '../../domain/rules/review-risk.ts'
import { isClean, seriesText } from '../../domain/rules/sign-together.ts'
import type { AccountContext } from '../context.ts'
import { loadResults } from '../runs/evaluate.ts'
import type { Handlers } from '../mount.ts'
import { unwrap } from '../outcome.ts'
import { sha256Hex } from '../crypto/secret.ts'
import { reauthenticate } from '../session/reauthenticate.ts'
import { filesBehind, readBeforeSigning } from '../files/signed-files.ts'
import { placeAt } from '../store/together-changes.ts'
import { findAnalysis } from './analysis-record.ts'

export const signTogether: Handlers<typeof signTogetherCalls> = {
  opened: async ({ params, body }, { own, by }) => {
    await unwrap(own.noteOpened({ uuid: params.id, ...body }, by))
    return {}
  },
  sign,
}

async function sign(
  { body }: CallInput<typeof signTogetherCalls.sign>,
  context: AccountContext,
): Promise<Analysis[]> {
  const { own, opId, by } = context
  const { runs, ...given } = body
  const { record_hash: _series, ...order } = await reauthenticate(context, {
    ...given,
    record_hash: sha256Hex(seriesText(runs)),
  })
  const found = await Promise.all(runs.map((run, index) => readRun(run, index, context)))
  const [first, ...others] = found.flatMap(({ details }) => details)
  if (first) throw new Fault([first, ...others])
  const read = runs.map((run, index) => ({ ...run, read: found[index]?.read ?? [] }))
  await unwrap(own.change({ type: 'analysis.validateTogether', order, runs: read }, opId, by))
  return Promise.all(runs.map(({ uuid }) => findAnalysis(context, uuid)))
}

/**
 * Read the files of a run in the moment of the signature, and find what is odd in its results. The transaction that signs accepts
 * them only while the record still names the same files.
 */
async function readRun(
  { uuid }: RunSeen,
  index: number,
  context: AccountContext,
): Promise<{ read: string[]; details: FaultDetail[] }> {
  try {
    const record = await findAnalysis(context, uuid)
    const read = await readBeforeSigning(context.env, record.company_uuid, filesBehind(record))
    if (!(await isCleanRun(record, context))) {
      throw new Fault('refused', 'Something was found in this run: sign it by itself', {
        reason: 'run_flagged',
      })
    }
    return { read, details: [] }
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    return { read: [], details: error.details.map((detail) => placeAt(index, detail)) }
  }
}

async function isCleanRun(record: Analysis, { env, own, by }: AccountContext): Promise<boolean> {
  const newest = record.results.at(-1)
  // Leave it to the store, which refuses a run without results by its own reason.
  if (!newest) return true
  const results = await loadResults(env, record, newest.hash)
  const [counted] = record.points
    ? []
    : await unwrap(own.ask({ name: 'oldPoints', analyses: [record.uuid] }, by.sight))
  return isClean(record, findRisks(results, record, Date.now(), counted?.points))
}
