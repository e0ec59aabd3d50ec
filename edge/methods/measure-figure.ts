import { canonicalJson } from '../../domain/canonical.ts'
import type { FigureOrder, VerificationFigure } from '../../domain/entities/verification-figure.ts'
import { Fault } from '../../domain/fault.ts'
import { fitToCurves } from '../../domain/rules/fit-to-curves.ts'
import { findMisfit } from '../../domain/rules/recipe-fit.ts'
import {
  comparedContent,
  figuredVersion,
  type OpenVersion,
  takeEffect,
} from '../../domain/rules/recipe-version.ts'
import {
  isCalculated,
  isCalculatedKind,
  listHits,
  type Measured,
  measureFigure,
  type VerifiedRun,
} from '../../domain/rules/verification.ts'
import { findDetectionLimit } from '../../workers/plate/detection-limit.ts'
import { engine } from '../../workers/run/engine.ts'
import type { AccountContext } from '../context.ts'
import { evaluate, readCurves } from '../runs/evaluate.ts'
import { hashText } from '../crypto/hash-text.ts'
import { unwrap } from '../outcome.ts'
import { hashJudged, type MeasuredFigure } from '../store/rules/figures.ts'

const withoutFigure = 'These runs do not hold what the figure needs'

type Probit = NonNullable<VerificationFigure['probit']>

/**
 * Calculate a figure of the verification from the curves of its runs, by the evaluation of the draft; null for one that a
 * person states. The store checks afterwards that the draft and the runs are still the same.
 * @throws Fault `invalid` for a run that the draft cannot judge, or runs that do not hold what the figure needs.
 */
export async function measureDraftFigure(
  recipe_uuid: string,
  order: FigureOrder,
  context: AccountContext,
): Promise<MeasuredFigure | null> {
  const { kind, run_uuids } = order
  if (!isCalculatedKind(kind) || !isCalculated(order)) return null
  const { own, by } = context
  const recipe = await unwrap(own.get('recipe', recipe_uuid, by.sight))
  const at = new Date().toISOString()
  const open = figuredVersion(takeEffect(recipe, at), at)
  const target = order.target ?? ''
  // Leave it to the store, which refuses a figure of a target that it does not have.
  if (!open.evaluation.targets.some(({ name }) => name === target)) return null
  const runs: (VerifiedRun & { input: MeasuredFigure['inputs'][number] })[] = []
  for (const [at, uuid] of run_uuids.entries()) runs.push(await calculate(uuid, at, open, context))
  const measured = kind === 'lod' ? findLimit(target, runs) : measureFigure(kind, target, runs)
  if (!measured) {
    throw new Fault('invalid', withoutFigure, { field: 'run_uuids', reason: 'runs_without_figure' })
  }
  return {
    ...measured,
    engine: engine.version,
    content_hash: hashText(canonicalJson(comparedContent(open))),
    inputs: runs.map(({ input }) => input),
  }
}

/**
 * Calculate a limit of detection from the hit rates of a dilution series: probit regression, 95 % (CLSI EP17-A2).
 * @throws Fault `invalid` with the reason, and the quantities between which it is, where the design does not allow it.
 */
function findLimit(target: string, runs: readonly VerifiedRun[]): Measured & { probit: Probit } {
  const levels = listHits(target, runs)
  const found = findDetectionLimit(levels)
  if (found.outcome !== 'found') {
    const { above, below } = found
    const params = {
      ...(Number.isFinite(above) && { above }),
      ...(Number.isFinite(below) && { below }),
    }
    throw new Fault('invalid', withoutFigure, {
      field: 'run_uuids',
      reason: `probit_${found.outcome}`,
      params,
    })
  }
  const { limit, fit, range } = found
  const orNull = (end: number) => (Number.isFinite(end) ? end : null)
  return {
    value: limit.value,
    n: levels.reduce((sum, { tested }) => sum + tested, 0),
    probit: { low: orNull(limit.low), high: orNull(limit.high), fit, range },
  }
}

async function calculate(
  uuid: string,
  at: number,
  { evaluation, cartridge_types }: OpenVersion,
  { own, by, env }: AccountContext,
): Promise<VerifiedRun & { input: MeasuredFigure['inputs'][number] }> {
  const field = `run_uuids.${at}`
  const found = await own.get('analysis', uuid, by.sight)
  const record = found.ok ? found.value : null
  const curvesHash = record?.curves_hash
  if (!record || !curvesHash) {
    throw new Fault('invalid', 'No such finished run', { field, reason: 'run_unknown' })
  }
  const reason = findMisfit(record, { archived: 0, evaluation, cartridge_types })
  if (reason !== null)
    throw new Fault('invalid', 'This recipe does not fit the run', { field, reason })
  const curves = await readCurves(env, record, curvesHash)
  const { exclusions, samples } = record
  const fitting = fitToCurves(evaluation, record.source)
  const order = {
    record,
    curves,
    curvesHash,
    evaluation: fitting,
    exclusions,
    by: '',
    reason: '',
  }
  const input = { input_hash: curvesHash, judged_hash: hashJudged(record) }
  return { results: evaluate(order), samples, input }
}
