import type { calibrationCalls, EffectOnRun } from '../../domain/calls/calibrations.ts'
import type { Analysis } from '../../domain/entities/analysis.ts'
import type { Calibration } from '../../domain/entities/calibration.ts'
import { Fault } from '../../domain/fault.ts'
import { countChanges, diffResults } from '../../domain/rules/diff-results.ts'
import { correctCurves, correctionBetween } from '../../workers/calibration/correct-curves.ts'
import type { AccountContext } from '../context.ts'
import { evaluate, readCurves } from '../runs/evaluate.ts'
import type { Handlers } from '../mount.ts'
import { unwrap } from '../outcome.ts'

/** Runs that are calculated in one request: each twice, which takes a plate of 96 wells some tenths of a second. */
const runsAtOnce = 4
/** Results of one run that are listed; more are counted. */
const mostListed = 100

/**
 * Calculate the runs since the last accepted calibration of its kind as this one would have given them, a few at a time, and say whose
 * calls would change. Both sides are calculated by the engine of today, so that nothing but the calibration differs.
 */
export const effectHandler: Handlers<typeof calibrationCalls>['effect'] = async (
  { params, query },
  context,
) => {
  const { own, by } = context
  const page = Number(query.page ?? 1)
  const found = await unwrap(
    own.ask(
      {
        name: 'measuredSince',
        uuid: params.id,
        offset: (page - 1) * runsAtOnce,
        limit: runsAtOnce,
      },
      by.sight,
    ),
  )
  const { next, last, from, until, total, hidden } = found
  const data: EffectOnRun[] = []
  for (const uuid of found.runs) {
    data.push(await compare(await context.read('analysis', uuid), { next, last }, context))
  }
  return { kind: next.kind, from, until, total, hidden, pages: Math.ceil(total / runsAtOnce), data }
}

async function compare(
  run: Analysis,
  { next, last }: { next: Calibration; last: Calibration | null },
  context: AccountContext,
): Promise<EffectOnRun> {
  const { uuid, name, status, started_at, curves_hash } = run
  const isSaid = next.kind !== 'illumination' || run.light !== undefined
  const known = { analysis_uuid: uuid, name, status, started_at, assumed: !isSaid }
  const none = { calls: null, moved: null, changes: [] }
  try {
    const used = next.kind === 'illumination' ? await lightOf(run, last, context) : last
    const correction = correctionBetween(used?.evidence ?? null, next.evidence)
    if (!correction || curves_hash === null) return { ...known, ...none }
    const curves = await readCurves(context.env, run, curves_hash)
    const order = {
      record: run,
      curvesHash: curves_hash,
      evaluation: run.method.evaluation,
      exclusions: run.exclusions,
      by: '',
      reason: '',
    }
    const before = evaluate({ ...order, curves })
    const after = evaluate({ ...order, curves: correctCurves(curves, correction) })
    const found = diffResults(before, after)
    const { calls, moved } = countChanges(found)
    const changes = found
      .filter(({ callChanged }) => callChanged)
      .slice(0, mostListed)
      .map(({ well, target, before: one, after: other }) => ({
        well,
        target,
        from: one?.call ?? null,
        to: other?.call ?? null,
      }))
    return { ...known, calls, moved, changes }
  } catch (error) {
    // Name a run whose file or calibration cannot be read, and go on: it is not one without a change.
    if (error instanceof Fault) return { ...known, ...none }
    throw error
  }
}

/** Return the calibration that the readings of a run were divided by: as the run says, else the one that was in force. */
async function lightOf(
  { light }: Analysis,
  last: Calibration | null,
  { own, by }: AccountContext,
): Promise<Calibration | null> {
  if (light === undefined) return last
  return light && unwrap(own.get('calibration', light.calibration_uuid, by.sight))
}
