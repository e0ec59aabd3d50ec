import type { bkernelCalls } from '../../domain/calls/bkernels.ts'
import type { Bkernel, RehearsedRun, SignalProcessing } from '../../domain/entities/bkernel.ts'
import { Fault } from '../../domain/fault.ts'
import { countChanges, diffResults, type ResultChange } from '../../domain/rules/diff-results.ts'
import { plainProcessing, processingOf } from '../../domain/rules/rehearsal.ts'
import { choosesCompany } from '../../domain/rules/rollout.ts'
import { reprocess } from '../../workers/run/reprocess.ts'
import { type Asked, askStores } from '../ask-stores.ts'
import { keepBlob, readBlob } from '../files/blobs.ts'
import type { AccountContext } from '../context.ts'
import { findCompanies, findProvider, listCompanyIds } from '../directory/companies.ts'
import { evaluate, readCurves } from '../runs/evaluate.ts'
import type { Handlers } from '../mount.ts'
import { pageOf } from '../organisation/list-companies.ts'
import { unwrap } from '../outcome.ts'
import type { RunToRehearse } from '../store/queries/rehearsal.ts'
import { rehearsalFile } from '../store/rollouts/rehearsed-runs.ts'

/** Runs that are calculated in one request: each twice, which takes a plate of 96 wells some tenths of a second. */
const runsAtOnce = 4
/** Companies that are asked for runs in one request: many have none. */
const companiesAtOnce = 20

type Rehearsing = Pick<Handlers<typeof bkernelCalls>, 'rehearse' | 'rehearsed'>

export const rehearsals: Rehearsing = {
  rehearse: async ({ params }, context) => {
    const { env, by, opId } = context
    const uuid = params.id
    const provider = await context.provider()
    const found = await unwrap(provider.ask({ name: 'rehearsal', uuid }, by.sight))
    const { version, of } = found
    const versions = await unwrap(provider.ask({ name: 'bkernels', filter: {} }, by.sight))
    const all = (await listCompanyIds(env.DIRECTORY)).toSorted()
    const known = new Set(found.companies)
    const left = all.filter((company) => !known.has(company))
    const plan = version.rollout?.plan
    // Ask nothing of a company that the plan leaves out: if its store keeps failing, the plans of others must not wait for it.
    const open = left.filter((company) => choosesCompany(plan, company))
    const companies = left.filter((company) => !choosesCompany(plan, company))
    const { answers, silent } = await askSome(open, async (company) => {
      const done = found.runs.filter((run) => run.company_uuid === company)
      const asked = {
        name: 'runsToRehearse',
        version,
        done: done.map((run) => run.analysis_uuid),
        limit: runsAtOnce,
      } as const
      return { company, ...(await unwrap(context.store(company).ask(asked, by.sight))) }
    })
    const runs: RehearsedRun[] = []
    for (const next of answers) {
      const some = next.runs.slice(0, runsAtOnce - runs.length)
      for (const one of some) runs.push(await rehearseRun(one, { version, versions }, context))
      if (next.left === 0 && some.length === next.runs.length) companies.push(next.company)
    }
    const after = found.runs.length
    await unwrap(provider.keepRehearsed({ uuid, of, after, runs, companies }, by))
    const step = {
      companies: all.length,
      done: all.length - left.length + companies.length,
      runs: found.runs.length + runs.length,
    }
    if (companies.length === left.length)
      return { ...step, version: await complete(uuid, { of, companies: all }, { opId, context }) }
    const named = await findCompanies(env.DIRECTORY, silent)
    return {
      ...step,
      version: null,
      ...(silent.length > 0 && {
        silent: silent.map((company) => ({ uuid: company, name: named.get(company)?.name ?? '' })),
      }),
    }
  },
  rehearsed: async ({ params, query }, context) => {
    const { env, by } = context
    const provider = await context.provider()
    const { rollout } = await unwrap(provider.get('bkernel', params.id, by.sight))
    const owner = await findProvider(env.DIRECTORY)
    if (!rollout?.rehearsal || !owner) return { data: [], pages: 1, total: 0 }
    const bytes = await readBlob(env, owner.uuid, rollout.rehearsal.file_hash)
    const { runs } = JSON.parse(new TextDecoder().decode(bytes)) as { runs: RehearsedRun[] }
    const { limit, offset } = pageOf(query)
    const pages = Math.max(1, Math.ceil(runs.length / limit))
    return { data: inOrder(runs).slice(offset, offset + limit), pages, total: runs.length }
  },
}

/**
 * Ask the first companies, and further ones only where none of these answers: silent ones at the front would keep all behind them waiting.
 * Three parts take no longer than a person waits for one request.
 */
async function askSome<Value>(
  companies: readonly string[],
  ask: (company: string) => Promise<Value>,
): Promise<Asked<Value>> {
  const found: Asked<Value> = { answers: [], silent: [] }
  for (let part = 0; part < 3 && found.answers.length === 0; part += 1) {
    const some = companies.slice(part * companiesAtOnce, (part + 1) * companiesAtOnce)
    // oxlint-disable-next-line no-await-in-loop
    const { answers, silent } = await askStores(some, ask)
    found.answers.push(...answers)
    found.silent.push(...silent)
  }
  return found
}

/** Keep the file of a rehearsal and its outcome with the plan. */
async function complete(
  uuid: string,
  { of, companies }: { of: string; companies: readonly string[] },
  { opId, context }: { opId: string; context: AccountContext },
): Promise<Bkernel> {
  const { env, by } = context
  const provider = await context.provider()
  const { runs } = await unwrap(provider.ask({ name: 'rehearsal', uuid }, by.sight))
  const owner = await findProvider(env.DIRECTORY)
  if (!owner) throw new Fault('not_found', 'This region has no provider yet')
  const file = new TextEncoder().encode(rehearsalFile({ of, runs }))
  const file_hash = await keepBlob(env, owner.uuid, file)
  const change = { type: 'bkernel.rehearse', uuid, of, companies, file_hash } as const
  return unwrap(provider.change(change, opId, by))
}

async function rehearseRun(
  { run, device }: RunToRehearse,
  { version, versions }: { version: Bkernel; versions: readonly Bkernel[] },
  { env }: AccountContext,
): Promise<RehearsedRun> {
  const before = processingOf(versions, device)
  const known = {
    company_uuid: run.company_uuid,
    analysis_uuid: run.uuid,
    device: device.name,
    serial_no: device.serial_no,
    model: device.model,
    version: device.bkernel_version,
    started_at: run.started_at,
    assumed: before === null,
  }
  const processing = { from: before ?? plainProcessing, to: version.processing ?? plainProcessing }
  try {
    return { ...known, found: await compare(env, run, processing) }
  } catch (error) {
    // Name a run whose file cannot be read, and go on: it is not one without a change.
    if (error instanceof Fault) return { ...known, found: null }
    throw error
  }
}

/** Calculate a run as it is and as it would be, both by the engine of today and today's evaluation of the run. */
async function compare(
  env: Env,
  run: RunToRehearse['run'],
  { from, to }: { from: SignalProcessing; to: SignalProcessing },
): Promise<RehearsedRun['found']> {
  const { curves_hash: curvesHash, exclusions } = run
  if (curvesHash === null) return null
  const curves = await readCurves(env, run, curvesHash)
  const other = reprocess(curves, from, to)
  if (!other) return null
  const { evaluation } = run.method
  const order = { record: run, curvesHash, evaluation, exclusions, by: '', reason: '' }
  const before = evaluate({ ...order, curves })
  const changes = diffResults(before, evaluate({ ...order, curves: other }))
  const { calls, moved, moves } = countChanges(changes)
  return {
    results: before.wells.length,
    calls,
    moved,
    shift: Math.max(0, ...changes.map(shiftOf)),
    moves: [...moves],
  }
}

function shiftOf({ before, after }: ResultChange): number {
  const [was, is] = [before?.cq ?? null, after?.cq ?? null]
  return was === null || is === null ? 0 : Math.abs(is - was)
}

/** Sort runs: those that could not be calculated first, then by calls that change and by their largest shift. */
function inOrder(runs: readonly RehearsedRun[]): RehearsedRun[] {
  const weight = ({ found }: RehearsedRun) => found?.calls ?? Number.POSITIVE_INFINITY
  return runs.toSorted((a, b) => {
    const [one, other] = [weight(a), weight(b)]
    if (one !== other) return one < other ? 1 : -1
    return (b.found?.shift ?? 0) - (a.found?.shift ?? 0)
  })
}
