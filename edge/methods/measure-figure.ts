import { canonicalJson } from '../../domain/canonical.ts'
import type { FigureOrder } from '../../domain/entities/verification-figure.ts'
import { Fault } from '../../domain/fault.ts'
import { findMisfit } from '../../domain/rules/recipe-fit.ts'
import {
  comparedContent,
  openVersion,
  type OpenVersion,
} from '../../domain/rules/recipe-version.ts'
import {
  isCalculated,
  isCalculatedKind,
  measureFigure,
  type VerifiedRun,
} from '../../domain/rules/verification.ts'
import { engine } from '../../workers/run/engine.ts'
import type { AccountContext } from '../context.ts'
import { evaluate, readCurves } from '../evaluate.ts'
import { hashText } from '../hash-text.ts'
import { unwrap } from '../outcome.ts'
import { hashJudged, type MeasuredFigure } from '../store/rules/figures.ts'

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
  const open = openVersion(recipe, new Date().toISOString())
  const target = order.target ?? ''
  // The store refuses it: there is no draft, or it has no such target.
  if (!open?.evaluation.targets.some(({ name }) => name === target)) return null
  const runs: (VerifiedRun & { input: MeasuredFigure['inputs'][number] })[] = []
  for (const [at, uuid] of run_uuids.entries()) runs.push(await calculate(uuid, at, open, context))
  const measured = measureFigure(kind, target, runs)
  if (!measured) {
    throw new Fault('invalid', 'These runs do not hold what the figure needs', {
      field: 'run_uuids',
      reason: 'runs_without_figure',
    })
  }
  return {
    ...measured,
    engine: engine.version,
    content_hash: hashText(canonicalJson(comparedContent(open))),
    inputs: runs.map(({ input }) => input),
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
  const order = { record, curves, curvesHash, evaluation, exclusions, by: '', reason: '' }
  const input = { input_hash: curvesHash, judged_hash: hashJudged(record) }
  return { results: evaluate(order), samples, input }
}
